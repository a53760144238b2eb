// SPDX-License-Identifier: GPL-2.0
/*
 * Activating and deactivating slots and contexts.
 *
 * The clock of an active slot runs, its switched groups can be scheduled in (sched.c), and its
 * events on trace events are on the CPU's lists (tracelist.c). A slot that has neither
 * (nr_sched is 0) needs only its clock started and stopped.
 *
 * Owns: perf_context::active and cpu_slot; starting and stopping the clocks; perf_sched_events,
 * the key of the context-switch hooks, which activate and deactivate the contexts of tasks.
 * While the key is disabled, no context of a task is active.
 * Locks: the context's; where a PMU is touched, the CPU context's as well.
 * Context: IRQs off, on the CPU where the slot is to be, or is, active.
 */
#include <linux/perf_event.h>
#include <linux/smp.h>

#include "base/deferred_key.h"
#include "base/tracelist.h"
#include "sched/active.h"
#include "sched/off_cpu.h"
#include "sched/sched.h"

/**
 * perf_sched_slot_in - activate a slot: its instances may count
 * @cpuctx: this CPU; NULL if the slot has no switched group
 * @slot:   the slot
 * @now:    perf_clock()
 *
 * The caller calls perf_sched_flush() afterwards.
 */
noinline void perf_sched_slot_in(struct perf_cpu_context *cpuctx, struct perf_event_slot *slot,
				 u64 now)
{
	struct perf_event_pmu_context *pmu_ctx;

	lockdep_assert_held(&slot->ctx->lock);
	perf_run_clock_start(&slot->clock, now);
	if (!slot->nr_sched)
		return;

	perf_tracelist_slot_in(slot);
	if (!slot->ctx->nr_switched)
		return;
	list_for_each_entry(pmu_ctx, &slot->pmu_ctxs, entry)
		perf_sched_groups_in(cpuctx, pmu_ctx);
}

/**
 * perf_sched_slot_out - deactivate a slot: its instances do not count any more
 * @cpuctx: this CPU; NULL if the slot has no switched group
 * @slot:   the slot
 * @now:    perf_clock()
 */
noinline void perf_sched_slot_out(struct perf_cpu_context *cpuctx, struct perf_event_slot *slot,
				  u64 now)
{
	struct perf_event_pmu_context *pmu_ctx;

	lockdep_assert_held(&slot->ctx->lock);
	if (unlikely(slot->nr_sched_in)) {
		list_for_each_entry(pmu_ctx, &slot->pmu_ctxs, entry)
			perf_sched_groups_out(pmu_ctx, now);
		perf_tracelist_slot_out(slot);
	}
	perf_run_clock_stop(&slot->clock, now);
}

/**
 * perf_sched_context_in - activate the context of a task that starts to run here
 * @cpuctx: this CPU; its lock is held if the context has switched groups
 * @ctx:    the task's context, locked
 */
void perf_sched_context_in(struct perf_cpu_context *cpuctx, struct perf_context *ctx)
{
	u64 now = perf_ctx_now();

	lockdep_assert_held(&ctx->lock);
	if (perf_off_cpu_on())
		perf_off_cpu_end(ctx, now);
	ctx->active = true;
	perf_run_clock_start(&ctx->clock, now);
	if (likely(!ctx->any.nr_sched))
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
 * perf_sched_context_out - deactivate the context of a task that stops running here
 * @cpuctx: this CPU; its lock is held if the context has switched groups
 * @ctx:    the task's context, locked
 */
void perf_sched_context_out(struct perf_cpu_context *cpuctx, struct perf_context *ctx)
{
	u64 now = perf_ctx_now();

	lockdep_assert_held(&ctx->lock);
	WRITE_ONCE(cpuctx->task_ctx, NULL);
	if (ctx->cpu_slot)
		perf_sched_slot_out(cpuctx, ctx->cpu_slot, now);
	ctx->cpu_slot = NULL;
	if (likely(!ctx->any.nr_sched_in))
		perf_run_clock_stop(&ctx->any.clock, now);
	else
		perf_sched_slot_out(cpuctx, &ctx->any, now);
	perf_run_clock_stop(&ctx->clock, now);
	ctx->active = false;
	if (perf_off_cpu_on())
		perf_off_cpu_begin(ctx, now);
}

/*
 * A context that has lost its last event stays active until its task is switched out, and no
 * hook would run then. The hooks activate no context without events, so this is final.
 */
static void perf_sched_leave_context(void *info)
{
	struct perf_cpu_context *cpuctx = this_cpu_ptr(&perf_cpu_context);
	struct perf_context *ctx = cpuctx->task_ctx;

	if (!ctx)
		return;
	perf_ctx_now_invalidate(cpuctx);
	guard(raw_spinlock)(&ctx->lock);
	WARN_ON_ONCE(ctx->nr_events);
	perf_sched_context_out(cpuctx, ctx);
}

static void perf_sched_leave_contexts(void)
{
	on_each_cpu(perf_sched_leave_context, NULL, 1);
}

DEFINE_STATIC_KEY_FALSE(perf_sched_events);

static struct perf_deferred_key perf_sched_key =
	PERF_DEFERRED_KEY_INIT_LAST(perf_sched_key, &perf_sched_events.key,
				    perf_sched_leave_contexts);

/**
 * perf_sched_hooks_get - enable the context-switch hooks
 *
 * Context: task, may sleep.
 */
void perf_sched_hooks_get(void)
{
	perf_deferred_key_get(&perf_sched_key);
}

/**
 * perf_sched_hooks_put - undo perf_sched_hooks_get()
 *
 * The event that needed the hooks has left its context.
 *
 * Context: any.
 */
void perf_sched_hooks_put(void)
{
	perf_deferred_key_put(&perf_sched_key);
}
