// SPDX-License-Identifier: GPL-2.0
/*
 * The timer that lets flexible groups take turns.
 *
 * One per CPU and PMU, and only while a group is waiting: placing groups arms it
 * when one does not fit, and it stops by itself at the first turn at which all
 * fit. What a turn is, the scheduler says through the handler.
 *
 * Owns: mux_timer, mux_ready, mux_armed of struct perf_cpu_pmu_context.
 * Context: IRQs off, on the CPU the timer belongs to.
 */
#include <linux/hrtimer.h>
#include <linux/perf_event.h>

#include "rotate.h"

static bool (*perf_rotate_handler)(struct perf_cpu_pmu_context *cpc) __ro_after_init;

static enum hrtimer_restart perf_rotate_timer(struct hrtimer *timer)
{
	struct perf_cpu_pmu_context *cpc;

	cpc = container_of(timer, struct perf_cpu_pmu_context, mux_timer);
	if (!perf_rotate_handler(cpc)) {
		cpc->mux_armed = false;
		return HRTIMER_NORESTART;
	}
	hrtimer_forward_now(timer, READ_ONCE(cpc->mux_interval));
	return HRTIMER_RESTART;
}

/**
 * perf_rotate_set_handler - say what a turn is
 * @handler: rotates the groups of the PMU on this CPU; false: nobody waits
 */
void __init perf_rotate_set_handler(bool (*handler)(struct perf_cpu_pmu_context *cpc))
{
	perf_rotate_handler = handler;
}

/**
 * perf_rotate_arm - a group is waiting for its turn
 * @cpc: the PMU on this CPU
 */
void perf_rotate_arm(struct perf_cpu_pmu_context *cpc)
{
	lockdep_assert_irqs_disabled();
	if (cpc->mux_armed)
		return;
	if (!cpc->mux_ready) {
		hrtimer_init(&cpc->mux_timer, CLOCK_MONOTONIC, HRTIMER_MODE_ABS_PINNED_HARD);
		cpc->mux_timer.function = perf_rotate_timer;
		cpc->mux_ready = true;
	}
	cpc->mux_armed = true;
	hrtimer_start(&cpc->mux_timer, ktime_add(ktime_get(), READ_ONCE(cpc->mux_interval)),
		      HRTIMER_MODE_ABS_PINNED_HARD);
}
