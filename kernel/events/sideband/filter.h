/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Filters of an event: expressions over the fields of a trace event, and
 * address ranges for PMUs that trace instructions.
 * perf_event_addr_filters_sync() is declared in <linux/perf/pmu.h>.
 */
#ifndef _KERNEL_EVENTS_FILTER_H
#define _KERNEL_EVENTS_FILTER_H

#include <linux/perf_event.h>

struct vm_area_struct;

/**
 * struct perf_filter_spec - one address filter as written by the user
 * @action: PERF_ADDR_FILTER_ACTION_*
 * @offset: start of the range: offset in @file, or a kernel address
 * @size:   bytes; 0 if the text has no size
 * @file:   file name inside the parsed text, NULL for kernel addresses
 */
struct perf_filter_spec {
	enum perf_addr_filter_action_t	action;
	unsigned long			offset;
	unsigned long			size;
	const char			*file;
};

int perf_filter_next(char **text, struct perf_filter_spec *spec);
bool perf_filter_clip(const struct perf_addr_filter *filter, unsigned long vm_start,
		      unsigned long vm_end, unsigned long file_offset,
		      struct perf_addr_filter_range *range);

int perf_event_set_filter(struct perf_event *event, char __user *arg,
			  void (*put)(struct perf_event *event));

int perf_filters_init(struct perf_event *event);
void perf_filters_free(struct perf_event *event);

void perf_filters_mmap(struct vm_area_struct *vma);
void perf_filters_exec(void);

#endif /* _KERNEL_EVENTS_FILTER_H */
