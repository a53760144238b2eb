/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Time, as events see it.
 *
 * A run clock is a stop-watch over perf_clock(): it keeps its distance to it
 * while it runs and its reading while it stands still. Starting and stopping it
 * is all it ever needs, so a reader in an NMI finds it right at any moment, if
 * the writer stores the value before the flag that makes it count.
 */
#ifndef _KERNEL_EVENTS_CLOCK_H
#define _KERNEL_EVENTS_CLOCK_H

#include <linux/compiler.h>
#include <linux/sched/clock.h>
#include <linux/types.h>

/* The clock of time stamps and of times enabled and running, in ns. */
static __always_inline u64 perf_clock(void)
{
	return local_clock();
}

/**
 * struct perf_run_clock - a stop-watch
 * @time:    reading while it stands still, ns
 * @offset:  reading minus perf_clock() while it runs, ns
 * @running: does it run?
 */
struct perf_run_clock {
	u64	time;
	u64	offset;
	bool	running;
};

/*
 * Reading at the time @now of perf_clock(). Any context, on the CPU the clock
 * runs on or under the lock that guards starting and stopping.
 */
static __always_inline u64 perf_run_clock_at(const struct perf_run_clock *clock, u64 now)
{
	return READ_ONCE(clock->running) ? clock->offset + now : clock->time;
}

static __always_inline void perf_run_clock_start(struct perf_run_clock *clock, u64 now)
{
	clock->offset = clock->time - now;
	barrier(); /* an NMI on this CPU must not see the flag before the offset */
	WRITE_ONCE(clock->running, true);
}

static __always_inline void perf_run_clock_stop(struct perf_run_clock *clock, u64 now)
{
	clock->time = clock->offset + now;
	barrier(); /* an NMI on this CPU must not see the flag before the reading */
	WRITE_ONCE(clock->running, false);
}

#endif /* _KERNEL_EVENTS_CLOCK_H */
