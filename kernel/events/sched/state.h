/* SPDX-License-Identifier: GPL-2.0 */
/* The states of an instance: adding it to its PMU and deleting it. */
#ifndef _KERNEL_EVENTS_STATE_H
#define _KERNEL_EVENTS_STATE_H

#include <linux/perf_event.h>

void perf_event_set_state(struct perf_event *event, enum perf_event_state state);
int perf_event_in(struct perf_event *event, int cpu, u64 now);
void __perf_event_out_to(struct perf_event *event, enum perf_event_state state, u64 now);

/* Deletes @event from its PMU if it is ACTIVE; @state is its new state. */
static inline void perf_event_out_to(struct perf_event *event, enum perf_event_state state,
				     u64 now)
{
	if (event->state == PERF_EVENT_STATE_ACTIVE)
		__perf_event_out_to(event, state, now);
}

static inline void perf_event_out(struct perf_event *event, u64 now)
{
	perf_event_out_to(event, PERF_EVENT_STATE_INACTIVE, now);
}

#endif /* _KERNEL_EVENTS_STATE_H */
