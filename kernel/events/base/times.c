// SPDX-License-Identifier: GPL-2.0
/*
 * How long an instance has been enabled and counting: reading it, and starting anew. A
 * change of state is inlined (times.h).
 *
 * Owns: perf_event::total_time_enabled, total_time_running, tstamp and tstamp_running.
 */
#include <linux/perf_event.h>

#include "base/times.h"

/**
 * perf_event_times - how long an instance has been enabled and counting
 * @event:   the instance
 * @now:     perf_clock()
 * @enabled: nanoseconds
 * @running: nanoseconds
 *
 * Context: any, NMI included, on the CPU the instance is active on; elsewhere
 * under the context's lock. A CPU that shares the counter of another CPU's instance may
 * call this with IRQs off alone: it gets the sums if the instance has just left its
 * context, whose memory stays for a grace period.
 */
void perf_event_times(const struct perf_event *event, u64 now, u64 *enabled, u64 *running)
{
	const struct perf_event_pmu_context *pmu_ctx = READ_ONCE(event->pmu_ctx);
	struct perf_event_clocks clocks;

	*enabled = event->total_time_enabled;
	*running = event->total_time_running;
	if (event->state < PERF_EVENT_STATE_INACTIVE || !pmu_ctx)
		return;

	clocks = perf_event_clocks(event, pmu_ctx->slot, now);
	*enabled += clocks.enabled - event->tstamp;
	if (perf_event_is_running(event))
		*running += clocks.running - event->tstamp_running;
}

/**
 * perf_event_fold_times - bring the sums and stamps of an instance up to date
 * @event: attached instance
 * @now:   perf_clock()
 */
void perf_event_fold_times(struct perf_event *event, u64 now)
{
	perf_event_fold(event, now);
}

/**
 * perf_event_restart_times - both times go on from where they are
 * @event: instance that is attached, was moved, or has joined or left a group, so that
 *         its clocks are others
 */
void perf_event_restart_times(struct perf_event *event)
{
	const struct perf_event_clocks clocks =
		perf_event_clocks(event, perf_event_slot(event), perf_this_moment());

	event->tstamp = clocks.enabled;
	event->tstamp_running = clocks.running;
}
