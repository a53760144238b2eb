/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Lists by which trace events find the events that count them. Joining and leaving
 * them is declared in <linux/perf/tracing.h>.
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
