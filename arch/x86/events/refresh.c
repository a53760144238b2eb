// SPDX-License-Identifier: GPL-2.0
/*
 * Counters that wrap without telling: somebody has to look before they do so twice.
 *
 * While one of them counts, a timer of the CPU brings the counts up to date. It goes off
 * often enough for a counter of 32 bits at more than a gigahertz; none of the processors
 * that need it is as fast.
 *
 * Owns: refresh of struct perf_x86_cpu. No locks.
 * Context: on the CPU, IRQs off.
 */
#include <linux/hrtimer.h>
#include <linux/ktime.h>

#include "count.h"
#include "refresh.h"

#define PERF_X86_REFRESH_NS	NSEC_PER_SEC

static enum hrtimer_restart perf_x86_refresh(struct hrtimer *timer)
{
	struct perf_x86_cpu *cpu = container_of(timer, struct perf_x86_cpu, refresh);
	unsigned int counter;

	if (!cpu->running)
		return HRTIMER_NORESTART;
	perf_x86_for_each_counter(counter, cpu->running)
		perf_x86_update(cpu->owner[counter]);
	hrtimer_forward_now(timer, ns_to_ktime(PERF_X86_REFRESH_NS));
	return HRTIMER_RESTART;
}

/**
 * perf_x86_refresh_init - once for each CPU
 * @cpu: the CPU, any
 *
 * Context: task.
 */
void perf_x86_refresh_init(struct perf_x86_cpu *cpu)
{
	hrtimer_init(&cpu->refresh, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
	cpu->refresh.function = perf_x86_refresh;
}

/**
 * perf_x86_refresh_arm - counters may count from now on
 * @cpu: this CPU
 */
void perf_x86_refresh_arm(struct perf_x86_cpu *cpu)
{
	if (!(cpu->unit->pmu.capabilities & PERF_PMU_CAP_NO_INTERRUPT) || !cpu->running ||
	    hrtimer_active(&cpu->refresh))
		return;
	hrtimer_start(&cpu->refresh, ns_to_ktime(PERF_X86_REFRESH_NS),
		      HRTIMER_MODE_REL_PINNED_HARD);
}

/**
 * perf_x86_refresh_cancel - before the state of a CPU is freed
 * @cpu: the CPU, any; nothing runs on it
 *
 * Context: task.
 */
void perf_x86_refresh_cancel(struct perf_x86_cpu *cpu)
{
	hrtimer_cancel(&cpu->refresh);
}
