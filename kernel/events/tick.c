// SPDX-License-Identifier: GPL-2.0
/*
 * What the timer tick does for events: it ends a throttling window and, in
 * frequency mode, adjusts periods to counts too low to overflow between two ticks.
 *
 * Owns: perf_cpu_context::throttle_seq.
 * Locks: those of the contexts on this CPU. Context: the tick, IRQs off.
 */
#include <linux/perf_event.h>
#include <linux/tick.h>

#include "locks.h"
#include "period.h"
#include "throttle.h"

/* Let the PMU count, learn what it counted since the last tick, go on. */
static void perf_tick_adjust_rate(struct perf_event *event)
{
	struct hw_perf_event *hw = &event->hw;
	s64 count, delta;

	perf_pmu_disable(event->pmu);
	event->pmu->stop(event, PERF_EF_UPDATE);

	count = local64_read(&event->count);
	delta = count - hw->freq_count_stamp;
	hw->freq_count_stamp = count;
	/* The count may have been reset. The stopped counter takes the period. */
	if (delta > 0)
		perf_period_adjust(event, TICK_NSEC, delta, false);

	perf_throttle_start(event, delta > 0 ? PERF_EF_RELOAD : 0);
	perf_pmu_enable(event->pmu);
}

static void perf_tick_event(struct perf_event *event)
{
	if (event->state != PERF_EVENT_STATE_ACTIVE)
		return;
	if (perf_event_is_throttled(event))
		perf_throttle_release(event);
	else
		perf_throttle_forget_due(event);
	if (event->attr.freq && event->attr.sample_freq)
		perf_tick_adjust_rate(event);
}

static void perf_tick_context(struct perf_context *ctx, bool throttled)
{
	struct perf_event *event;

	if (!throttled && !ctx->nr_freq)
		return;
	list_for_each_entry(event, &ctx->event_list, event_entry)
		perf_tick_event(event);
}

static void perf_tick_contexts(struct perf_cpu_context *cpuctx, bool throttled)
{
	guard(perf_cpu)(cpuctx);
	perf_tick_context(&cpuctx->ctx, throttled);
	if (cpuctx->task_ctx)
		perf_tick_context(cpuctx->task_ctx, throttled);
}

/**
 * perf_event_task_tick - the tick of this CPU
 *
 * Context: IRQs off, on each CPU at each tick.
 */
void perf_event_task_tick(void)
{
	struct perf_cpu_context *cpuctx = this_cpu_ptr(&perf_cpu_context);
	bool throttled;

	lockdep_assert_irqs_disabled();
	__this_cpu_inc(perf_cpu_context.throttle_seq);
	throttled = this_cpu_xchg(perf_cpu_context.nr_throttled, 0);
	tick_dep_clear_cpu(smp_processor_id(), TICK_DEP_BIT_PERF_EVENTS);

	if (throttled || cpuctx->ctx.nr_freq || (cpuctx->task_ctx && cpuctx->task_ctx->nr_freq))
		perf_tick_contexts(cpuctx, throttled);
}
