// SPDX-License-Identifier: GPL-2.0
/*
 * Context switches.
 *
 * __perf_event_task_sched_out() deactivates the context of @prev and
 * __perf_event_task_sched_in() activates that of the next task: the clocks of a context and
 * its slots stop or start, whatever the number of instances, and switched groups are
 * scheduled out and in (sched.c). Two tasks whose contexts are unchanged clones of one
 * context, or of each other, swap contexts instead: nothing is stopped or started.
 *
 * Locks: the CPU context's lock only if a PMU is accessed; swapping takes the locks of
 * both task contexts, that of @prev first.
 * Context: runqueue locked, IRQs off.
 */
#include <linux/perf_event.h>
#include <linux/sched.h>

#include "base/context_types.h"
#include "base/locks.h"
#include "base/upcalls.h"
#include "event/cgroup.h"
#include "overflow/overflow.h"
#include "sched/active.h"
#include "sched/off_cpu.h"
#include "sched/sched.h"
#include "sideband/sideband.h"

/*
 * pmu::sched_task callbacks.
 */

/**
 * perf_sched_cb_inc - call pmu::sched_task at context switches on this CPU
 * @pmu: the PMU
 *
 * The driver must have set PERF_ATTACH_SCHED_CB in the event it calls this for:
 * perf_event_stage_hooks() then turns the context switch hooks on.
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

/**
 * perf_sched_switches_in - is the event that is being added one of a task being switched in?
 *
 * The registers that a driver has saved for the task can be loaded then, and before the PMU is
 * enabled. pmu::sched_task follows.
 *
 * Context: IRQs off, from pmu::add.
 * Return: true if it is; false for an event that is enabled, or has its turn again, while its
 * task runs.
 */
bool perf_sched_switches_in(void)
{
	return this_cpu_read(perf_cpu_context.switching_in);
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
 * Swapping contexts.
 */

/* Are @a and @b clones of one context, or one of the other, unchanged since? */
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
 * Switching contexts out and in.
 */
static noinline void perf_switch_context_out(struct perf_cpu_context *cpuctx,
					     struct perf_context *ctx,
					     struct task_struct *prev, struct task_struct *next)
{
	bool switched;

	perf_overflow_flush(ctx);
	/* Swapping needs two clones, or a clone and its parent. */
	if (unlikely(perf_task_context(next)) && perf_contexts_swap(ctx, prev, next))
		return;

	/* While @ctx is active, only this CPU changes ctx->nr_switched: no lock needed. */
	switched = ctx->nr_switched;
	perf_ctx_now_invalidate(cpuctx);
	if (unlikely(switched))
		raw_spin_lock(&cpuctx->ctx.lock);
	raw_spin_lock(&ctx->lock);
	perf_sched_context_out(cpuctx, ctx);
	raw_spin_unlock(&ctx->lock);
	if (unlikely(switched))
		raw_spin_unlock(&cpuctx->ctx.lock);
}

/* Holds cpuctx->ctx.lock as well, to schedule in switched groups. */
static noinline void perf_context_switch_in_groups(struct perf_cpu_context *cpuctx,
						   struct perf_context *ctx,
						   struct task_struct *task)
{
	guard(raw_spinlock)(&cpuctx->ctx.lock);
	guard(raw_spinlock)(&ctx->lock);
	if (ctx->task != task)
		return;
	cpuctx->switching_in = true;
	perf_sched_context_in(cpuctx, ctx);
	cpuctx->switching_in = false;
}

/*
 * The hooks. Most tasks have no context, and most switches need neither side-band records
 * nor callbacks: the hooks test for those cases first and call out of line functions last,
 * as tail calls, so the hooks themselves need no stack frame.
 */
static __always_inline bool perf_switch_has_callbacks(const struct perf_cpu_context *cpuctx)
{
	return unlikely(!list_empty(&cpuctx->sched_cb_list));
}

static __always_inline bool perf_switch_in_has_others(const struct perf_cpu_context *cpuctx)
{
	return perf_sideband_on(PERF_SIDEBAND_SWITCH) || perf_switch_has_callbacks(cpuctx);
}

/* Switch-out with side-band records, callbacks or cgroup events, and the task's context. */
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
 * __perf_event_task_sched_out - hook: a task is about to be switched out
 * @prev: the running task
 * @next: the task to be switched in
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

static void perf_switch_off_slot(struct perf_event_slot *slot)
{
	if (!hlist_empty(&slot->off_events))
		perf_upcalls.off_cpu(slot);
}

/*
 * After groups are scheduled in and after the SWITCH record. Only this CPU changes the lists. Each
 * instance that is visited sets the time of its next visit.
 */
static noinline void perf_switch_off_events(struct perf_context *ctx)
{
	perf_off_cpu_visit_begin(ctx);
	perf_switch_off_slot(&ctx->off->slot);
	perf_switch_off_slot(&ctx->any);
	if (ctx->cpu_slot)
		perf_switch_off_slot(ctx->cpu_slot);
}

/* Scheduling in a group may enable pmu::sched_task, so callbacks are tested afterwards. */
static noinline void perf_switch_context_in(struct perf_cpu_context *cpuctx,
					    struct perf_context *ctx,
					    struct task_struct *prev, struct task_struct *task)
{
	bool switched;

	perf_ctx_now_invalidate(cpuctx);
	raw_spin_lock(&ctx->lock);
	switched = ctx->nr_switched;
	/* A context without events must not be active when active.c turns the hooks off. */
	if (likely(!switched && ctx->task == task && ctx->nr_events))
		perf_sched_context_in(cpuctx, ctx);
	raw_spin_unlock(&ctx->lock);
	if (unlikely(switched))
		perf_context_switch_in_groups(cpuctx, ctx, task);
	if (perf_switch_in_has_others(cpuctx))
		perf_switch_in_others(cpuctx, prev, task);
	if (perf_off_cpu_on() && cpuctx->task_ctx == ctx && perf_off_cpu_visit_is_due(ctx))
		perf_switch_off_events(ctx);
}

/**
 * __perf_event_task_sched_in - hook: a task has been switched in
 * @prev: the task switched out
 * @task: the running task
 */
void __perf_event_task_sched_in(struct task_struct *prev, struct task_struct *task)
{
	struct perf_cpu_context *cpuctx = this_cpu_ptr(&perf_cpu_context);
	struct perf_context *ctx;

	/*
	 * Pairs with smp_mb() in perf_task_make_context(): @task became current before
	 * this barrier, so if perf_context_run() does not see @task running, the
	 * context stored by perf_task_make_context() is visible here.
	 */
	smp_mb();
	ctx = perf_task_context(task);
	if (ctx && cpuctx->task_ctx != ctx)
		perf_switch_context_in(cpuctx, ctx, prev, task);
	else if (perf_switch_in_has_others(cpuctx))
		perf_switch_in_others(cpuctx, prev, task);
}
