/* SPDX-License-Identifier: GPL-2.0 */
/* Mapping an event's ring, redirecting its output, poll(). */
#ifndef _KERNEL_EVENTS_MMAP_H
#define _KERNEL_EVENTS_MMAP_H

#include <linux/perf_event.h>
#include <linux/poll.h>

struct vm_area_struct;

int perf_event_mmap_file(struct file *file, struct vm_area_struct *vma);
int perf_event_set_output(struct perf_event *event, struct perf_event *output);
int perf_event_pause_output(struct perf_event *event, bool pause);
void perf_event_detach_ring(struct perf_event *event);
__poll_t perf_event_ring_poll(struct perf_event *event);

/* Pure functions, exported for the unit tests. Sizes in pages unless stated otherwise. */
int perf_mmap_check_data(unsigned long vma_pages);
unsigned long perf_mmap_user_share(unsigned long pages, unsigned long used,
				   unsigned long limit);
unsigned long perf_ring_watermark(const struct perf_event_attr *attr, unsigned long size);

#endif /* _KERNEL_EVENTS_MMAP_H */
