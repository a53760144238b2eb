/* SPDX-License-Identifier: GPL-2.0 */
/* Running a function on several contexts, with one cross-call to each CPU at a time. */
#ifndef _KERNEL_EVENTS_ROUND_H
#define _KERNEL_EVENTS_ROUND_H

#include "base/context_types.h"

/* Calls that a round collects. */
#define PERF_ROUND_CALLS	32

/**
 * struct perf_round_call - a call on the context of an instance
 * @event: the instance; the function may go on to others
 * @ctx:   its context when it was tried last
 * @left:  instances that the call is still about; the call ends with 0
 * @cpu:   while the call waits in perf_round::calls, the CPU to try next
 */
struct perf_round_call {
	struct perf_event	*event;
	struct perf_context	*ctx;
	unsigned int		left;
	int			cpu;
};

/**
 * typedef perf_round_fn - a function that a round calls
 * @cpuctx: as for perf_context_fn
 * @ctx:    the context of call->event
 * @call:   the function takes what it has done off call->left, from one to
 *          PERF_SECTION_STEPS, and sets call->event to the instance that is next
 * @data:   as passed to perf_round_init(); calls on several CPUs use it at once
 *
 * IRQs are off and locks are held as for perf_context_fn. It installs nothing.
 */
typedef void (*perf_round_fn)(struct perf_cpu_context *cpuctx, struct perf_context *ctx,
			      struct perf_round_call *call, void *data);

/**
 * struct perf_round - calls of one function on the contexts of many instances
 * @fn:    the function
 * @data:  passed to @fn
 * @nr:    number of calls in @calls
 * @calls: those that wait for another CPU
 */
struct perf_round {
	perf_round_fn		fn;
	void			*data;
	unsigned int		nr;
	struct perf_round_call	calls[PERF_ROUND_CALLS];
};

/* @calls has no value before it is used, so this costs no more than the three others. */
static inline void perf_round_init(struct perf_round *round, perf_round_fn fn, void *data)
{
	round->fn = fn;
	round->data = data;
	round->nr = 0;
}

void perf_round_add(struct perf_round *round, struct perf_event *event, unsigned int left);
void perf_round_end(struct perf_round *round);

#endif /* _KERNEL_EVENTS_ROUND_H */
