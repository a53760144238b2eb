// SPDX-License-Identifier: GPL-2.0
/*
 * Polling of @free_running counters, which cannot interrupt.
 *
 * Such a counter has 32 bits and does not report when they wrap, so perf_power_poll_fire() reads
 * it often enough: a cycle counter wraps after 2^32 cycles, most of a second on the fastest
 * processor that has one. The timer runs while an event is on a free-running counter, and ends
 * by itself when there is none.
 *
 * Owns a timer for each CPU, perf_power_poll. No locks: the timer is started, and fires, with
 * IRQs off on its CPU; when that CPU goes down the timer may fire on another, and then does
 * nothing.
 * Context: as the functions say.
 */
#include <linux/hrtimer.h>
#include <linux/ktime.h>
#include <linux/percpu.h>

#include "count.h"
#include "pmc.h"
#include "poll.h"

/* Below 2^32 cycles even at 16 GHz. */
#define PERF_POLL_INTERVAL	ms_to_ktime(250)

static DEFINE_PER_CPU(struct hrtimer, perf_power_poll);

static enum hrtimer_restart perf_power_poll_fire(struct hrtimer *timer)
{
	struct perf_power_cpu *cpu = this_cpu_ptr(&perf_power_cpu);
	unsigned long running = cpu->running & cpu->model->free_running;
	unsigned int counter;

	if (!running || timer != this_cpu_ptr(&perf_power_poll))
		return HRTIMER_NORESTART;
	for_each_set_bit(counter, &running, PERF_POWER_COUNTERS)
		perf_power_update_running(cpu->owner[counter]);
	hrtimer_forward_now(timer, PERF_POLL_INTERVAL);
	return HRTIMER_RESTART;
}

/**
 * perf_power_poll_begin() - start the timer for an event on a free-running counter
 *
 * A timer that is queued already stays as it is; restarting it would put it off forever if
 * events come and go often.
 *
 * Context: on the CPU, IRQs off; locks of the scheduler may be held.
 */
void perf_power_poll_begin(void)
{
	struct hrtimer *timer = this_cpu_ptr(&perf_power_poll);

	if (!hrtimer_is_queued(timer))
		hrtimer_start(timer, PERF_POLL_INTERVAL, HRTIMER_MODE_REL_PINNED_HARD);
}

/**
 * perf_power_poll_prepare() - cancel the timer of a CPU that comes up
 * @number: the CPU
 *
 * The timer may still be queued on the CPU that it moved to when its own went down.
 *
 * Context: task, may sleep; on any CPU.
 */
void perf_power_poll_prepare(unsigned int number)
{
	hrtimer_cancel(per_cpu_ptr(&perf_power_poll, number));
}

/**
 * perf_power_poll_init() - set up the timers
 *
 * Context: boot, once, before the first perf_power_poll_prepare().
 */
void __init perf_power_poll_init(void)
{
	struct hrtimer *timer;
	unsigned int number;

	for_each_possible_cpu(number) {
		timer = per_cpu_ptr(&perf_power_poll, number);
		hrtimer_init(timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
		timer->function = perf_power_poll_fire;
	}
}
