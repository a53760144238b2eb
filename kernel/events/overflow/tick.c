// SPDX-License-Identifier: GPL-2.0
/*
 * The timer tick ends a throttling window and adjusts the periods of events in frequency
 * mode whose counts are too low to overflow between two ticks.
 *
 * The tick visits only the instances that are throttled or in frequency mode. After
 * PERF_SECTION_STEPS instances of a context it enables interrupts, and perf_tick_work goes on.
 *
 * Owns: perf_cpu_context::throttle_seq, perf_context::freq_due.
 * Locks: those of the contexts on this CPU. Context: the tick or its irq_work, IRQs off.
 */
#include <linux/irq_work.h>
#include <linux/perf_event.h>
#include <linux/tick.h>

#include "base/due.h"
#include "base/locks.h"
#include "base/period.h"
#include "overflow/throttle.h"
#include "sched/sched.h"

/* Adjusts the period of @event to its count since the last tick. */
static void perf_tick_adjust_rate(struct perf_event *event)
{
	s64 count, delta;

	perf_pmu_disable(event->pmu);
	event->pmu->stop(event, PERF_EF_UPDATE);

	count = local64_read(&event->count);
	delta = count - event->rate->count;
	event->rate->count = count;
	/* A reset makes delta negative. The stopped counter is reloaded with the new period. */
	if (delta > 0)
		perf_period_adjust(event, TICK_NSEC, delta, false);

	perf_throttle_start(event, delta > 0 ? PERF_EF_RELOAD : 0);
	perf_pmu_enable(event->pmu);
}

/*
 * A member with throttle_due need not be throttled when the window ends. If there are more than
 * PERF_SECTION_STEPS, the rest are throttled late, until the next tick.
 */
static void perf_tick_forget_due(struct perf_context *ctx)
{
	int steps = PERF_SECTION_STEPS;
	struct perf_event *event;

	while (steps-- && (event = perf_due_take(ctx, PERF_DUE_THROTTLE)))
		perf_throttle_forget_due(event);
}

/* Releases that the last tick had no steps left for come first in PERF_DUE_RELEASING. */
static void perf_tick_begin(struct perf_context *ctx)
{
	perf_tick_forget_due(ctx);
	perf_due_end_window(ctx);
	list_splice_tail_init(&ctx->freq, &ctx->freq_due);
}

/* Return: the remainder of @steps. */
static int perf_tick_release(struct perf_context *ctx, int steps)
{
	struct perf_event *event;

	while (steps && (event = perf_due_take(ctx, PERF_DUE_RELEASING))) {
		if (event->state == PERF_EVENT_STATE_ACTIVE && perf_event_is_throttled(event))
			perf_throttle_release(event);
		steps--;
	}
	return steps;
}

/* Return: true if perf_tick_work has to go on. */
static bool perf_tick_go_on(struct perf_context *ctx)
{
	int steps = perf_tick_release(ctx, PERF_SECTION_STEPS);
	struct perf_event_rate *rate;

	while (steps && !list_empty(&ctx->freq_due)) {
		rate = list_first_entry(&ctx->freq_due, struct perf_event_rate, entry);
		list_move_tail(&rate->entry, &ctx->freq);
		if (rate->event->state == PERF_EVENT_STATE_ACTIVE)
			perf_tick_adjust_rate(rate->event);
		steps--;
	}
	return !steps;
}

static bool perf_tick_go_on_here(struct perf_cpu_context *cpuctx)
{
	bool left = perf_tick_go_on(&cpuctx->ctx);

	if (cpuctx->task_ctx)
		left |= perf_tick_go_on(cpuctx->task_ctx);
	return left;
}

static void perf_tick_run(struct irq_work *work)
{
	struct perf_cpu_context *cpuctx = this_cpu_ptr(&perf_cpu_context);

	guard(perf_cpu)(cpuctx);
	if (perf_tick_go_on_here(cpuctx))
		irq_work_queue(work);
}

static DEFINE_PER_CPU(struct irq_work, perf_tick_work) = IRQ_WORK_INIT_HARD(perf_tick_run);

static void perf_tick_contexts(struct perf_cpu_context *cpuctx)
{
	guard(perf_cpu)(cpuctx);
	perf_tick_begin(&cpuctx->ctx);
	if (cpuctx->task_ctx)
		perf_tick_begin(cpuctx->task_ctx);
	if (perf_tick_go_on_here(cpuctx))
		irq_work_queue(this_cpu_ptr(&perf_tick_work));
}

static bool perf_tick_is_needed(const struct perf_context *ctx)
{
	return !list_empty_careful(&ctx->freq) || !list_empty_careful(&ctx->freq_due) ||
	       perf_due_left(ctx, PERF_DUE_RELEASE) || perf_due_left(ctx, PERF_DUE_RELEASING);
}

/**
 * perf_event_task_tick - end the throttling window of this CPU and adjust periods
 *
 * Context: IRQs off, on each CPU at each tick.
 */
void perf_event_task_tick(void)
{
	struct perf_cpu_context *cpuctx = this_cpu_ptr(&perf_cpu_context);

	lockdep_assert_irqs_disabled();
	__this_cpu_inc(perf_cpu_context.throttle_seq);
	tick_dep_clear_cpu(smp_processor_id(), TICK_DEP_BIT_PERF_EVENTS);

	if (perf_tick_is_needed(&cpuctx->ctx) ||
	    (cpuctx->task_ctx && perf_tick_is_needed(cpuctx->task_ctx)))
		perf_tick_contexts(cpuctx);
}
