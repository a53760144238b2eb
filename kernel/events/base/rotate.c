// SPDX-License-Identifier: GPL-2.0
/*
 * The timer that multiplexes flexible groups.
 *
 * Each PMU has one timer per CPU. The scheduler (sched.c) arms the timer by perf_rotate_arm()
 * when a group does not fit; the timer stops at the first turn at which all groups fit.
 * perf_upcalls.rotate() rotates the groups.
 *
 * hotplug.c stops the timers of a CPU that goes offline, and again when the CPU comes back,
 * since a task that stayed on the CPU to the last may have armed a timer in between. Until
 * then that timer may fire on another CPU, to which the kernel moves the timers of a dead
 * CPU; perf_rotate_timer() must do nothing there.
 *
 * Owns: mux_timer, mux_interval, mux_ready, mux_armed of struct perf_cpu_pmu_context.
 * Context: IRQs off, on the CPU of the timer, unless a function states otherwise.
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
 * perf_rotate_arm - arm the timer for a group that does not fit
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
 * perf_rotate_stop - stop the timer of a CPU that goes offline or comes online
 * @cpc: the PMU on that CPU
 *
 * Context: task, on that CPU; no group of @cpc is waiting.
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
 * @interval: the new time
 *
 * The present turn ends @interval from now.
 *
 * Context: task, may sleep; the PMU stays registered.
 */
void perf_rotate_set_interval(struct pmu *pmu, ktime_t interval)
{
	int cpu;

	for_each_possible_cpu(cpu)
		WRITE_ONCE(per_cpu_ptr(pmu->cpu_pmu_context, cpu)->mux_interval, interval);
	/* An offline CPU has no turn; perf_rotate_arm() reads the new interval later. */
	on_each_cpu(perf_rotate_restart, pmu, 1);
}
