/* SPDX-License-Identifier: GPL-2.0 */
/* The sizes of samples and of what read() returns, fixed when an event is opened. */
#ifndef _KERNEL_EVENTS_SAMPLE_H
#define _KERNEL_EVENTS_SAMPLE_H

#include <linux/perf_event.h>

/* Largest number of bytes that read() may return for a group. */
#define PERF_READ_SIZE_MAX	(16 * 1024)

void perf_event_header_sizes(struct perf_event *event);
void perf_group_add_format(struct perf_event *leader, const struct perf_event *member);
int perf_event_validate_size(struct perf_event *event);

#endif /* _KERNEL_EVENTS_SAMPLE_H */
