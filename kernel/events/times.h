/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How long an instance has been enabled and counting.
 *
 * "Enabled" and "running" are kept as a sum up to a stamp; since then they have
 * grown by what the slot's clocks advanced, if the state says so. A sibling
 * takes part only while its leader is enabled.
 */
#ifndef _KERNEL_EVENTS_TIMES_H
#define _KERNEL_EVENTS_TIMES_H

#include "context_types.h"

static inline bool perf_event_is_enabled(const struct perf_event *event)
{
	return event->state >= PERF_EVENT_STATE_INACTIVE &&
	       event->group_leader->state >= PERF_EVENT_STATE_INACTIVE;
}

/*
 * Bring the sums and stamps up to date, before the state changes: inlined, since that
 * is most of what a change costs. IRQs off, the context's lock held.
 */
static __always_inline void perf_event_fold(struct perf_event *event, u64 now)
{
	const struct perf_event_slot *slot = perf_event_slot(event);
	u64 enabled = perf_run_clock_at(slot->enabled_clock, now);
	u64 running = perf_run_clock_at(&slot->clock, now);

	if (perf_event_is_enabled(event)) {
		event->total_time_enabled += enabled - event->tstamp;
		if (event->state == PERF_EVENT_STATE_ACTIVE)
			event->total_time_running += running - event->tstamp_running;
	}
	event->tstamp = enabled;
	event->tstamp_running = running;
}

#endif /* _KERNEL_EVENTS_TIMES_H */
