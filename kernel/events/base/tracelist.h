/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Lists of the events that count a trace event. <linux/perf/tracing.h> declares the functions
 * that add and remove events.
 */
#ifndef _KERNEL_EVENTS_TRACELIST_H
#define _KERNEL_EVENTS_TRACELIST_H

#include "base/context_types.h"

#ifdef CONFIG_EVENT_TRACING

void perf_tracelist_slot_in(struct perf_event_slot *slot);
void perf_tracelist_slot_out(struct perf_event_slot *slot);

#else

static inline void perf_tracelist_slot_in(struct perf_event_slot *slot) { }
static inline void perf_tracelist_slot_out(struct perf_event_slot *slot) { }

#endif /* CONFIG_EVENT_TRACING */
#endif /* _KERNEL_EVENTS_TRACELIST_H */
