// SPDX-License-Identifier: GPL-2.0
/*
 * Slots and contexts become active and inactive.
 *
 * An active slot's clock runs, its groups take part in placing (sched.c), and its
 * events on trace events are on the CPU's lists (tracelist.c). A slot that has
 * nothing but resident events is done with the clock.
 *
 * Owns: perf_context::active and cpu_slot, the clocks being on or off;
 * whether the context-switch hooks are called, which is what makes a task's context
 * active and inactive. No task's context is active while they are not.
 * Locks: the context's; where a PMU is touched, the CPU context's as well.
 * Context: IRQs off, on the CPU where the slot is to be, or is, active.
 */
#include <linux/perf_event.h>
#include <linux/smp.h>

#include "base/lazykey.h"
#include "base/tracelist.h"
#include "sched/sched.h"
#include "sched/slot.h"

/**
 * perf_sched_slot_in - a slot's instances may count from now on
 * @cpuctx: this CPU; NULL if the slot has no switched group
 * @slot:   the slot
 * @now:    perf_clock()
 *
 * perf_sched_flush() has to follow.
 */
noinline void perf_sched_slot_in(struct perf_cpu_context *cpuctx, struct perf_event_slot *slot,
				 u64 now)
{
	struct perf_event_pmu_context *pmu_ctx;

	lockdep_assert_held(&slot->ctx->lock);
	perf_run_clock_start(&slot->clock, now);
	if (!slot->nr_to_place)
		return;

	perf_tracelist_slot_in(slot);
	if (!slot->ctx->nr_switched)
		return;
	list_for_each_entry(pmu_ctx, &slot->pmu_ctxs, entry)
		perf_sched_groups_in(cpuctx, pmu_ctx);
}

/**
 * perf_sched_slot_out - a slot's instances must not count any more
 * @cpuctx: this CPU; NULL if the slot has no switched group
 * @slot:   the slot
 * @now:    perf_clock()
 */
noinline void perf_sched_slot_out(struct perf_cpu_context *cpuctx, struct perf_event_slot *slot,
				  u64 now)
{
	struct perf_event_pmu_context *pmu_ctx;

	lockdep_assert_held(&slot->ctx->lock);
	if (unlikely(slot->nr_placed)) {
		list_for_each_entry(pmu_ctx, &slot->pmu_ctxs, entry)
			perf_sched_groups_out(pmu_ctx, now);
		perf_tracelist_slot_out(slot);
	}
	perf_run_clock_stop(&slot->clock, now);
}

/**
 * perf_sched_context_in - a task with events starts to run here
 * @cpuctx: this CPU; its lock is held if the context has switched groups
 * @ctx:    the task's context, locked
 */
void perf_sched_context_in(struct perf_cpu_context *cpuctx, struct perf_context *ctx)
{
	u64 now = perf_this_moment();

	lockdep_assert_held(&ctx->lock);
	ctx->active = true;
	perf_run_clock_start(&ctx->clock, now);
	if (likely(!ctx->any.nr_to_place))
		perf_run_clock_start(&ctx->any.clock, now);
	else
		perf_sched_slot_in(cpuctx, &ctx->any, now);
	ctx->cpu_slot = xa_empty(&ctx->slots) ? NULL : xa_load(&ctx->slots, smp_processor_id());
	if (ctx->cpu_slot)
		perf_sched_slot_in(cpuctx, ctx->cpu_slot, now);
	WRITE_ONCE(cpuctx->task_ctx, ctx);
	if (ctx->nr_switched)
		perf_sched_flush(cpuctx);
}

/**
 * perf_sched_context_out - and stops running
 * @cpuctx: this CPU; its lock is held if the context has switched groups
 * @ctx:    the task's context, locked
 */
void perf_sched_context_out(struct perf_cpu_context *cpuctx, struct perf_context *ctx)
{
	u64 now = perf_this_moment();

	lockdep_assert_held(&ctx->lock);
	WRITE_ONCE(cpuctx->task_ctx, NULL);
	if (ctx->cpu_slot)
		perf_sched_slot_out(cpuctx, ctx->cpu_slot, now);
	ctx->cpu_slot = NULL;
	if (likely(!ctx->any.nr_placed))
		perf_run_clock_stop(&ctx->any.clock, now);
	else
		perf_sched_slot_out(cpuctx, &ctx->any, now);
	perf_run_clock_stop(&ctx->clock, now);
	ctx->active = false;
}

/*
 * A context that lost its last event stays active until its task is switched out, and
 * no hook would see that. Nor does any make a context without events active again.
 */
static void perf_sched_leave_context(void *info)
{
	struct perf_cpu_context *cpuctx = this_cpu_ptr(&perf_cpu_context);
	struct perf_context *ctx = cpuctx->task_ctx;

	if (!ctx)
		return;
	perf_new_moment(cpuctx);
	guard(raw_spinlock)(&ctx->lock);
	WARN_ON_ONCE(ctx->nr_events);
	perf_sched_context_out(cpuctx, ctx);
}

static void perf_sched_leave_contexts(void)
{
	on_each_cpu(perf_sched_leave_context, NULL, 1);
}

DEFINE_STATIC_KEY_FALSE(perf_sched_events);

static struct perf_lazy_key perf_sched_key =
	PERF_LAZY_KEY_INIT_LAST(perf_sched_key, &perf_sched_events.key, perf_sched_leave_contexts);

/**
 * perf_sched_hooks_get - have the context-switch hooks called from now on
 *
 * Context: task, may sleep.
 */
void perf_sched_hooks_get(void)
{
	perf_lazy_key_get(&perf_sched_key);
}

/**
 * perf_sched_hooks_put - undo perf_sched_hooks_get()
 *
 * Context: any. What needed the hooks is in no context any more.
 */
void perf_sched_hooks_put(void)
{
	perf_lazy_key_put(&perf_sched_key);
}
