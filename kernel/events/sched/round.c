// SPDX-License-Identifier: GPL-2.0
/*
 * Running a function on several contexts, with one cross-call to each CPU at a time.
 *
 * perf_round_add() runs a call at once if the context is this CPU's, current's or inactive. It
 * collects calls on contexts that are active elsewhere; perf_round_end(), and perf_round_add()
 * when there are PERF_ROUND_CALLS, interrupt all their CPUs together and wait once. A call
 * whose context has moved meanwhile stays for the next time.
 *
 * A context is active on one CPU and call->cpu names one, so a call never runs on two CPUs.
 *
 * Owns: nothing. Locks: the caller keeps the instances, and so their contexts, from being
 * freed; perf_context_run_atomic() takes the context's lock.
 * Context: task, IRQs on.
 */
#include <linux/perf_event.h>
#include <linux/smp.h>

#include "sched/context.h"
#include "sched/round.h"
#include "sched/sched.h"

/* CPUs to interrupt; used with preemption off. */
static DEFINE_PER_CPU(struct cpumask, perf_round_cpus);

struct perf_round_visit {
	const struct perf_round	*round;
	struct perf_round_call	*call;
};

/* A perf_context_fn: migrate.c may have moved the instance since its context was read. */
static void perf_round_visit(struct perf_cpu_context *cpuctx, struct perf_context *ctx, void *data)
{
	const struct perf_round_visit *visit = data;
	struct perf_round_call *call = visit->call;

	if (READ_ONCE(call->event->ctx) == ctx)
		visit->round->fn(cpuctx, ctx, call, visit->round->data);
}

/* One visit, if this CPU may make it. Else call->cpu is the CPU to try. IRQs off. */
static void perf_round_try(const struct perf_round *round, struct perf_round_call *call)
{
	struct perf_round_visit visit = { .round = round, .call = call };

	call->ctx = READ_ONCE(call->event->ctx);
	call->cpu = perf_context_run_atomic(call->ctx, perf_round_visit, &visit);
}

/* IRQs are off: calls beyond PERF_SECTION_STEPS instances wait for the next time. */
static void perf_round_here(void *info)
{
	struct perf_round *round = info;
	unsigned int i, before, steps = 0;

	for (i = 0; i < round->nr && steps < PERF_SECTION_STEPS; i++) {
		struct perf_round_call *call = &round->calls[i];

		if (call->cpu != smp_processor_id())
			continue;
		before = call->left;
		perf_round_try(round, call);
		steps += before - call->left;
	}
}

static void perf_round_interrupt(struct perf_round *round)
{
	struct cpumask *cpus;
	unsigned int i;

	guard(preempt)();
	cpus = this_cpu_ptr(&perf_round_cpus);
	cpumask_clear(cpus);
	for (i = 0; i < round->nr; i++)
		cpumask_set_cpu(round->calls[i].cpu, cpus);
	on_each_cpu_mask(cpus, perf_round_here, round, true);
}

/* Try until the call is done or its context is active on another CPU. Return: it is done. */
static bool perf_round_call(const struct perf_round *round, struct perf_round_call *call)
{
	do {
		scoped_guard(irqsave)
			perf_round_try(round, call);
		perf_context_settle(call->ctx);
	} while (call->left && call->cpu < 0);
	return !call->left;
}

/* Interrupt the CPUs of all collected calls until no call is left. */
static void perf_round_flush(struct perf_round *round)
{
	unsigned int i, kept;

	while (round->nr) {
		perf_round_interrupt(round);
		for (i = kept = 0; i < round->nr; i++) {
			struct perf_round_call *call = &round->calls[i];

			perf_context_settle(call->ctx);
			if (call->left && !perf_round_call(round, call))
				round->calls[kept++] = *call;
		}
		round->nr = kept;
	}
}

/**
 * perf_round_add - call the round's function on the context of an instance
 * @round: the round
 * @event: the instance; the caller keeps it until perf_round_end() has returned
 * @left:  instances that the call is about, 1 or more
 *
 * Context: task, IRQs on; the function may run until perf_round_end() returns.
 */
void perf_round_add(struct perf_round *round, struct perf_event *event, unsigned int left)
{
	struct perf_round_call call = { .event = event, .left = left };

	if (perf_round_call(round, &call))
		return;
	if (round->nr == PERF_ROUND_CALLS)
		perf_round_flush(round);
	round->calls[round->nr++] = call;
}

/**
 * perf_round_end - wait until all calls of a round are done
 * @round: the round, which is empty afterwards
 *
 * Context: task, IRQs on.
 */
void perf_round_end(struct perf_round *round)
{
	perf_round_flush(round);
}
