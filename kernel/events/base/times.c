// SPDX-License-Identifier: GPL-2.0
/*
 * Times enabled and running of an instance: reading and restarting them. times.h has the
 * inline functions for a change of state.
 *
 * Owns: perf_event::total_time_enabled, total_time_running, tstamp and tstamp_running.
 */
#include <linux/perf_event.h>

#include "base/times.h"

/**
 * perf_event_times - read the times enabled and running of an instance
 * @event:   the instance
 * @now:     perf_clock()
 * @enabled: set to the time enabled, ns
 * @running: set to the time running, ns
 *
 * Context: any, NMI included, on the CPU that the instance is active on; elsewhere under the
 * context's lock. A CPU that shares the counter of another CPU's instance may call this with
 * only IRQs off: if the instance has just left its context, perf_event_times() returns the
 * sums; the memory of the context stays for an RCU grace period.
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
 * @event: installed instance
 * @now:   perf_clock()
 */
void perf_event_fold_times(struct perf_event *event, u64 now)
{
	perf_event_fold(event, now);
}

/**
 * perf_event_restart_times - set the stamps after a change of clocks, keeping the sums
 * @event: instance that was installed, was moved, or has joined or left a group, so that
 *         other clocks apply
 */
void perf_event_restart_times(struct perf_event *event)
{
	const struct perf_event_clocks clocks =
		perf_event_clocks(event, perf_event_slot(event), perf_ctx_now());

	event->tstamp = clocks.enabled;
	event->tstamp_running = clocks.running;
}
