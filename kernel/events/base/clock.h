/* SPDX-License-Identifier: GPL-2.0 */
/*
 * perf_clock(), and stop-watches over it.
 *
 * A struct perf_run_clock holds its offset to perf_clock() while it runs and its reading
 * while it is stopped. Only perf_run_clock_start() and perf_run_clock_stop() write it, each
 * the value before @running, so perf_run_clock_at() is right in an NMI at any moment.
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
 * @time:    reading while stopped, ns
 * @offset:  reading minus perf_clock() while running, ns
 * @running: true from perf_run_clock_start() to perf_run_clock_stop()
 */
struct perf_run_clock {
	u64	time;
	u64	offset;
	bool	running;
};

/*
 * Reading of @clock when perf_clock() returned @now. Context: any, on the CPU that the clock
 * runs on, or under the lock that protects starting and stopping.
 */
static __always_inline u64 perf_run_clock_at(const struct perf_run_clock *clock, u64 now)
{
	return READ_ONCE(clock->running) ? clock->offset + now : clock->time;
}

static __always_inline void perf_run_clock_start(struct perf_run_clock *clock, u64 now)
{
	clock->offset = clock->time - now;
	barrier(); /* an NMI on this CPU must not see @running set before @offset */
	WRITE_ONCE(clock->running, true);
}

static __always_inline void perf_run_clock_stop(struct perf_run_clock *clock, u64 now)
{
	clock->time = clock->offset + now;
	barrier(); /* an NMI on this CPU must not see @running clear before @time */
	WRITE_ONCE(clock->running, false);
}

#endif /* _KERNEL_EVENTS_CLOCK_H */
