// SPDX-License-Identifier: GPL-2.0
/*
 * Contexts: finding them, running code where one lives, attach and detach.
 *
 * Owns: struct perf_event_context and its slots, pmu contexts and lists of
 * instances; task_struct::perf_event_ctxp.
 *
 * Lifetime: a context is referenced by its task (until exit), by each attached
 * instance and by each context cloned from it. Slots and pmu contexts live while
 * instances have reserved a place in them. All are freed after a grace period.
 * A context does not reference its task: exit replaces ->task by TASK_TOMBSTONE
 * under the lock before the task can be freed, and who follows ->task without the
 * lock is in an RCU read section.
 *
 * Locks: those of context_types.h. Context: task, unless said otherwise.
 */
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/smp.h>

#include "cgroup.h"
#include "context.h"
#include "locks.h"
#include "sample.h"
#include "sched.h"

static void perf_slot_init(struct perf_event_slot *slot, struct perf_event_context *ctx, int cpu,
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
void perf_context_init(struct perf_event_context *ctx, int cpu, struct task_struct *task)
{
	raw_spin_lock_init(&ctx->lock);
	mutex_init(&ctx->mutex);
	ctx->cpu = cpu;
	ctx->task = task;
	xa_init(&ctx->slots);
	INIT_LIST_HEAD(&ctx->event_list);
	INIT_LIST_HEAD(&ctx->sb_list);
	refcount_set(&ctx->refcount, 1);
	perf_slot_init(&ctx->any, ctx, -1, NULL);
}

/**
 * perf_context_alloc - a context for a task
 * @task: the task
 *
 * Return: the context with one reference, or NULL.
 */
struct perf_event_context *perf_context_alloc(struct task_struct *task)
{
	struct perf_event_context *ctx = kzalloc(sizeof(*ctx), GFP_KERNEL);

	if (ctx)
		perf_context_init(ctx, -1, task);
	return ctx;
}

void perf_context_get(struct perf_event_context *ctx)
{
	refcount_inc(&ctx->refcount);
}

/**
 * perf_context_put - drop a reference
 * @ctx: the context
 *
 * Context: any but NMI. The last reference of a clone gives up its parent's, so
 * this loops over the ancestors.
 */
void perf_context_put(struct perf_event_context *ctx)
{
	/* A CPU's context keeps the reference it was made with. */
	while (ctx && refcount_dec_and_test(&ctx->refcount)) {
		struct perf_event_context *parent = ctx->parent;

		WARN_ON_ONCE(ctx->nr_events);
		kfree_rcu(ctx, rcu_head);
		ctx = parent;
	}
}

/**
 * perf_context_pin - keep a task's context from changing hands
 * @task: the task
 *
 * Return: the context, referenced; it stays the task's until perf_context_unpin().
 * NULL if the task has none (any more).
 */
struct perf_event_context *perf_context_pin(struct task_struct *task)
{
	struct perf_event_context *ctx;

	guard(rcu)();
	while ((ctx = READ_ONCE(task->perf_event_ctxp))) {
		/* Two tasks that swap contexts hold both locks. */
		guard(raw_spinlock_irqsave)(&ctx->lock);
		if (ctx != READ_ONCE(task->perf_event_ctxp))
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
void perf_context_unpin(struct perf_event_context *ctx)
{
	scoped_guard(raw_spinlock_irqsave, &ctx->lock)
		ctx->pin_count--;
	perf_context_put(ctx);
}

/* Give @task a context, unless it has got one meanwhile or is exiting. */
static int perf_context_install(struct task_struct *task)
{
	struct perf_event_context *ctx = perf_context_alloc(task);

	if (!ctx)
		return -ENOMEM;

	mutex_lock(&task->perf_event_mutex);
	if (task->flags & PF_EXITING) {
		mutex_unlock(&task->perf_event_mutex);
		perf_context_put(ctx);
		return -ESRCH;
	}
	if (task->perf_event_ctxp) {
		perf_context_put(ctx);
	} else {
		rcu_assign_pointer(task->perf_event_ctxp, ctx);
		/*
		 * Pairs with the barrier in __perf_event_task_sched_in(): either
		 * that finds the context, or perf_context_run() finds the task
		 * running and interrupts it.
		 */
		smp_mb();
	}
	mutex_unlock(&task->perf_event_mutex);
	return 0;
}

/**
 * perf_context_find_get - the context in which an event shall count
 * @task: task to monitor; NULL for a CPU
 * @cpu:  CPU, if @task is NULL
 *
 * Return: the context, pinned and referenced; -ESRCH if the task is exiting,
 * -ENOMEM.
 */
struct perf_event_context *perf_context_find_get(struct task_struct *task, int cpu)
{
	struct perf_event_context *ctx;
	int err;

	if (!task) {
		ctx = &per_cpu_ptr(&perf_cpu_context, cpu)->ctx;
		perf_context_get(ctx);
		scoped_guard(raw_spinlock_irqsave, &ctx->lock)
			ctx->pin_count++;
		return ctx;
	}

	while (!(ctx = perf_context_pin(task))) {
		err = perf_context_install(task);
		if (err)
			return ERR_PTR(err);
	}
	return ctx;
}

/*
 * Running code where a context lives.
 */
struct perf_context_call {
	struct perf_event_context	*ctx;
	perf_context_fn			fn;
	void				*data;
	bool				adds;
	bool				done;
};

static void perf_context_call_active(struct perf_cpu_context *cpuctx,
				     struct perf_context_call *call)
{
	struct perf_event_context *ctx = call->ctx;

	/* Where no group is put onto a PMU the task's lock is enough. */
	if (!call->adds && ctx == cpuctx->task_ctx && !ctx->nr_switched) {
		perf_new_moment(cpuctx);
		guard(raw_spinlock)(&ctx->lock);
		call->fn(cpuctx, ctx, call->data);
		call->done = true;
		return;
	}

	guard(perf_cpu)(cpuctx);
	call->fn(READ_ONCE(cpuctx->online) ? cpuctx : NULL, ctx, call->data);
	perf_sched_flush(cpuctx);
	call->done = true;
}

/* The running task's context, which the task has got since it was switched in. */
static void perf_context_call_new(struct perf_cpu_context *cpuctx, struct perf_context_call *call)
{
	struct perf_event_context *ctx = call->ctx;

	perf_new_moment(cpuctx);
	guard(raw_spinlock)(&cpuctx->ctx.lock);
	guard(raw_spinlock)(&ctx->lock);
	if (ctx->task != current)
		return;
	call->fn(NULL, ctx, call->data);
	if (ctx->nr_events)
		perf_sched_context_in(cpuctx, ctx);
	call->done = true;
}

/* IRQs off: if the context is active on this CPU, or should be, do it. */
static void perf_context_call_here(void *info)
{
	struct perf_cpu_context *cpuctx = this_cpu_ptr(&perf_cpu_context);
	struct perf_context_call *call = info;
	struct perf_event_context *ctx = call->ctx;

	if (&cpuctx->ctx == ctx || cpuctx->task_ctx == ctx)
		perf_context_call_active(cpuctx, call);
	else if (READ_ONCE(ctx->task) == current)
		perf_context_call_new(cpuctx, call);
}

/* Is nobody running it, nor about to? Then the lock alone keeps it stable. */
static bool perf_context_call_inactive(struct perf_context_call *call)
{
	struct perf_event_context *ctx = call->ctx;
	bool active;

	guard(raw_spinlock_irqsave)(&ctx->lock);
	if (perf_context_is_task(ctx))
		active = ctx->active || (ctx->task != TASK_TOMBSTONE && task_curr(ctx->task));
	else
		active = per_cpu_ptr(&perf_cpu_context, ctx->cpu)->online;
	if (active)
		return false;
	call->fn(NULL, ctx, call->data);
	return true;
}

/* CPU to ask, or -1: on none. In an RCU read section. */
static int perf_context_cpu(const struct perf_event_context *ctx)
{
	struct task_struct *task;

	if (!perf_context_is_task(ctx))
		return ctx->cpu;
	task = READ_ONCE(ctx->task);
	if (task == TASK_TOMBSTONE || !task_curr(task))
		return -1;
	return task_cpu(task);
}

/* Not here: ask the CPU it is active on, or catch it while it is inactive. */
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
	perf_context_call_here(call);
	local_irq_restore(flags);
	if (!call->done)
		perf_context_call_elsewhere(call);
}

/**
 * perf_context_run - run a function on a context, wherever it is active
 * @ctx:  the context
 * @fn:   the function; it attaches nothing
 * @data: passed to it
 *
 * Own task, own CPU and inactive contexts are done on the spot; only a context
 * that is active on another CPU costs a cross-call. The function runs once, for a
 * context whose task has exited as well.
 *
 * Context: task, IRQs on; not from within @fn.
 */
void perf_context_run(struct perf_event_context *ctx, perf_context_fn fn, void *data)
{
	struct perf_context_call call = { .ctx = ctx, .fn = fn, .data = data };

	perf_context_call(&call);
}

/**
 * perf_context_check_alive - can events be attached?
 * @ctx: the context
 *
 * Return: 0; -ESRCH: its task has exited; -ENODEV: its CPU is offline. Holds until
 * the mutex is released.
 * Context: @ctx->mutex held.
 */
int perf_context_check_alive(const struct perf_event_context *ctx)
{
	lockdep_assert_held(&ctx->mutex);
	if (perf_context_is_task(ctx))
		return READ_ONCE(ctx->task) == TASK_TOMBSTONE ? -ESRCH : 0;
	return per_cpu_ptr(&perf_cpu_context, ctx->cpu)->online ? 0 : -ENODEV;
}

/*
 * A place for an instance: slot and pmu context.
 */
static unsigned long perf_slot_key(const struct perf_event *event)
{
#ifdef CONFIG_CGROUP_PERF
	if (event->cgrp)
		return event->cgrp->css.id;
#endif
	return event->cpu;
}

static struct perf_cgroup *perf_event_cgroup(const struct perf_event *event)
{
#ifdef CONFIG_CGROUP_PERF
	return event->cgrp;
#else
	return NULL;
#endif
}

static struct perf_event_slot *perf_slot_find_or_make(struct perf_event_context *ctx,
						      const struct perf_event *event)
{
	struct perf_cgroup *cgrp = perf_event_cgroup(event);
	unsigned long key = perf_slot_key(event);
	struct perf_event_slot *slot;
	int err;

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
	return slot;
}

/* Stop a slot that has left ctx->slots, if it is active. */
static void perf_slot_forget(struct perf_cpu_context *cpuctx, struct perf_event_context *ctx,
			     void *data)
{
	struct perf_event_slot *slot = data;

	if (ctx->cpu_slot == slot)
		ctx->cpu_slot = NULL;
	if (slot->cgrp && slot->clock.running)
		list_del_rcu(&slot->active_entry);
}

static void perf_slot_put(struct perf_event_slot *slot)
{
	struct perf_event_context *ctx = slot->ctx;
	unsigned long key = slot->cpu;

	if (slot->nr_events || slot == &ctx->any)
		return;
#ifdef CONFIG_CGROUP_PERF
	if (slot->cgrp)
		key = slot->cgrp->css.id;
#endif
	xa_erase(&ctx->slots, key);
	perf_context_run(ctx, perf_slot_forget, slot);
	kfree_rcu(slot, rcu_head);
}

/* The PMU in whose lists the group of @event stands once @event is a member. */
static struct pmu *perf_group_pmu(const struct perf_event *event)
{
	const struct perf_event *leader = event->group_leader;

	if (leader == event || event->pmu->task_ctx_nr == perf_sw_context)
		return leader == event ? event->pmu : leader->pmu_ctx->pmu;
	return event->pmu;
}

static struct perf_event_pmu_context *perf_pmu_ctx_find(struct perf_event_slot *slot,
							const struct pmu *pmu)
{
	struct perf_event_pmu_context *pmu_ctx;

	list_for_each_entry(pmu_ctx, &slot->pmu_ctxs, entry) {
		if (pmu_ctx->pmu == pmu)
			return pmu_ctx;
	}
	return NULL;
}

static struct perf_event_pmu_context *perf_pmu_ctx_make(struct perf_event_slot *slot,
							struct pmu *pmu)
{
	struct perf_event_pmu_context *pmu_ctx = &slot->software;

	if (pmu->type != PERF_TYPE_SOFTWARE) {
		pmu_ctx = kzalloc(sizeof(*pmu_ctx), GFP_KERNEL);
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
 * perf_context_reserve - find or make the place where an instance will count
 * @ctx:   context it will be attached to
 * @event: the instance; its group_leader, cpu, pmu and cgrp are set
 *
 * Return: 0 with event->ctx and event->pmu_ctx set, -ENOMEM.
 * Context: @ctx->mutex held.
 */
int perf_context_reserve(struct perf_event_context *ctx, struct perf_event *event)
{
	struct perf_event_pmu_context *pmu_ctx;
	struct perf_event_slot *slot;
	struct pmu *pmu;

	lockdep_assert_held(&ctx->mutex);
	slot = perf_slot_find_or_make(ctx, event);
	if (IS_ERR(slot))
		return PTR_ERR(slot);

	pmu = perf_group_pmu(event);
	pmu_ctx = perf_pmu_ctx_find(slot, pmu) ?: perf_pmu_ctx_make(slot, pmu);
	if (IS_ERR(pmu_ctx)) {
		perf_slot_put(slot);
		return PTR_ERR(pmu_ctx);
	}
	slot->nr_events++;
	pmu_ctx->nr_events++;
	event->pmu_ctx = pmu_ctx;
	event->ctx = ctx;
	perf_context_get(ctx);
	return 0;
}

/* Its last instance is gone: out of the lists. IRQs off, lock held, on its CPU. */
static void perf_pmu_ctx_drop(struct perf_event_pmu_context *pmu_ctx)
{
	struct perf_event_slot *slot = pmu_ctx->slot;

	if (--pmu_ctx->nr_events || pmu_ctx == &slot->software)
		return;
	WARN_ON_ONCE(!list_empty(&pmu_ctx->pinned) || !list_empty(&pmu_ctx->flexible));
	list_del(&pmu_ctx->entry);
	if (!list_empty(&pmu_ctx->active_entry)) {
		list_del_init(&pmu_ctx->active_entry);
		slot->nr_placed--;
	}
	kfree_rcu(pmu_ctx, rcu_head);
}

static void perf_context_drop_pmu_ctx(struct perf_cpu_context *cpuctx,
				      struct perf_event_context *ctx, void *data)
{
	perf_pmu_ctx_drop(data);
}

/**
 * perf_context_unreserve - give back what perf_context_reserve() took
 * @event: instance that was not attached
 *
 * Context: context's mutex held.
 */
void perf_context_unreserve(struct perf_event *event)
{
	struct perf_event_context *ctx = event->ctx;
	struct perf_event_slot *slot = perf_event_slot(event);

	lockdep_assert_held(&ctx->mutex);
	perf_context_run(ctx, perf_context_drop_pmu_ctx, event->pmu_ctx);
	event->pmu_ctx = NULL;
	event->ctx = NULL;
	slot->nr_events--;
	perf_slot_put(slot);
	perf_context_put(ctx);
}

/*
 * Attach.
 */

/* A slot that is new in an active context may have to be active as well. */
static void perf_slot_catch_up(struct perf_cpu_context *cpuctx, struct perf_event_slot *slot)
{
	struct perf_event_context *ctx = slot->ctx;

	if (!cpuctx || slot->clock.running)
		return;
	if (slot->cgrp) {
		if (!perf_cgroup_covers(slot->cgrp, current))
			return;
		list_add_tail_rcu(&slot->active_entry, &cpuctx->cgrp_slots);
	} else {
		if (slot->cpu != smp_processor_id())
			return;
		ctx->cpu_slot = slot;
	}
	perf_sched_slot_in(cpuctx, slot, perf_this_moment());
}

/* The context is about to differ from those it was cloned from or to. */
static void perf_context_changed(struct perf_event_context *ctx)
{
	struct perf_event_context *parent = ctx->parent;

	ctx->generation++;
	ctx->parent = NULL;
	perf_context_put(parent);
}

/* Contributions of one instance to the context's counts. */
static void perf_context_count(struct perf_event_context *ctx, const struct perf_event *event,
			       int delta)
{
	const struct perf_event_attr *attr = &event->attr;

	ctx->nr_events += delta;
	if (attr->freq && attr->sample_freq)
		ctx->nr_freq += delta;
	if (attr->inherit_stat)
		ctx->nr_stat += delta;
	/* What is bound to one task, or to its memory, stays with it. */
	if (attr->inherit_stat || attr->sigtrap || event->pmu->nr_addr_filters ||
	    (attr->inherit && (attr->sample_type & PERF_SAMPLE_READ)))
		ctx->nr_no_swap += delta;
	if (event->attach_state & PERF_ATTACH_TASK_DATA)
		ctx->nr_task_data += delta;
}

static void perf_group_update_sizes(struct perf_event *leader)
{
	struct perf_event *sibling;

	perf_event_header_sizes(leader);
	list_for_each_entry(sibling, &leader->sibling_list, sibling_list)
		perf_event_header_sizes(sibling);
}

/* All members of a software group follow the hardware member that joins it. */
static void perf_group_move(struct perf_event *leader, struct perf_event_pmu_context *to)
{
	struct perf_event *sibling;

	if (leader->pmu_ctx == to)
		return;
	to->nr_events += leader->nr_siblings + 1;
	list_for_each_entry(sibling, &leader->sibling_list, sibling_list) {
		perf_pmu_ctx_drop(sibling->pmu_ctx);
		sibling->pmu_ctx = to;
	}
	perf_pmu_ctx_drop(leader->pmu_ctx);
	leader->pmu_ctx = to;
}

static void perf_group_join(struct perf_event *event)
{
	struct perf_event *leader = event->group_leader;

	perf_group_move(leader, event->pmu_ctx);
	list_add_tail(&event->sibling_list, &leader->sibling_list);
	leader->nr_siblings++;
	leader->group_generation++;
	leader->group_caps &= event->event_caps;
	event->attach_state |= PERF_ATTACH_GROUP;
	perf_group_update_sizes(leader);
}

static void perf_attach_locked(struct perf_cpu_context *cpuctx, struct perf_event_context *ctx,
			       struct perf_event *event)
{
	struct perf_event *leader = event->group_leader;

	lockdep_assert_held(&ctx->lock);
	list_add_tail_rcu(&event->event_entry, &ctx->event_list);
	if (event->attach_state & PERF_ATTACH_SIDEBAND)
		list_add_tail_rcu(&event->sb_entry, &ctx->sb_list);
	perf_context_count(ctx, event, 1);
	event->attach_state |= PERF_ATTACH_CONTEXT;
	perf_slot_catch_up(cpuctx, perf_event_slot(event));
	perf_event_restart_times(event);

	if (leader != event) {
		bool resident = leader->group_caps & event->event_caps & PERF_EV_CAP_RESIDENT;

		if (!resident)
			perf_sched_group_detach(leader);
		perf_group_join(event);
	} else {
		event->group_caps = event->event_caps;
		perf_event_header_sizes(event);
	}
	perf_sched_group_attach(cpuctx, leader);
}

static void perf_attach_fn(struct perf_cpu_context *cpuctx, struct perf_event_context *ctx,
			   void *data)
{
	perf_context_changed(ctx);
	perf_attach_locked(cpuctx, ctx, data);
}

/**
 * perf_context_attach - let an instance count
 * @ctx:   context it has reserved a place in
 * @event: the instance; a sibling's leader is attached already
 *
 * Context: @ctx->mutex held.
 */
void perf_context_attach(struct perf_event_context *ctx, struct perf_event *event)
{
	struct perf_context_call call = {
		.ctx = ctx, .fn = perf_attach_fn, .data = event, .adds = true,
	};

	lockdep_assert_held(&ctx->mutex);
	perf_context_call(&call);
}

/**
 * perf_context_attach_private - the same for a context nobody else knows yet
 * @ctx:   context of a task that is being forked
 * @event: the instance
 */
void perf_context_attach_private(struct perf_event_context *ctx, struct perf_event *event)
{
	guard(raw_spinlock_irqsave)(&ctx->lock);
	perf_attach_locked(NULL, ctx, event);
}

/**
 * perf_context_differs - the context is no longer equal to its clones
 * @ctx: the context
 *
 * For a change that does not attach or detach.
 */
void perf_context_differs(struct perf_event_context *ctx)
{
	guard(raw_spinlock_irqsave)(&ctx->lock);
	perf_context_changed(ctx);
}

/*
 * Detach.
 */

/* Caps that all members have; membership has changed. */
static void perf_group_update_caps(struct perf_event *leader)
{
	struct perf_event *sibling;

	leader->group_caps = leader->event_caps;
	list_for_each_entry(sibling, &leader->sibling_list, sibling_list)
		leader->group_caps &= sibling->event_caps;
	leader->group_generation++;
}

static void perf_group_leave(struct perf_cpu_context *cpuctx, struct perf_event *event)
{
	struct perf_event *leader = event->group_leader;

	list_del_init(&event->sibling_list);
	event->attach_state &= ~PERF_ATTACH_GROUP;
	event->group_leader = event;
	event->group_caps = event->event_caps;
	leader->nr_siblings--;
	perf_group_update_caps(leader);
	perf_group_update_sizes(leader);
	if (leader->attach_state & PERF_ATTACH_CONTEXT)
		perf_sched_group_attach(cpuctx, leader);
}

/* The leader goes; its siblings go on as groups of one. */
static void perf_group_dissolve(struct perf_cpu_context *cpuctx, struct perf_event *leader)
{
	struct perf_event *sibling, *next;

	list_for_each_entry_safe(sibling, next, &leader->sibling_list, sibling_list) {
		bool attached = sibling->attach_state & PERF_ATTACH_CONTEXT;

		if (attached)
			perf_event_fold_times(sibling, perf_this_moment());
		list_del_init(&sibling->sibling_list);
		sibling->attach_state &= ~PERF_ATTACH_GROUP;
		sibling->group_leader = sibling;
		sibling->group_caps = sibling->event_caps;
		perf_event_header_sizes(sibling);
		if (!attached)
			continue;
		perf_event_fold_times(sibling, perf_this_moment());
		if (sibling->event_caps & PERF_EV_CAP_SIBLING)
			perf_event_set_state(sibling, PERF_EVENT_STATE_ERROR);
		perf_sched_group_attach(cpuctx, sibling);
	}
	leader->nr_siblings = 0;
	perf_group_update_caps(leader);
}

struct perf_detach {
	struct perf_event	*event;
	enum perf_event_state	state;
	bool			group;
};

static void perf_detach_from_lists(struct perf_event_context *ctx, struct perf_event *event)
{
	list_del_rcu(&event->event_entry);
	if (event->attach_state & PERF_ATTACH_SIDEBAND)
		list_del_rcu(&event->sb_entry);
	perf_context_count(ctx, event, -1);
	event->attach_state &= ~PERF_ATTACH_CONTEXT;
	perf_pmu_ctx_drop(event->pmu_ctx);
	perf_event_slot(event)->nr_events--;
}

static void perf_detach_locked(struct perf_cpu_context *cpuctx, struct perf_event_context *ctx,
			       const struct perf_detach *detach)
{
	struct perf_event *event = detach->event;
	bool attached = event->attach_state & PERF_ATTACH_CONTEXT;
	struct perf_event *leader = event->group_leader;

	lockdep_assert_held(&ctx->lock);
	if (attached) {
		/* What has gone its way alone cannot bring its leader's group back. */
		if (leader == event || detach->group)
			perf_sched_group_detach(leader);
		perf_event_set_state(event, min(event->state, detach->state));
		perf_detach_from_lists(ctx, event);
	}
	WRITE_ONCE(event->state, min(event->state, detach->state));

	if (!detach->group)
		return;
	if (leader != event)
		perf_group_leave(cpuctx, event);
	else if (event->nr_siblings)
		perf_group_dissolve(cpuctx, event);
}

static void perf_detach_fn(struct perf_cpu_context *cpuctx, struct perf_event_context *ctx,
			   void *data)
{
	perf_context_changed(ctx);
	perf_detach_locked(cpuctx, ctx, data);
}

/**
 * perf_context_detach - an instance ceases to count
 * @event: the instance
 * @state: what becomes of it: EXIT (readable), DEAD (to be freed), OFF (moves)
 * @group: also leave the group; without it the group stays together for readers,
 *         which is for a whole context that dies
 *
 * May be called again with more. The reservation is given up the first time.
 *
 * Context: context's mutex held.
 */
void perf_context_detach(struct perf_event *event, enum perf_event_state state, bool group)
{
	struct perf_detach detach = { .event = event, .state = state, .group = group };
	struct perf_event_context *ctx = event->ctx;
	struct perf_event_slot *slot = NULL;

	lockdep_assert_held(&ctx->mutex);
	if (event->attach_state & PERF_ATTACH_CONTEXT)
		slot = perf_event_slot(event);
	perf_context_run(ctx, perf_detach_fn, &detach);
	if (slot) {
		event->pmu_ctx = NULL;
		perf_slot_put(slot);
	}
}
