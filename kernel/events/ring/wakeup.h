/* SPDX-License-Identifier: GPL-2.0 */
/* Waking the readers of a ring. */
#ifndef _KERNEL_EVENTS_WAKEUP_H
#define _KERNEL_EVENTS_WAKEUP_H

#include <linux/perf_event.h>
#include <linux/poll.h>

#include "ring/ring.h"

unsigned long perf_ring_watermark(const struct perf_event_attr *attr, unsigned long size);
void perf_output_wakeup(struct perf_event *event, struct perf_buffer *rb);
void perf_ring_wakeup(struct perf_buffer *rb);
__poll_t perf_event_ring_poll(struct perf_event *event);

#endif /* _KERNEL_EVENTS_WAKEUP_H */
