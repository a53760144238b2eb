// SPDX-License-Identifier: GPL-2.0
/*
 * Attaching instances to a context and detaching them; joining and leaving groups.
 *
 * Owns: a context's lists and counts of instances; the membership of groups.
 *
 * Locks: context's mutex; perf_context_run() makes the changes under the context's lock, on
 * the CPU the context is active on.
 * Context: task.
 */
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "base/due.h"
#include "sample/sample.h"
#include "sched/active.h"
#include "sched/cgroup_slots.h"
#include "sched/context.h"
#include "sched/install.h"
#include "sched/sched.h"
#include "sched/slot.h"

/*
 * Attach.
 */

/* Activates @slot, new in an active context, if its CPU or control group is the current one. */
static void perf_slot_catch_up(struct perf_cpu_context *cpuctx, struct perf_event_slot *slot)
{
	struct perf_context *ctx = slot->ctx;

	if (!cpuctx || slot->clock.running)
		return;
	if (slot->cgrp) {
		/* cgrp_serial is stale if no group was watched: 0 makes the next switch update. */
		cpuctx->cgrp_serial = 0;
		if (!perf_cgroup_covers(slot->cgrp, current))
			return;
		list_add_tail_rcu(&slot->active_entry, &cpuctx->cgrp_slots);
	} else {
		if (slot->cpu != smp_processor_id())
			return;
		ctx->cpu_slot = slot;
	}
	perf_sched_slot_in(cpuctx, slot, perf_ctx_now());
}

/* @ctx is about to differ from its parent and its clones: they cannot be swapped any more. */
static void perf_context_changed(struct perf_context *ctx)
{
	struct perf_context *parent = ctx->parent;

	ctx->generation++;
	ctx->parent = NULL;
	perf_context_put(parent);
}

/* Adds @event to the counts of @ctx (@delta 1) or removes it (-1). */
static void perf_context_count(struct perf_context *ctx, const struct perf_event *event,
			       int delta)
{
	const struct perf_event_attr *attr = &event->attr;

	ctx->nr_events += delta;
	if (attr->inherit_stat)
		ctx->nr_stat += delta;
	/* These events are bound to one task, or to its memory, and stay with it. */
	if (attr->inherit_stat || attr->sigtrap || event->pmu->nr_addr_filters ||
	    (attr->inherit && (attr->sample_type & PERF_SAMPLE_READ)))
		ctx->nr_no_swap += delta;
}

static bool perf_event_adjusts_period(const struct perf_event *event)
{
	return event->attr.freq && event->attr.sample_freq;
}

/*
 * Drivers set and clear PERF_EVENT_FLAG_USER_READ_CNT while the event is attached, and hw.flags
 * is in a union that only drivers of counters use. PERF_ATTACH_USER is set while the event is in
 * head.nr_user.
 */
static void perf_context_count_user(struct perf_context *ctx, struct perf_event *event)
{
	if (event->pmu->task_ctx_nr != perf_hw_context ||
	    !(event->hw.flags & PERF_EVENT_FLAG_USER_READ_CNT))
		return;
	event->attach_state |= PERF_ATTACH_USER;
	ctx->head.nr_user++;
}

static void perf_context_uncount_user(struct perf_context *ctx, struct perf_event *event)
{
	if (!(event->attach_state & PERF_ATTACH_USER))
		return;
	event->attach_state &= ~PERF_ATTACH_USER;
	ctx->head.nr_user--;
}

/* Moves all members of a software group to the pmu context of the hardware member that joins it. */
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
	perf_group_add_format(leader, leader);
	perf_group_add_format(leader, event);
}

/* If @event and its group are resident, the other members stay on their PMUs. */
static void perf_group_attach(struct perf_cpu_context *cpuctx, struct perf_event *event)
{
	struct perf_event *leader = event->group_leader;

	if (leader->group_caps & event->event_caps & PERF_EV_CAP_RESIDENT) {
		perf_group_join(event);
		perf_sched_sibling_in(event);
		return;
	}
	perf_sched_group_detach(leader);
	perf_group_join(event);
	perf_sched_group_attach(cpuctx, leader);
}

static void perf_attach_locked(struct perf_cpu_context *cpuctx, struct perf_context *ctx,
			       struct perf_event *event)
{
	struct perf_event *leader = event->group_leader;

	lockdep_assert_held(&ctx->lock);
	list_add_tail_rcu(&event->event_entry, &ctx->event_list);
	if (event->attach_state & PERF_ATTACH_SIDEBAND)
		list_add_tail_rcu(&event->sb_entry, &ctx->sb_list);
	if (perf_event_adjusts_period(event))
		list_add_tail(&event->freq_entry, &ctx->freq);
	perf_context_count(ctx, event, 1);
	perf_context_count_user(ctx, event);
	event->attach_state |= PERF_ATTACH_CONTEXT;
	perf_slot_catch_up(cpuctx, perf_event_slot(event));
	perf_event_restart_times(event);

	if (leader != event) {
		perf_group_attach(cpuctx, event);
		return;
	}
	event->group_caps = event->event_caps;
	perf_sched_group_attach(cpuctx, event);
}

static void perf_attach_fn(struct perf_cpu_context *cpuctx, struct perf_context *ctx,
			   void *data)
{
	perf_context_changed(ctx);
	perf_attach_locked(cpuctx, ctx, data);
}

/**
 * perf_context_attach - attach an instance to its context
 * @ctx:   context in which perf_context_reserve() has reserved a slot for @event
 * @event: the instance; a sibling's leader is attached already
 *
 * Context: @ctx->mutex held.
 */
void perf_context_attach(struct perf_context *ctx, struct perf_event *event)
{
	lockdep_assert_held(&ctx->mutex);
	perf_context_run_adding(ctx, perf_attach_fn, event);
}

/**
 * perf_context_attach_private - perf_context_attach() for a context that is not published yet
 * @ctx:   context of a task that is being forked
 * @event: the instance
 */
void perf_context_attach_private(struct perf_context *ctx, struct perf_event *event)
{
	guard(raw_spinlock_irqsave)(&ctx->lock);
	perf_attach_locked(NULL, ctx, event);
}

/**
 * perf_context_differs - mark a context as different from its parent and its clones
 * @ctx: the context
 *
 * For a change that neither attaches nor detaches an instance.
 */
void perf_context_differs(struct perf_context *ctx)
{
	guard(raw_spinlock_irqsave)(&ctx->lock);
	perf_context_changed(ctx);
}

/*
 * Detach.
 */

/* Computes the caps that all members have, after one has left. A resident group keeps its caps. */
static void perf_group_update_caps(struct perf_event *leader)
{
	struct perf_event *sibling;

	if (perf_group_is_resident(leader))
		return;
	leader->group_caps = leader->event_caps;
	list_for_each_entry(sibling, &leader->sibling_list, sibling_list)
		leader->group_caps &= sibling->event_caps;
}

/*
 * A software event that was in the pmu context of its group's hardware events returns to that
 * of its own PMU: without an event of its PMU left, nothing keeps the other PMU registered.
 */
static void perf_member_return(struct perf_event *event)
{
	struct perf_event_pmu_context *from = event->pmu_ctx;
	struct perf_event_pmu_context *to = perf_pmu_ctx_find(from->slot, event->pmu);

	if (from == to || WARN_ON_ONCE(!to))
		return;
	to->nr_events++;
	event->pmu_ctx = to;
	perf_pmu_ctx_drop(from);
}

/* True if a member other than @event is an event of the PMU that lists the group. */
static bool perf_group_is_bound(const struct perf_event *leader, const struct perf_event *event)
{
	const struct pmu *pmu = leader->pmu_ctx->pmu;
	const struct perf_event *sibling;

	if (leader != event && leader->pmu == pmu)
		return true;
	list_for_each_entry(sibling, &leader->sibling_list, sibling_list) {
		if (sibling != event && sibling->pmu == pmu)
			return true;
	}
	return false;
}

static void perf_group_return(struct perf_event *leader)
{
	struct perf_event_pmu_context *home;

	if (perf_group_is_bound(leader, NULL))
		return;
	home = perf_pmu_ctx_find(leader->pmu_ctx->slot, leader->pmu);
	if (!WARN_ON_ONCE(!home))
		perf_group_move(leader, home);
}

/* close() cannot fail, so this allocation must not (__GFP_NOFAIL). */
static void perf_own_pmu_ctx_make(struct perf_event_slot *slot, struct pmu *pmu)
{
	if (!perf_pmu_ctx_find(slot, pmu))
		perf_pmu_ctx_make(slot, pmu, GFP_KERNEL | __GFP_NOFAIL);
}

/* Makes the pmu contexts for perf_member_return() and perf_group_return(). May sleep. */
static void perf_context_prepare_return(struct perf_event *event)
{
	struct perf_event_pmu_context *pmu_ctx = event->pmu_ctx;
	struct perf_event *leader = event->group_leader;
	struct perf_event *sibling;

	if (leader != event) {
		if (leader->pmu != pmu_ctx->pmu && !perf_group_is_bound(leader, event))
			perf_own_pmu_ctx_make(pmu_ctx->slot, leader->pmu);
		return;
	}
	list_for_each_entry(sibling, &event->sibling_list, sibling_list) {
		if (sibling->pmu != pmu_ctx->pmu)
			perf_own_pmu_ctx_make(pmu_ctx->slot, sibling->pmu);
	}
}

/*
 * Drops the reference of @event on the AUX event @leader when either leaves the group. An
 * aux_output event cannot run without @leader and goes to ERROR; events with aux_sample_size,
 * aux_pause or aux_resume keep counting.
 */
static void perf_aux_member_leave(struct perf_event *event, struct perf_event *leader)
{
	if (event->aux_event != leader)
		return;
	WRITE_ONCE(event->aux_event, NULL);
	/* Not the last reference: @leader is in the group, or its detacher holds one. */
	refcount_dec(&leader->refcount);
	if (event->attr.aux_output && event->attach_state & PERF_ATTACH_CONTEXT)
		perf_event_set_state(event, min(event->state, PERF_EVENT_STATE_ERROR));
}

/* From here on the times of an attached @event advance with the clocks of its slot. */
static void perf_group_unlink(struct perf_event *event)
{
	struct perf_event *leader = event->group_leader;
	bool attached = event->attach_state & PERF_ATTACH_CONTEXT;

	if (attached)
		perf_event_fold_times(event, perf_ctx_now());
	perf_sched_sibling_leaves(event);
	list_del_init(&event->sibling_list);
	event->attach_state &= ~PERF_ATTACH_GROUP;
	event->group_leader = event;
	event->group_caps = event->event_caps;
	leader->nr_siblings--;
	leader->group_generation++;
	if (attached)
		perf_event_restart_times(event);
}

static void perf_group_leave(struct perf_cpu_context *cpuctx, struct perf_event *event)
{
	struct perf_event *leader = event->group_leader;
	bool resident = perf_group_is_resident(leader);

	perf_group_unlink(event);
	perf_group_update_caps(leader);
	if (leader->attach_state & PERF_ATTACH_CONTEXT) {
		perf_group_return(leader);
		if (!resident)
			perf_sched_group_attach(cpuctx, leader);
	}
}

/* The leader is about to leave its context; @sibling becomes a group of one. */
static void perf_group_set_free(struct perf_cpu_context *cpuctx, struct perf_event *sibling)
{
	struct perf_event *leader = sibling->group_leader;

	perf_group_unlink(sibling);
	perf_aux_member_leave(sibling, leader);
	if (!(sibling->attach_state & PERF_ATTACH_CONTEXT))
		return;
	perf_member_return(sibling);
	if (sibling->event_caps & PERF_EV_CAP_SIBLING)
		perf_sched_disable(cpuctx, sibling, PERF_EVENT_STATE_ERROR);
	perf_sched_group_attach(cpuctx, sibling);
}

/* Removes at most @most siblings from the group, since IRQs are off meanwhile. */
static void perf_group_dissolve(struct perf_cpu_context *cpuctx, struct perf_event *leader,
				int most)
{
	struct perf_event *sibling, *next;

	list_for_each_entry_safe(sibling, next, &leader->sibling_list, sibling_list) {
		if (!most--)
			return;
		perf_group_set_free(cpuctx, sibling);
	}
	perf_group_update_caps(leader);
}

struct perf_detach {
	struct perf_event	*event;
	enum perf_event_state	state;
	bool			group;
};

static void perf_detach_from_lists(struct perf_context *ctx, struct perf_event *event)
{
	list_del_rcu(&event->event_entry);
	if (event->attach_state & PERF_ATTACH_SIDEBAND)
		list_del_rcu(&event->sb_entry);
	if (perf_event_adjusts_period(event))
		list_del(&event->freq_entry);
	perf_due_drop(event);
	perf_context_count(ctx, event, -1);
	event->attach_state &= ~PERF_ATTACH_CONTEXT;
	perf_pmu_ctx_drop(event->pmu_ctx);
	perf_event_slot(event)->nr_events--;
}

static void perf_detach_locked(struct perf_cpu_context *cpuctx, struct perf_context *ctx,
			       const struct perf_detach *detach)
{
	struct perf_event *event = detach->event;
	bool attached = event->attach_state & PERF_ATTACH_CONTEXT;
	struct perf_event *leader = event->group_leader;

	lockdep_assert_held(&ctx->lock);
	/* First: the driver reads head.nr_user when the other groups are scheduled in. */
	perf_context_uncount_user(ctx, event);
	if (attached && perf_group_is_resident(leader)) {
		perf_sched_resident_out(event, detach->state);
		perf_detach_from_lists(ctx, event);
	} else if (attached) {
		/* A sibling without @group never attaches its group again: do not detach it. */
		if (leader == event || detach->group)
			perf_sched_group_detach(leader);
		perf_event_set_state(event, min(event->state, detach->state));
		perf_detach_from_lists(ctx, event);
	}
	if (event->state > detach->state)
		WRITE_ONCE(event->state, detach->state);

	if (!detach->group)
		return;
	if (leader == event) {
		if (event->nr_siblings)
			perf_group_dissolve(cpuctx, event, event->nr_siblings);
		return;
	}
	perf_group_leave(cpuctx, event);
	/* While perf_pmu_migrate_context() moves @event (OFF), the reference stays. */
	if (detach->state <= PERF_EVENT_STATE_EXIT)
		perf_aux_member_leave(event, leader);
}

static void perf_detach_fn(struct perf_cpu_context *cpuctx, struct perf_context *ctx,
			   void *data)
{
	perf_context_changed(ctx);
	perf_detach_locked(cpuctx, ctx, data);
}

static void perf_dissolve_fn(struct perf_cpu_context *cpuctx, struct perf_context *ctx,
			     void *data)
{
	perf_context_changed(ctx);
	perf_group_dissolve(cpuctx, data, PERF_SECTION_STEPS);
}

/*
 * The siblings of a resident leader leave the group before it, PERF_SECTION_STEPS at a time and
 * while they stay on their PMUs. The siblings of a switched leader, which are few, leave it in
 * perf_detach_locked(), since the group is deleted from the PMU as a whole.
 */
static void perf_group_dissolve_resident(struct perf_context *ctx, struct perf_event *leader)
{
	while (leader->nr_siblings && perf_group_is_resident(leader))
		perf_context_run(ctx, perf_dissolve_fn, leader);
}

static void perf_context_end_some(struct perf_context *ctx, struct list_head *gone)
{
	struct perf_detach detach = { .state = PERF_EVENT_STATE_EXIT };
	struct perf_event *event, *next;
	int steps = PERF_SECTION_STEPS;

	guard(raw_spinlock_irqsave)(&ctx->lock);
	WARN_ON_ONCE(ctx->task != TASK_TOMBSTONE || ctx->active);
	perf_context_changed(ctx);
	list_for_each_entry_safe(event, next, &ctx->event_list, event_entry) {
		if (!steps--)
			return;
		detach.event = event;
		perf_detach_locked(NULL, ctx, &detach);
		WRITE_ONCE(event->pmu_ctx, NULL);
		list_add_tail(&event->group_entry, gone);
	}
}

/**
 * perf_context_end - detach all instances, which stay readable
 * @ctx:  the context, whose task has exited or never ran: it is inactive for good
 * @gone: list of the instances, by perf_event::group_entry
 *
 * Groups stay together for readers, until perf_context_detach() dissolves them. A leader comes
 * before its siblings on @gone.
 *
 * Context: task, the context's mutex held.
 */
void perf_context_end(struct perf_context *ctx, struct list_head *gone)
{
	struct perf_event_slot *slot;
	unsigned long key;

	lockdep_assert_held(&ctx->mutex);
	while (!list_empty(&ctx->event_list))
		perf_context_end_some(ctx, gone);
	xa_for_each(&ctx->slots, key, slot)
		perf_slot_put(slot);
}

/**
 * perf_context_detach - detach an instance, or dissolve its group after that
 * @event: the instance
 * @state: its new state: EXIT (readable), DEAD (to be freed), OFF (moves)
 * @group: also leave the group; if false the group stays together for readers
 *
 * May be called again with a lower @state, or with @group. The first call drops the
 * reservation of perf_context_reserve().
 *
 * Context: context's mutex held.
 */
void perf_context_detach(struct perf_event *event, enum perf_event_state state, bool group)
{
	struct perf_detach detach = { .event = event, .state = state, .group = group };
	struct perf_context *ctx = event->ctx;
	struct perf_event_slot *slot = NULL;

	lockdep_assert_held(&ctx->mutex);
	if (event->attach_state & PERF_ATTACH_CONTEXT) {
		slot = perf_event_slot(event);
		if (group)
			perf_context_prepare_return(event);
	}
	if (group && event->group_leader == event)
		perf_group_dissolve_resident(ctx, event);
	perf_context_run(ctx, perf_detach_fn, &detach);
	if (slot) {
		WRITE_ONCE(event->pmu_ctx, NULL);
		perf_slot_put(slot);
	}
}
