// SPDX-License-Identifier: GPL-2.0
/*
 * Counters without an interrupt (PERF_PMU_CAP_NO_INTERRUPT) must be read before they run
 * through their whole range.
 *
 * While such a counter runs, perf_x86_poll() updates the CPU's counts each second. A 32-bit
 * counter takes longer than that below 4 GHz; all processors that need the timer are slower.
 *
 * Owns: poll_timer of struct perf_x86_cpu. No locks.
 * Context: on the CPU, IRQs off.
 */
#include <linux/hrtimer.h>
#include <linux/ktime.h>

#include "count.h"
#include "poll.h"

#define PERF_X86_POLL_NS	NSEC_PER_SEC

static enum hrtimer_restart perf_x86_poll(struct hrtimer *timer)
{
	struct perf_x86_cpu *cpu = container_of(timer, struct perf_x86_cpu, poll_timer);
	unsigned int counter;

	if (!cpu->running)
		return HRTIMER_NORESTART;
	perf_x86_for_each_counter(counter, cpu->running)
		perf_x86_update(cpu->owner[counter]);
	hrtimer_forward_now(timer, ns_to_ktime(PERF_X86_POLL_NS));
	return HRTIMER_RESTART;
}

/**
 * perf_x86_poll_init - initialize a CPU's timer, once
 * @cpu: any CPU
 *
 * Context: task.
 */
void perf_x86_poll_init(struct perf_x86_cpu *cpu)
{
	hrtimer_init(&cpu->poll_timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
	cpu->poll_timer.function = perf_x86_poll;
}

/**
 * perf_x86_poll_arm - start this CPU's timer if its counters need it
 * @cpu: this CPU
 */
void perf_x86_poll_arm(struct perf_x86_cpu *cpu)
{
	if (!(cpu->pmu->pmu.capabilities & PERF_PMU_CAP_NO_INTERRUPT) || !cpu->running ||
	    hrtimer_active(&cpu->poll_timer))
		return;
	hrtimer_start(&cpu->poll_timer, ns_to_ktime(PERF_X86_POLL_NS),
		      HRTIMER_MODE_REL_PINNED_HARD);
}

/**
 * perf_x86_poll_cancel - stop a CPU's timer before @cpu is freed
 * @cpu: any CPU, no event on its counters
 *
 * Context: task.
 */
void perf_x86_poll_cancel(struct perf_x86_cpu *cpu)
{
	hrtimer_cancel(&cpu->poll_timer);
}
