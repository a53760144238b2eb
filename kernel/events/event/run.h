/* SPDX-License-Identifier: GPL-2.0 */
/* Running a function on the context of an instance that may migrate to another CPU. */
#ifndef _KERNEL_EVENTS_RUN_H
#define _KERNEL_EVENTS_RUN_H

#include "sched/context.h"

/**
 * struct perf_event_run - an instance on whose context a function runs
 * @event: the instance
 * @done:  the function has found @event in its context
 *
 * A member of the function's own data.
 */
struct perf_event_run {
	struct perf_event	*event;
	bool			done;
};

/* Is the instance still in @ctx? If not, the function returns and runs again elsewhere. */
static __always_inline bool perf_event_run_arrived(struct perf_event_run *run,
						   const struct perf_context *ctx)
{
	run->done = READ_ONCE(run->event->ctx) == ctx;
	return run->done;
}

/*
 * Run @fn on the context of run->event, with @run as its data, until perf_event_run_arrived()
 * returns true there: migrate.c may move the instance meanwhile. Context: task, IRQs on.
 */
static __always_inline void perf_event_run(struct perf_event_run *run, perf_context_fn fn)
{
	do {
		perf_context_run(READ_ONCE(run->event->ctx), fn, run);
	} while (!run->done);
}

#endif /* _KERNEL_EVENTS_RUN_H */
