/* SPDX-License-Identifier: GPL-2.0 */
/* struct perf_event_attr: copying it from user space and checking it. */
#ifndef _KERNEL_EVENTS_ATTR_H
#define _KERNEL_EVENTS_ATTR_H

#include <linux/perf_event.h>

int perf_attr_copy_from_user(struct perf_event_attr __user *uattr, struct perf_event_attr *attr);
int perf_attr_check(struct perf_event_attr *attr);
int perf_attr_check_target(const struct perf_event_attr *attr, bool task);
int perf_attr_check_pmu(const struct perf_event_attr *attr, int capabilities);
const char *perf_attr_rule_name(unsigned int index);
size_t perf_attr_read_size(u64 read_format, int nr_members);

/* Bytes that read() returns for @event; with PERF_FORMAT_GROUP, until nr_siblings changes. */
static inline size_t perf_event_read_size(const struct perf_event *event)
{
	if (likely(!(event->attr.read_format & PERF_FORMAT_GROUP)))
		return event->opened->read_size;
	return perf_attr_read_size(event->attr.read_format,
				   1 + READ_ONCE(event->group_leader->nr_siblings));
}

#endif /* _KERNEL_EVENTS_ATTR_H */
