// SPDX-License-Identifier: GPL-2.0
/*
 * The timer that lets flexible groups take turns.
 *
 * One per CPU and PMU, and only while a group is waiting: placing groups arms it
 * when one does not fit, and it stops by itself at the first turn at which all
 * fit. The scheduler's handler makes a turn.
 *
 * The timers of a CPU end with it: hotplug.c stops them when the CPU goes, and again when
 * it comes back, for a task that stayed on the CPU to the last may have armed one since.
 * Until then that timer may fire on another CPU, to which timers of a dead CPU are moved,
 * and must not do there what is for its own.
 *
 * Owns: mux_timer, mux_interval, mux_ready, mux_armed of struct perf_cpu_pmu_context.
 * Context: IRQs off, on the CPU the timer belongs to, unless said otherwise.
 */
#include <linux/hrtimer.h>
#include <linux/perf_event.h>
#include <linux/smp.h>

#include "base/rotate.h"
#include "base/upcalls.h"

static enum hrtimer_restart perf_rotate_timer(struct hrtimer *timer)
{
	struct perf_cpu_pmu_context *cpc;

	cpc = container_of(timer, struct perf_cpu_pmu_context, mux_timer);
	if (cpc != this_cpu_ptr(cpc->pmu->cpu_pmu_context))
		return HRTIMER_NORESTART;
	if (!perf_upcalls.rotate(cpc)) {
		cpc->mux_armed = false;
		return HRTIMER_NORESTART;
	}
	hrtimer_forward_now(timer, READ_ONCE(cpc->mux_interval));
	return HRTIMER_RESTART;
}

static void perf_rotate_start(struct perf_cpu_pmu_context *cpc)
{
	hrtimer_start(&cpc->mux_timer, ktime_add(ktime_get(), READ_ONCE(cpc->mux_interval)),
		      HRTIMER_MODE_ABS_PINNED_HARD);
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
	perf_rotate_start(cpc);
}

/**
 * perf_rotate_stop - a CPU goes, or has come
 * @cpc: the PMU on that CPU
 *
 * Context: task, on that CPU; none of its groups is waiting.
 */
void perf_rotate_stop(struct perf_cpu_pmu_context *cpc)
{
	if (cpc->mux_ready)
		hrtimer_cancel(&cpc->mux_timer);
	cpc->mux_armed = false;
}

static void perf_rotate_restart(void *info)
{
	struct pmu *pmu = info;
	struct perf_cpu_pmu_context *cpc = this_cpu_ptr(pmu->cpu_pmu_context);

	if (cpc->mux_armed)
		perf_rotate_start(cpc);
}

/**
 * perf_rotate_set_interval - change the time between two turns of a PMU's groups
 * @pmu:      the PMU
 * @interval: the time
 *
 * A turn that has begun ends when @interval from now is over.
 *
 * Context: task, may sleep; the PMU stays registered.
 */
void perf_rotate_set_interval(struct pmu *pmu, ktime_t interval)
{
	int cpu;

	for_each_possible_cpu(cpu)
		WRITE_ONCE(per_cpu_ptr(pmu->cpu_pmu_context, cpu)->mux_interval, interval);
	/* A CPU that is offline has no turn, and reads the interval when it has one again. */
	on_each_cpu(perf_rotate_restart, pmu, 1);
}
