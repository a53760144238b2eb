// SPDX-License-Identifier: GPL-2.0
/*
 * Contexts: making and finding them, running functions on them.
 *
 * Owns: struct perf_context; task_struct::perf_event_ctxp, through
 * perf_task_set_context().
 *
 * Lifetime: its task (until exit), each installed instance and each context cloned from it
 * hold references on a context, which is freed after a grace period. A context holds no
 * reference on its task: exit sets ->task to TASK_TOMBSTONE under the lock before the task can
 * be freed, and code that follows ->task without the lock is in an RCU read section.
 *
 * Locks: those of context_types.h. Context: task, unless said otherwise.
 */
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/smp.h>

#include "base/due.h"
#include "base/locks.h"
#include "base/why.h"
#include "sched/active.h"
#include "sched/context.h"
#include "sched/sched.h"

/**
 * perf_slot_init - prepare a zeroed slot
 * @slot: the slot
 * @ctx:  its context
 * @cpu:  CPU its instances are bound to, -1 for any
 * @cgrp: control group they are bound to, NULL for none
 */
void perf_slot_init(struct perf_event_slot *slot, struct perf_context *ctx, int cpu,
		    struct perf_cgroup *cgrp)
{
	slot->ctx = ctx;
	slot->cpu = cpu;
	slot->cgrp = cgrp;
	slot->enabled_clock = cgrp ? &slot->clock : &ctx->clock;
	INIT_LIST_HEAD(&slot->pmu_ctxs);
	INIT_LIST_HEAD(&slot->active_entry);
}

/**
 * perf_context_init - prepare a zeroed context
 * @ctx:  the context
 * @cpu:  CPU it belongs to, -1 for a task's
 * @task: task it belongs to, NULL for a CPU's
 */
void perf_context_init(struct perf_context *ctx, int cpu, struct task_struct *task)
{
	raw_spin_lock_init(&ctx->lock);
	mutex_init(&ctx->mutex);
	ctx->cpu = cpu;
	ctx->task = task;
	xa_init(&ctx->slots);
	INIT_LIST_HEAD(&ctx->event_list);
	INIT_LIST_HEAD(&ctx->sb_list);
	INIT_LIST_HEAD(&ctx->unsynced);
	INIT_LIST_HEAD(&ctx->freq);
	INIT_LIST_HEAD(&ctx->freq_due);
	perf_due_init(ctx);
	refcount_set(&ctx->refcount, 1);
	perf_slot_init(&ctx->any, ctx, -1, NULL);
}

/**
 * perf_context_alloc - a context for a task
 * @task: the task
 *
 * Return: the context with one reference, or NULL.
 */
struct perf_context *perf_context_alloc(struct task_struct *task)
{
	struct perf_context *ctx = kzalloc(sizeof(*ctx), GFP_KERNEL);

	if (ctx)
		perf_context_init(ctx, -1, task);
	return ctx;
}

/**
 * perf_context_put - drop a reference
 * @ctx: the context
 *
 * The last reference of a clone drops that on its parent, so this loops over the ancestors.
 *
 * Context: any but NMI.
 */
void perf_context_put(struct perf_context *ctx)
{
	/* A CPU's context keeps the reference of perf_context_init(). */
	while (ctx && refcount_dec_and_test(&ctx->refcount)) {
		struct perf_context *parent = ctx->parent;

		WARN_ON_ONCE(ctx->nr_events);
		if (ctx->off)
			kfree_rcu(ctx->off, slot.rcu_head);
		kfree_rcu(ctx, rcu_head);
		ctx = parent;
	}
}

/**
 * perf_context_pin - keep a task's context from being swapped
 * @task: the task
 *
 * Return: the context, referenced; it stays the task's until perf_context_unpin().
 * NULL if the task has none (any more).
 */
struct perf_context *perf_context_pin(struct task_struct *task)
{
	struct perf_context *ctx;

	guard(rcu)();
	while ((ctx = perf_task_context(task))) {
		/* perf_contexts_swap() holds both locks while two tasks swap contexts. */
		guard(raw_spinlock_irqsave)(&ctx->lock);
		if (ctx != perf_task_context(task))
			continue;
		if (ctx->task == TASK_TOMBSTONE)
			return NULL;
		ctx->pin_count++;
		perf_context_get(ctx);
		return ctx;
	}
	return NULL;
}

/**
 * perf_context_unpin - undo perf_context_pin() or perf_context_find_get()
 * @ctx: the context; the reference is dropped
 */
void perf_context_unpin(struct perf_context *ctx)
{
	scoped_guard(raw_spinlock_irqsave, &ctx->lock)
		ctx->pin_count--;
	perf_context_put(ctx);
}

/* Gives @task a context, unless it has one already or is exiting. */
static int perf_task_make_context(struct task_struct *task)
{
	struct perf_context *ctx = perf_context_alloc(task);

	if (!ctx)
		return -ENOMEM;

	mutex_lock(&task->perf_event_mutex);
	if (task->flags & PF_EXITING) {
		mutex_unlock(&task->perf_event_mutex);
		perf_context_put(ctx);
		return -ESRCH;
	}
	if (perf_task_context(task)) {
		perf_context_put(ctx);
	} else {
		/* Pairs with READ_ONCE() in perf_task_context(): @ctx is initialised. */
		smp_store_release(&task->perf_event_ctxp, &ctx->head);
		/*
		 * Pairs with the barrier in __perf_event_task_sched_in(): either
		 * __perf_event_task_sched_in() finds the context, or perf_context_run()
		 * finds the task running and interrupts it.
		 */
		smp_mb();
	}
	mutex_unlock(&task->perf_event_mutex);
	return 0;
}

/**
 * perf_context_find_get - find or make the context of a task, or find that of a CPU
 * @task: task to monitor; NULL for a CPU
 * @cpu:  CPU, if @task is NULL
 *
 * Return: the context, pinned and referenced; -ESRCH if the task is exiting,
 * -ENOMEM.
 */
struct perf_context *perf_context_find_get(struct task_struct *task, int cpu)
{
	struct perf_context *ctx;
	int err;

	if (!task) {
		ctx = &per_cpu_ptr(&perf_cpu_context, cpu)->ctx;
		perf_context_get(ctx);
		scoped_guard(raw_spinlock_irqsave, &ctx->lock)
			ctx->pin_count++;
		return ctx;
	}

	while (!(ctx = perf_context_pin(task))) {
		err = perf_task_make_context(task);
		if (err)
			return ERR_PTR(err);
	}
	return ctx;
}

/* Running functions on a context. */
struct perf_context_call {
	struct perf_context		*ctx;
	perf_context_fn			fn;
	void				*data;
	bool				adds;
	bool				done;
};

/* With the CPU's lock as well: call->fn() may change groups that are scheduled in. */
static noinline void perf_context_call_adding(struct perf_cpu_context *cpuctx,
					      struct perf_context_call *call)
{
	struct perf_context *ctx = call->ctx;

	guard(perf_cpu)(cpuctx);
	call->fn(READ_ONCE(cpuctx->online) ? cpuctx : NULL, ctx, call->data);
	perf_sched_sync_siblings(ctx);
	if (!list_empty(&cpuctx->dirty))
		perf_sched_flush(cpuctx);
	call->done = true;
}

/* The context of the running task, installed since the task was switched in. */
static noinline void perf_context_call_new(struct perf_cpu_context *cpuctx,
					   struct perf_context_call *call)
{
	struct perf_context *ctx = call->ctx;

	perf_ctx_now_invalidate(cpuctx);
	guard(raw_spinlock)(&cpuctx->ctx.lock);
	guard(raw_spinlock)(&ctx->lock);
	if (ctx->task != current)
		return;
	call->fn(NULL, ctx, call->data);
	perf_sched_sync_siblings(ctx);
	if (ctx->nr_events)
		perf_sched_context_in(cpuctx, ctx);
	call->done = true;
}

/* Runs the function if the context is active on this CPU, or should be. IRQs off. */
static __always_inline void perf_context_call_local(struct perf_context_call *call)
{
	struct perf_cpu_context *cpuctx = this_cpu_ptr(&perf_cpu_context);
	struct perf_context *ctx = call->ctx;

	if (!call->adds && ctx == cpuctx->task_ctx && !ctx->nr_switched) {
		/* The lock of the task's context is enough. */
		perf_ctx_now_invalidate(cpuctx);
		guard(raw_spinlock)(&ctx->lock);
		call->fn(cpuctx, ctx, call->data);
		perf_sched_sync_siblings(ctx);
		call->done = true;
	} else if (&cpuctx->ctx == ctx || cpuctx->task_ctx == ctx) {
		perf_context_call_adding(cpuctx, call);
	} else if (READ_ONCE(ctx->task) == current) {
		perf_context_call_new(cpuctx, call);
	}
}

static void perf_context_call_here(void *info)
{
	perf_context_call_local(info);
}

/*
 * Runs the function if the context is active on no CPU and about to be on none: its lock alone
 * keeps it inactive. Return: true if the function has run.
 */
static bool perf_context_call_inactive(struct perf_context_call *call)
{
	struct perf_context *ctx = call->ctx;
	bool active;

	guard(raw_spinlock_irqsave)(&ctx->lock);
	if (perf_context_is_task(ctx))
		active = ctx->active || (ctx->task != TASK_TOMBSTONE && task_curr(ctx->task));
	else
		active = per_cpu_ptr(&perf_cpu_context, ctx->cpu)->online;
	if (active)
		return false;
	/* An inactive context has no clock that runs but that of time off the CPU. */
	if (unlikely(ctx->off))
		perf_ctx_now_invalidate(this_cpu_ptr(&perf_cpu_context));
	call->fn(NULL, ctx, call->data);
	perf_sched_sync_siblings(ctx);
	return true;
}

/* Return: the CPU of @ctx or of its running task; -1: the task does not run. RCU read section. */
static int perf_context_cpu(const struct perf_context *ctx)
{
	struct task_struct *task;

	if (!perf_context_is_task(ctx))
		return ctx->cpu;
	task = READ_ONCE(ctx->task);
	if (task == TASK_TOMBSTONE || !task_curr(task))
		return -1;
	return task_cpu(task);
}

/* Calls the CPU on which the context is active, until the function has run there or here. */
static noinline void perf_context_call_elsewhere(struct perf_context_call *call)
{
	int cpu;

	do {
		guard(rcu)();
		cpu = perf_context_cpu(call->ctx);
		if (cpu >= 0)
			smp_call_function_single(cpu, perf_context_call_here, call, 1);
		if (call->done || perf_context_call_inactive(call))
			return;
		cpu_relax();
	} while (true);
}

static __always_inline void perf_context_call(struct perf_context_call *call)
{
	unsigned long flags;

	local_irq_save(flags);
	perf_context_call_local(call);
	local_irq_restore(flags);
	if (!call->done)
		perf_context_call_elsewhere(call);
}

/* perf_sched_sync_siblings() runs after each perf_context_fn. */
static void perf_context_sync_fn(struct perf_cpu_context *cpuctx,
				 struct perf_context *ctx, void *data)
{
}

static bool perf_context_is_synced(const struct perf_context *ctx)
{
	return list_empty_careful(&ctx->unsynced);
}

/*
 * Let all siblings of resident groups follow their leaders, with IRQs on in between. The number
 * of rounds is bounded: a caller that enables or disables a leader meanwhile runs as many
 * rounds itself.
 */
static noinline void perf_context_sync(struct perf_context *ctx)
{
	int rounds = READ_ONCE(ctx->nr_events) / PERF_SECTION_STEPS + 1;

	while (rounds-- && !perf_context_is_synced(ctx)) {
		struct perf_context_call call = { .ctx = ctx, .fn = perf_context_sync_fn };

		perf_context_call(&call);
	}
}

/**
 * perf_context_settle - let siblings of resident groups follow their leaders
 * @ctx: a context on which perf_context_run_atomic() has run a function
 *
 * Context: task, IRQs on.
 */
void perf_context_settle(struct perf_context *ctx)
{
	if (unlikely(!perf_context_is_synced(ctx)))
		perf_context_sync(ctx);
}

/**
 * perf_context_run - run a function on a context, wherever it is active
 * @ctx:  the context
 * @fn:   the function; it installs nothing, and its length is bounded
 * @data: passed to @fn
 *
 * When this returns, siblings of resident groups have followed their leaders.
 *
 * For the contexts of the current task and of this CPU, and for inactive ones, @fn runs here;
 * only a context that is active on another CPU needs a cross-call. @fn runs once, also if the
 * task of @ctx has exited.
 *
 * Context: task, IRQs on; not from within @fn.
 */
void perf_context_run(struct perf_context *ctx, perf_context_fn fn, void *data)
{
	struct perf_context_call call = { .ctx = ctx, .fn = fn, .data = data };

	perf_context_call(&call);
	perf_context_settle(ctx);
}

/**
 * perf_context_run_adding - as perf_context_run(), for a function that may install an instance
 * @ctx:  the context
 * @fn:   the function; its length is bounded
 * @data: passed to @fn
 */
void perf_context_run_adding(struct perf_context *ctx, perf_context_fn fn, void *data)
{
	struct perf_context_call call = { .ctx = ctx, .fn = fn, .data = data, .adds = true };

	perf_context_call(&call);
}

/**
 * perf_context_run_atomic - as perf_context_run(), without waiting for another CPU
 * @ctx:  the context
 * @fn:   the function; it installs nothing, and its length is bounded
 * @data: passed to @fn
 *
 * Some siblings of resident groups may still have to follow their leaders: see
 * perf_context_settle().
 *
 * Context: IRQs off, no context lock held.
 * Return: -1 if @fn has run; else the CPU on which to try again: that of @ctx or of its running
 * task, or this one.
 */
int perf_context_run_atomic(struct perf_context *ctx, perf_context_fn fn, void *data)
{
	struct perf_context_call call = { .ctx = ctx, .fn = fn, .data = data };
	int cpu;

	lockdep_assert_irqs_disabled();
	perf_context_call_local(&call);
	if (call.done || perf_context_call_inactive(&call))
		return -1;
	guard(rcu)();
	cpu = perf_context_cpu(ctx);
	return cpu < 0 ? smp_processor_id() : cpu;
}

/**
 * perf_context_check_alive - test whether events can be installed
 * @ctx: the context
 *
 * Return: 0; -ESRCH: its task has exited; -ENODEV: its CPU is offline. The result holds until
 * @ctx->mutex is unlocked.
 * Context: @ctx->mutex held.
 */
int perf_context_check_alive(const struct perf_context *ctx)
{
	lockdep_assert_held(&ctx->mutex);
	if (perf_context_is_task(ctx)) {
		if (READ_ONCE(ctx->task) != TASK_TOMBSTONE)
			return 0;
		return perf_refuse_at(-ESRCH, PERF_WHY_TASK_ENDED, PERF_WHERE_ARG + 1);
	}
	if (per_cpu_ptr(&perf_cpu_context, ctx->cpu)->online)
		return 0;
	return perf_refuse_at(-ENODEV, PERF_WHY_CPU_OFFLINE, PERF_WHERE_ARG + 2);
}
