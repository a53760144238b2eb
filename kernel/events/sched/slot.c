// SPDX-License-Identifier: GPL-2.0
/*
 * The slot of an instance in its context, and the pmu contexts of a slot.
 *
 * Owns: struct perf_event_slot, except perf_context::any, and struct perf_event_pmu_context.
 * Both live while nr_events is not zero and are freed after a grace period; perf_context::off
 * lives as long as the context.
 *
 * Locks: context's mutex; perf_context_run() changes the lists that an active context walks.
 * Context: task, unless said otherwise.
 */
#include <linux/perf_event.h>
#include <linux/slab.h>

#include "sched/cgroup_slots.h"
#include "sched/context.h"
#include "sched/off_cpu.h"
#include "sched/slot.h"

/* Key in perf_context::slots: a CPU number in the context of a task, a css id in that of a CPU. */
static unsigned long perf_slot_key(const struct perf_cgroup *cgrp, int cpu)
{
	return cgrp ? perf_cgroup_id(cgrp) : cpu;
}

/* Finds or makes perf_context::off, which stays until the context is freed. Return: or NULL. */
static struct perf_off_cpu *perf_off_cpu_make(struct perf_context *ctx)
{
	struct perf_off_cpu *off = ctx->off;

	if (off)
		return off;
	off = kzalloc(sizeof(*off), GFP_KERNEL);
	if (!off)
		return NULL;
	perf_slot_init(&off->slot, ctx, -1, NULL);
	off->slot.enabled_clock = &off->slot.clock;
	perf_run_clock_start(&off->slot.clock, 0);
	/* A context switch of the task finds it initialised. */
	smp_store_release(&ctx->off, off);
	return off;
}

/*
 * The slot of an event that counts while its task does not run: that of its group. A leader that
 * is bound to a CPU is in the slot of the CPU.
 */
static struct perf_event_slot *perf_slot_off_cpu(struct perf_context *ctx,
						 const struct perf_event *event)
{
	const struct perf_event *leader = event->group_leader;
	struct perf_off_cpu *off = perf_off_cpu_make(ctx);

	if (!off)
		return ERR_PTR(-ENOMEM);
	if (leader != event)
		return perf_event_slot(leader);
	return event->cpu < 0 ? &off->slot : NULL;
}

static struct perf_event_slot *perf_slot_find_or_make(struct perf_context *ctx,
						      const struct perf_event *event)
{
	struct perf_cgroup *cgrp = perf_event_cgroup(event);
	unsigned long key = perf_slot_key(cgrp, event->cpu);
	struct perf_event_slot *slot;
	int err;

	if (event->event_caps & PERF_EV_CAP_OFF_CPU) {
		slot = perf_slot_off_cpu(ctx, event);
		if (slot)
			return slot;
	}
	if (!cgrp && (!perf_context_is_task(ctx) || event->cpu < 0))
		return &ctx->any;
	slot = xa_load(&ctx->slots, key);
	if (slot)
		return slot;

	slot = kzalloc(sizeof(*slot), GFP_KERNEL);
	if (!slot)
		return ERR_PTR(-ENOMEM);
	perf_slot_init(slot, ctx, event->cpu, cgrp);
	err = xa_insert(&ctx->slots, key, slot, GFP_KERNEL);
	if (err) {
		kfree(slot);
		return ERR_PTR(err);
	}
	if (cgrp)
		perf_cgroup_set_slot(cgrp, ctx->cpu, slot);
	return slot;
}

/* Unlinks @slot, which has left ctx->slots, from the active slots. */
static void perf_slot_forget(struct perf_cpu_context *cpuctx, struct perf_context *ctx,
			     void *data)
{
	struct perf_event_slot *slot = data;

	if (ctx->cpu_slot == slot)
		ctx->cpu_slot = NULL;
	if (slot->cgrp && slot->clock.running)
		list_del_rcu(&slot->active_entry);
}

/**
 * perf_slot_put - free a slot that has no instance left
 * @slot: the slot
 *
 * Context: task, context's mutex held.
 */
void perf_slot_put(struct perf_event_slot *slot)
{
	struct perf_context *ctx = slot->ctx;

	if (slot->nr_events || slot == &ctx->any || perf_slot_is_off_cpu(slot))
		return;
	if (slot->cgrp)
		perf_cgroup_set_slot(slot->cgrp, ctx->cpu, NULL);
	xa_erase(&ctx->slots, perf_slot_key(slot->cgrp, slot->cpu));
	perf_context_run(ctx, perf_slot_forget, slot);
	kfree_rcu(slot, rcu_head);
}

/* The PMU whose pmu context lists the group of @event once @event is a member. */
static struct pmu *perf_group_pmu(const struct perf_event *event)
{
	const struct perf_event *leader = event->group_leader;

	if (leader == event || event->pmu->task_ctx_nr == perf_sw_context)
		return leader == event ? event->pmu : leader->pmu_ctx->pmu;
	return event->pmu;
}

/**
 * perf_pmu_ctx_find - find a slot's pmu context for a PMU
 * @slot: the slot
 * @pmu:  the PMU
 *
 * Return: the pmu context or NULL.
 * Context: context's mutex or lock held.
 */
struct perf_event_pmu_context *perf_pmu_ctx_find(struct perf_event_slot *slot,
						 const struct pmu *pmu)
{
	struct perf_event_pmu_context *pmu_ctx;

	list_for_each_entry(pmu_ctx, &slot->pmu_ctxs, entry) {
		if (pmu_ctx->pmu == pmu)
			return pmu_ctx;
	}
	return NULL;
}

/**
 * perf_pmu_ctx_make - add a pmu context to a slot
 * @slot: the slot
 * @pmu:  PMU for which @slot has no pmu context
 * @gfp:  flags of the allocation
 *
 * Return: the pmu context; -ENOMEM.
 * Context: task, context's mutex held.
 */
struct perf_event_pmu_context *perf_pmu_ctx_make(struct perf_event_slot *slot, struct pmu *pmu,
						 gfp_t gfp)
{
	struct perf_event_pmu_context *pmu_ctx = &slot->software;

	if (pmu->type != PERF_TYPE_SOFTWARE) {
		pmu_ctx = kzalloc(sizeof(*pmu_ctx), gfp);
		if (!pmu_ctx)
			return ERR_PTR(-ENOMEM);
	}
	pmu_ctx->pmu = pmu;
	pmu_ctx->slot = slot;
	INIT_LIST_HEAD(&pmu_ctx->active_entry);
	INIT_LIST_HEAD(&pmu_ctx->pinned);
	INIT_LIST_HEAD(&pmu_ctx->flexible);
	scoped_guard(raw_spinlock_irqsave, &slot->ctx->lock)
		list_add_tail(&pmu_ctx->entry, &slot->pmu_ctxs);
	return pmu_ctx;
}

/**
 * perf_context_reserve - find or make the slot and pmu context of an instance
 * @ctx:   context it will be installed in
 * @event: the instance; its group_leader, cpu, pmu and cgrp are set
 *
 * Return: 0 with event->ctx and event->pmu_ctx set, -ENOMEM.
 * Context: @ctx->mutex held.
 */
int perf_context_reserve(struct perf_context *ctx, struct perf_event *event)
{
	struct perf_event_pmu_context *pmu_ctx;
	struct perf_event_slot *slot;
	struct pmu *pmu;

	lockdep_assert_held(&ctx->mutex);
	slot = perf_slot_find_or_make(ctx, event);
	if (IS_ERR(slot))
		return PTR_ERR(slot);

	pmu = perf_group_pmu(event);
	pmu_ctx = perf_pmu_ctx_find(slot, pmu) ?: perf_pmu_ctx_make(slot, pmu, GFP_KERNEL);
	if (IS_ERR(pmu_ctx)) {
		perf_slot_put(slot);
		return PTR_ERR(pmu_ctx);
	}
	slot->nr_events++;
	pmu_ctx->nr_events++;
	event->pmu_ctx = pmu_ctx;
	WRITE_ONCE(event->ctx, ctx);
	perf_context_get(ctx);
	return 0;
}

/**
 * perf_pmu_ctx_drop - count one instance less, and free an empty pmu context
 * @pmu_ctx: the pmu context
 *
 * Context: IRQs off, the context's lock held; if it has groups that are enabled and its context is
 * active, on its CPU.
 */
void perf_pmu_ctx_drop(struct perf_event_pmu_context *pmu_ctx)
{
	struct perf_event_slot *slot = pmu_ctx->slot;

	if (--pmu_ctx->nr_events)
		return;
	WARN_ON_ONCE(!list_empty(&pmu_ctx->pinned) || !list_empty(&pmu_ctx->flexible));
	if (!list_empty(&pmu_ctx->active_entry)) {
		list_del_init(&pmu_ctx->active_entry);
		slot->nr_sched_in--;
	}
	/* slot->software is part of the slot, which perf_slot_put() may free next. */
	if (pmu_ctx == &slot->software)
		return;
	list_del(&pmu_ctx->entry);
	kfree_rcu(pmu_ctx, rcu_head);
}

/**
 * perf_slot_trim - free the pmu contexts of a slot that have no instance
 * @slot: the slot; these pmu contexts never had a group
 *
 * Context: task, context's mutex held.
 */
void perf_slot_trim(struct perf_event_slot *slot)
{
	struct perf_event_pmu_context *pmu_ctx, *next;

	lockdep_assert_held(&slot->ctx->mutex);
	guard(raw_spinlock_irqsave)(&slot->ctx->lock);
	list_for_each_entry_safe(pmu_ctx, next, &slot->pmu_ctxs, entry) {
		if (pmu_ctx->nr_events || pmu_ctx == &slot->software)
			continue;
		list_del(&pmu_ctx->entry);
		kfree_rcu(pmu_ctx, rcu_head);
	}
}

static void perf_context_drop_pmu_ctx(struct perf_cpu_context *cpuctx,
				      struct perf_context *ctx, void *data)
{
	perf_pmu_ctx_drop(data);
}

/**
 * perf_context_unreserve - undo perf_context_reserve()
 * @event: instance that was not installed
 *
 * Context: context's mutex held.
 */
void perf_context_unreserve(struct perf_event *event)
{
	struct perf_context *ctx = event->ctx;
	struct perf_event_slot *slot = perf_event_slot(event);

	lockdep_assert_held(&ctx->mutex);
	perf_context_run(ctx, perf_context_drop_pmu_ctx, event->pmu_ctx);
	event->pmu_ctx = NULL;
	event->ctx = NULL;
	slot->nr_events--;
	perf_slot_put(slot);
	perf_context_put(ctx);
}
