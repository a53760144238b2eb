/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Times enabled and running of an instance.
 *
 * Each time is a sum up to a stamp plus, in states in which the time runs, the advance of a
 * clock since the stamp. A leader, or an event without a group, uses the two clocks of its
 * slot. A sibling uses the two times of its leader as clocks. These stop while the leader is
 * disabled, so a change of the leader's state changes the times of all siblings without
 * writing to any sibling.
 */
#ifndef _KERNEL_EVENTS_TIMES_H
#define _KERNEL_EVENTS_TIMES_H

#include "base/context_types.h"

/* Readings of the two clocks of an instance at one value of perf_clock(), ns. */
struct perf_event_clocks {
	u64	enabled;
	u64	running;
};

static __always_inline struct perf_event_clocks perf_slot_clocks(const struct perf_event_slot *slot,
								 u64 now)
{
	return (struct perf_event_clocks) {
		.enabled = perf_run_clock_at(slot->enabled_clock, now),
		.running = perf_run_clock_at(&slot->clock, now),
	};
}

/* The times of @leader, which are the clocks of its siblings. @slot is the group's slot. */
static inline struct perf_event_clocks perf_leader_clocks(const struct perf_event *leader,
							  const struct perf_event_slot *slot,
							  u64 now)
{
	struct perf_event_clocks sums = {
		.enabled = leader->total_time_enabled,
		.running = leader->total_time_running,
	};
	struct perf_event_clocks clocks;

	if (leader->state < PERF_EVENT_STATE_INACTIVE)
		return sums;
	clocks = perf_slot_clocks(slot, now);
	sums.enabled += clocks.enabled - leader->tstamp;
	if (leader->state == PERF_EVENT_STATE_ACTIVE)
		sums.running += clocks.running - leader->tstamp_running;
	return sums;
}

static __always_inline struct perf_event_clocks
perf_event_clocks(const struct perf_event *event, const struct perf_event_slot *slot, u64 now)
{
	const struct perf_event *leader = event->group_leader;

	return likely(leader == event) ? perf_slot_clocks(slot, now) :
					 perf_leader_clocks(leader, slot, now);
}

/*
 * True if the time running of an enabled instance advances with its clock. A sibling in a
 * resident group runs exactly while its leader does, from the leader's enabling on, although
 * perf_sched_sync_siblings() may schedule the sibling in later.
 */
static __always_inline bool perf_event_is_running(const struct perf_event *event)
{
	return event->state == PERF_EVENT_STATE_ACTIVE ||
	       (unlikely(event->group_leader != event) &&
		(event->group_leader->group_caps & PERF_EV_CAP_RESIDENT));
}

/*
 * Bring the sums and stamps up to date before the state changes. Inline, since this is most
 * of the cost of a change. Context: IRQs off, the context's lock held.
 */
static __always_inline void perf_event_fold(struct perf_event *event, u64 now)
{
	const struct perf_event_slot *slot = perf_event_slot(event);
	const struct perf_event_clocks clocks = perf_event_clocks(event, slot, now);

	if (event->state >= PERF_EVENT_STATE_INACTIVE) {
		event->total_time_enabled += clocks.enabled - event->tstamp;
		if (perf_event_is_running(event))
			event->total_time_running += clocks.running - event->tstamp_running;
	}
	event->tstamp = clocks.enabled;
	event->tstamp_running = clocks.running;
}

void perf_event_times(const struct perf_event *event, u64 now, u64 *enabled, u64 *running);
void perf_event_fold_times(struct perf_event *event, u64 now);
void perf_event_restart_times(struct perf_event *event);

#endif /* _KERNEL_EVENTS_TIMES_H */
