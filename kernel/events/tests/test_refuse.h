/* SPDX-License-Identifier: GPL-2.0 */
/* The fields for which the test PMU refuses an event by a plain -EINVAL, as drivers do. */
#ifndef _KERNEL_EVENTS_TEST_REFUSE_H
#define _KERNEL_EVENTS_TEST_REFUSE_H

#include <linux/perf_event.h>

/**
 * test_refuses - is a field of an event set that is to be refused?
 * @event: an event that is being opened
 * @field: number of the field, as the parameter "refuse" of the module has it; 0: none, above
 *         the last: each event is refused
 *
 * Context: task.
 * Return: true if @event has the field.
 */
static inline bool test_refuses(const struct perf_event *event, unsigned int field)
{
	const struct perf_event_attr *attr = &event->attr;

	switch (field) {
	case 0:
		return false;
	case 1:
		return attr->exclude_user;
	case 2:
		return attr->exclude_kernel;
	case 3:
		return attr->exclude_hv;
	case 4:
		return attr->exclude_host;
	case 5:
		return attr->exclude_guest;
	case 6:
		return attr->exclude_idle;
	case 7:
		return attr->precise_ip;
	case 8:
		return attr->sample_type & PERF_SAMPLE_BRANCH_STACK;
	case 9:
		return attr->sample_period;
	case 10:
		return attr->config1;
	case 11:
		return attr->config2;
	case 12:
		return attr->config3;
	case 13:
		return attr->pinned || attr->exclusive;
	case 14:
		return event->group_leader != event;
	case 15:
		return event->attach_state & PERF_ATTACH_TASK;
	default:
		return true;
	}
}

#endif /* _KERNEL_EVENTS_TEST_REFUSE_H */
