// SPDX-License-Identifier: GPL-2.0
/*
 * The time that the task of a context spends off the CPU.
 *
 * perf_context::clock runs while the task runs, so perf_clock() minus that clock is a clock of
 * the time off the CPU, which needs no work at a context switch. To divide that time by its
 * cause, perf_off_cpu_begin() records at a switch-out whether the task is runnable, and
 * perf_off_cpu_end() adds up the intervals of tasks that were.
 *
 * Instances that sample are visited when their task comes back, but not each time:
 * perf_off_cpu::to_visit is the time off the CPU until the next visit. A visit sets it to the
 * least that an instance asks for, and perf_off_cpu_end() subtracts each interval.
 *
 * Owns: struct perf_off_cpu, except its slot; perf_off_cpu_events, the key that the context
 * switch tests.
 * Locks: the context's.
 * Context: IRQs off, unless said otherwise.
 */
#include <linux/perf_event.h>
#include <linux/sched.h>

#include "base/deferred_key.h"
#include "sched/off_cpu.h"

DEFINE_STATIC_KEY_FALSE(perf_off_cpu_events);

static struct perf_deferred_key perf_off_cpu_key =
	PERF_DEFERRED_KEY_INIT(perf_off_cpu_key, &perf_off_cpu_events.key);

/**
 * perf_off_cpu_get - let context switches keep struct perf_off_cpu
 *
 * Context: task, may sleep.
 */
void perf_off_cpu_get(void)
{
	perf_deferred_key_get(&perf_off_cpu_key);
}

/**
 * perf_off_cpu_put - undo perf_off_cpu_get()
 *
 * Context: any.
 */
void perf_off_cpu_put(void)
{
	perf_deferred_key_put(&perf_off_cpu_key);
}

/**
 * perf_off_cpu_begin - the task of a context, current, leaves the CPU
 * @ctx: the context, locked
 * @now: perf_ctx_now()
 */
void perf_off_cpu_begin(struct perf_context *ctx, u64 now)
{
	struct perf_off_cpu *off = ctx->off;

	if (!off)
		return;
	off->since = now;
	off->runnable = task_is_runnable(current);
}

/**
 * perf_off_cpu_end - the task of a context gets the CPU
 * @ctx: the context, locked, not active yet
 * @now: perf_ctx_now()
 */
void perf_off_cpu_end(struct perf_context *ctx, u64 now)
{
	struct perf_off_cpu *off = ctx->off;

	if (!off)
		return;
	off->last = now - off->since;
	off->last_runnable = off->runnable;
	off->runnable = false;
	barrier(); /* an NMI on this CPU must not count the interval twice */
	if (off->last_runnable)
		off->preempted += off->last;
	off->to_visit -= off->last;
}

/**
 * perf_off_cpu_visit_within - ask for a visit of an instance when its task comes back
 * @ctx: context of the instance, which is in perf_event_slot::off_events and on any CPU
 * @ns:  at the first switch-in after so much time off the CPU; 0: at the next switch-in
 *
 * The visit may come earlier, since all instances are visited when one is. A visit ends the wishes
 * of all.
 *
 * Context: IRQs off, on the CPU that @ctx is active on, or @ctx->lock held.
 */
void perf_off_cpu_visit_within(struct perf_context *ctx, u64 ns)
{
	struct perf_off_cpu *off = ctx->off;

	off->to_visit = min_t(s64, off->to_visit, min_t(u64, ns, S64_MAX));
}

/* True while the task of @ctx is being forked. */
static bool perf_off_cpu_is_new(const struct perf_context *ctx)
{
	return ctx->task != TASK_TOMBSTONE && READ_ONCE(ctx->task->__state) == TASK_NEW;
}

/* A new task waits for a CPU. */
static bool perf_off_cpu_is_runnable(const struct perf_context *ctx)
{
	if (ctx->task == TASK_TOMBSTONE)
		return false;
	return perf_off_cpu_is_new(ctx) || task_is_runnable(ctx->task);
}

/*
 * The clocks stand still while the task is being forked, so that all inherited instances begin
 * at the same moment, and once it has exited.
 */
static u64 perf_off_cpu_now(const struct perf_context *ctx)
{
	if (ctx->task == TASK_TOMBSTONE || perf_off_cpu_is_new(ctx))
		return ctx->off->since;
	return perf_ctx_now();
}

/**
 * perf_off_cpu_add - an instance begins to count time off the CPU
 * @ctx: its context, locked
 *
 * While no instance counts, context switches may leave the fields of struct perf_off_cpu as they
 * are. An interval that has begun by now counts from now on, by the present state of the task.
 */
void perf_off_cpu_add(struct perf_context *ctx)
{
	struct perf_off_cpu *off = ctx->off;

	lockdep_assert_held(&ctx->lock);
	if (off->nr_active++ || ctx->active)
		return;
	off->since = perf_ctx_now();
	off->runnable = perf_off_cpu_is_runnable(ctx);
}

/**
 * perf_off_cpu_del - an instance ceases to count time off the CPU
 * @ctx: its context, locked
 */
void perf_off_cpu_del(struct perf_context *ctx)
{
	ctx->off->nr_active--;
}

/**
 * perf_off_cpu_clock - clock of the time off the CPU, to some origin
 * @ctx:  context with perf_context::off
 * @kind: which of the time
 *
 * Context: on the CPU that @ctx is active on, NMI included; elsewhere @ctx->lock held.
 * Return: its reading at perf_ctx_now(), ns.
 */
u64 perf_off_cpu_clock(const struct perf_context *ctx, enum perf_off_cpu_kind kind)
{
	const struct perf_off_cpu *off = ctx->off;
	u64 now = perf_off_cpu_now(ctx);
	u64 all = now - perf_run_clock_at(&ctx->clock, now);
	u64 preempted;

	if (kind == PERF_OFF_CPU_ALL)
		return all;
	preempted = off->preempted;
	if (!ctx->active && off->runnable)
		preempted += now - off->since;
	return kind == PERF_OFF_CPU_PREEMPTED ? preempted : all - preempted;
}

/**
 * perf_off_cpu_last - length of the last interval off the CPU, which has ended
 * @ctx:  active context with perf_context::off
 * @kind: which of the time
 *
 * Return: ns; 0 if the interval is of another kind.
 */
u64 perf_off_cpu_last(const struct perf_context *ctx, enum perf_off_cpu_kind kind)
{
	const struct perf_off_cpu *off = ctx->off;
	bool runnable = kind == PERF_OFF_CPU_PREEMPTED;

	return kind == PERF_OFF_CPU_ALL || off->last_runnable == runnable ? off->last : 0;
}
