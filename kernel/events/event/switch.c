// SPDX-License-Identifier: GPL-2.0
/*
 * What happens to events at a context switch.
 *
 * The leaving task's context becomes inactive and that of the coming one active:
 * a clock stopped and one started, whatever the number of instances, and groups
 * taken off and put onto PMUs if there are any (sched.c). Two tasks whose contexts
 * were inherited from the same one, and are still equal to it, exchange them
 * instead, and nothing has to be stopped or started at all.
 *
 * Locks: the CPU context's lock is needed only where a PMU is touched; swapping
 * takes the locks of both task contexts, the leaving one's first.
 * Context: runqueue locked, IRQs off.
 */
#include <linux/perf_event.h>
#include <linux/sched.h>

#include "base/context_types.h"
#include "base/locks.h"
#include "event/cgroup.h"
#include "overflow/overflow.h"
#include "sched/sched.h"
#include "sched/slot.h"
#include "sideband/sideband.h"

/*
 * PMUs whose sched_task() is called at each switch.
 */

/**
 * perf_sched_cb_inc - have pmu::sched_task called at context switches on this CPU
 * @pmu: the PMU
 *
 * The event on whose behalf the driver calls this has PERF_ATTACH_SCHED_CB set, or nothing
 * keeps the hooks of the context switch on.
 *
 * Context: IRQs off, from pmu::add or pmu::start.
 */
void perf_sched_cb_inc(struct pmu *pmu)
{
	struct perf_cpu_pmu_context *cpc = this_cpu_ptr(pmu->cpu_pmu_context);

	if (!cpc->sched_cb_usage++)
		list_add(&cpc->sched_cb_entry, this_cpu_ptr(&perf_cpu_context.sched_cb_list));
}

/**
 * perf_sched_cb_dec - undo perf_sched_cb_inc()
 * @pmu: the PMU
 */
void perf_sched_cb_dec(struct pmu *pmu)
{
	struct perf_cpu_pmu_context *cpc = this_cpu_ptr(pmu->cpu_pmu_context);

	if (!--cpc->sched_cb_usage)
		list_del(&cpc->sched_cb_entry);
}

static void perf_sched_callbacks(struct perf_cpu_context *cpuctx, struct task_struct *task,
				 bool sched_in)
{
	struct perf_cpu_pmu_context *cpc;

	list_for_each_entry(cpc, &cpuctx->sched_cb_list, sched_cb_entry) {
		struct pmu *pmu = cpc->pmu;
		struct perf_event_pmu_context *pmu_ctx;

		if (!pmu->sched_task)
			continue;
		pmu_ctx = list_first_entry_or_null(&cpc->active[1], struct perf_event_pmu_context,
						   active_entry);
		if (!pmu_ctx)
			pmu_ctx = list_first_entry_or_null(&cpc->active[0],
							   struct perf_event_pmu_context,
							   active_entry);
		if (!pmu_ctx)
			continue;
		perf_pmu_disable(pmu);
		pmu->sched_task(pmu_ctx, task, sched_in);
		perf_pmu_enable(pmu);
	}
}

/*
 * Exchange.
 */

/* Were the two cloned from one context, or one from the other, unchanged since? */
static bool perf_contexts_equal(const struct perf_context *a,
				const struct perf_context *b)
{
	if (a->pin_count || b->pin_count)
		return false;
	if (a == b->parent)
		return a->generation == b->parent_generation;
	if (a->parent == b)
		return a->parent_generation == b->generation;
	return a->parent && a->parent == b->parent &&
	       a->parent_generation == b->parent_generation;
}

static bool perf_contexts_may_swap(const struct perf_context *a,
				   const struct perf_context *b)
{
	return !a->nr_no_swap && !b->nr_no_swap;
}

static __always_inline bool perf_contexts_swap(struct perf_context *ctx,
					       struct task_struct *prev, struct task_struct *next)
{
	struct perf_context *other = perf_task_context(next);

	if (!ctx->parent && !other->parent)
		return false;

	guard(raw_spinlock)(&ctx->lock);
	raw_spin_lock_nested(&other->lock, SINGLE_DEPTH_NESTING);
	if (!perf_contexts_equal(ctx, other) || !perf_contexts_may_swap(ctx, other)) {
		raw_spin_unlock(&other->lock);
		return false;
	}
	WRITE_ONCE(ctx->task, next);
	WRITE_ONCE(other->task, prev);
	perf_task_set_context(prev, other);
	perf_task_set_context(next, ctx);
	raw_spin_unlock(&other->lock);
	return true;
}

/*
 * Out and in.
 */
static noinline void perf_switch_context_out(struct perf_cpu_context *cpuctx,
					     struct perf_context *ctx,
					     struct task_struct *prev, struct task_struct *next)
{
	bool switched;

	perf_overflow_flush(ctx);
	/* Two clones, or a clone and its parent, are what it takes to swap. */
	if (unlikely(next->perf_event_ctxp) && perf_contexts_swap(ctx, prev, next))
		return;

	/* Groups on PMUs can come and go only on this CPU while it is active. */
	switched = ctx->nr_switched;
	perf_new_moment(cpuctx);
	if (unlikely(switched))
		raw_spin_lock(&cpuctx->ctx.lock);
	raw_spin_lock(&ctx->lock);
	perf_sched_context_out(cpuctx, ctx);
	raw_spin_unlock(&ctx->lock);
	if (unlikely(switched))
		raw_spin_unlock(&cpuctx->ctx.lock);
}

/* With the CPU's lock as well, for groups that go onto PMUs. */
static noinline void perf_context_switch_in_groups(struct perf_cpu_context *cpuctx,
						   struct perf_context *ctx,
						   struct task_struct *task)
{
	guard(raw_spinlock)(&cpuctx->ctx.lock);
	guard(raw_spinlock)(&ctx->lock);
	if (ctx->task == task)
		perf_sched_context_in(cpuctx, ctx);
}

/*
 * The hooks. Most tasks have no context and most switches no further listener: those
 * cases are looked at before anything is called, and what there is to call is called
 * last, so that the hooks themselves need no stack.
 */
static __always_inline bool perf_switch_has_callbacks(const struct perf_cpu_context *cpuctx)
{
	return unlikely(!list_empty(&cpuctx->sched_cb_list));
}

static __always_inline bool perf_switch_in_has_others(const struct perf_cpu_context *cpuctx)
{
	return perf_sideband_on(PERF_SIDEBAND_SWITCH) || perf_switch_has_callbacks(cpuctx);
}

/* For whoever listens, and the task's context. */
static noinline void perf_switch_out_all(struct task_struct *prev, struct task_struct *next)
{
	struct perf_cpu_context *cpuctx = this_cpu_ptr(&perf_cpu_context);

	perf_sideband_switch(prev, next, false);
	if (perf_switch_has_callbacks(cpuctx))
		perf_sched_callbacks(cpuctx, prev, false);
	if (cpuctx->task_ctx)
		perf_switch_context_out(cpuctx, cpuctx->task_ctx, prev, next);
	perf_cgroup_switch(next);
}

/**
 * __perf_event_task_sched_out - a task is about to leave the CPU
 * @prev: the running task
 * @next: the one that follows
 */
void __perf_event_task_sched_out(struct task_struct *prev, struct task_struct *next)
{
	struct perf_cpu_context *cpuctx = this_cpu_ptr(&perf_cpu_context);

	if (perf_sideband_on(PERF_SIDEBAND_SWITCH) || perf_cgroup_on() ||
	    perf_switch_has_callbacks(cpuctx))
		perf_switch_out_all(prev, next);
	else if (cpuctx->task_ctx)
		perf_switch_context_out(cpuctx, cpuctx->task_ctx, prev, next);
}

static noinline void perf_switch_in_others(struct perf_cpu_context *cpuctx,
					   struct task_struct *prev, struct task_struct *task)
{
	perf_sideband_switch(task, prev, true);
	if (perf_switch_has_callbacks(cpuctx))
		perf_sched_callbacks(cpuctx, task, true);
}

/* A group that this puts onto a PMU may turn on sched_task(), which is due at once then. */
static noinline void perf_switch_context_in(struct perf_cpu_context *cpuctx,
					    struct perf_context *ctx,
					    struct task_struct *prev, struct task_struct *task)
{
	bool switched;

	perf_new_moment(cpuctx);
	raw_spin_lock(&ctx->lock);
	switched = ctx->nr_switched;
	/* One without events must not be active when the hooks are turned off (slot.c). */
	if (likely(!switched && ctx->task == task && ctx->nr_events))
		perf_sched_context_in(cpuctx, ctx);
	raw_spin_unlock(&ctx->lock);
	if (unlikely(switched))
		perf_context_switch_in_groups(cpuctx, ctx, task);
	if (perf_switch_in_has_others(cpuctx))
		perf_switch_in_others(cpuctx, prev, task);
}

/**
 * __perf_event_task_sched_in - a task has come to the CPU
 * @prev: the task that left
 * @task: the running task
 */
void __perf_event_task_sched_in(struct task_struct *prev, struct task_struct *task)
{
	struct perf_cpu_context *cpuctx = this_cpu_ptr(&perf_cpu_context);
	struct perf_context *ctx;

	/*
	 * Pairs with the barrier in perf_context_install(): we are the current
	 * task since before this, so whoever gives us a context and does not find
	 * us running has made it visible here.
	 */
	smp_mb();
	ctx = perf_task_context(task);
	if (ctx && cpuctx->task_ctx != ctx)
		perf_switch_context_in(cpuctx, ctx, prev, task);
	else if (perf_switch_in_has_others(cpuctx))
		perf_switch_in_others(cpuctx, prev, task);
}
