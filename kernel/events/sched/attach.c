// SPDX-License-Identifier: GPL-2.0
/*
 * Instances come into a context and leave it, and groups change with that.
 *
 * Owns: a context's lists and counts of instances; who is in which group.
 *
 * Locks: context's mutex; the changes themselves are made under its lock, on the
 * CPU it is active on, by perf_context_run().
 * Context: task.
 */
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "base/due.h"
#include "sample/sample.h"
#include "sched/attach.h"
#include "sched/cgroup_slots.h"
#include "sched/context.h"
#include "sched/place.h"
#include "sched/sched.h"
#include "sched/slot.h"

/*
 * Attach.
 */

/* A slot that is new in an active context may have to be active as well. */
static void perf_slot_catch_up(struct perf_cpu_context *cpuctx, struct perf_event_slot *slot)
{
	struct perf_context *ctx = slot->ctx;

	if (!cpuctx || slot->clock.running)
		return;
	if (slot->cgrp) {
		/* Nobody may have followed the CPU's tasks before: the next switch looks anew. */
		cpuctx->cgrp_serial = 0;
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
static void perf_context_changed(struct perf_context *ctx)
{
	struct perf_context *parent = ctx->parent;

	ctx->generation++;
	ctx->parent = NULL;
	perf_context_put(parent);
}

/* Contributions of one instance to the context's counts. */
static void perf_context_count(struct perf_context *ctx, const struct perf_event *event,
			       int delta)
{
	const struct perf_event_attr *attr = &event->attr;

	ctx->nr_events += delta;
	if (attr->inherit_stat)
		ctx->nr_stat += delta;
	/* An event that is bound to one task, or to its memory, stays with that task. */
	if (attr->inherit_stat || attr->sigtrap || event->pmu->nr_addr_filters ||
	    (attr->inherit && (attr->sample_type & PERF_SAMPLE_READ)))
		ctx->nr_no_swap += delta;
}

static bool perf_event_adjusts_period(const struct perf_event *event)
{
	return event->attr.freq && event->attr.sample_freq;
}

/*
 * Drivers set and clear the flag while the event is attached, and the field is in a union
 * that only drivers of counters use: the bit says whether the event is in the count.
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
	perf_group_add_format(leader, leader);
	perf_group_add_format(leader, event);
}

/* A member that stays on its PMU whatever the others do leaves them alone. */
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
 * perf_context_attach - let an instance count
 * @ctx:   context it has reserved a place in
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
 * perf_context_attach_private - the same for a context nobody else knows yet
 * @ctx:   context of a task that is being forked
 * @event: the instance
 */
void perf_context_attach_private(struct perf_context *ctx, struct perf_event *event)
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
void perf_context_differs(struct perf_context *ctx)
{
	guard(raw_spinlock_irqsave)(&ctx->lock);
	perf_context_changed(ctx);
}

/*
 * Detach.
 */

/* Caps that all members have, after one has left. A resident group does not become more. */
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
 * A software event that had followed hardware events is not to stay in the lists of
 * a PMU that has no event there: nothing would keep the PMU.
 */
static void perf_member_go_home(struct perf_event *event)
{
	struct perf_event_pmu_context *from = event->pmu_ctx;
	struct perf_event_pmu_context *to = perf_pmu_ctx_find(from->slot, event->pmu);

	if (from == to || WARN_ON_ONCE(!to))
		return;
	to->nr_events++;
	event->pmu_ctx = to;
	perf_pmu_ctx_drop(from);
}

/* Does a member other than @event hold the group to the PMU it is in the lists of? */
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

static void perf_group_go_home(struct perf_event *leader)
{
	struct perf_event_pmu_context *home;

	if (perf_group_is_bound(leader, NULL))
		return;
	home = perf_pmu_ctx_find(leader->pmu_ctx->slot, leader->pmu);
	if (!WARN_ON_ONCE(!home))
		perf_group_move(leader, home);
}

/* Who closes an event cannot be told that there is no memory. */
static void perf_home_make(struct perf_event_slot *slot, struct pmu *pmu)
{
	if (!perf_pmu_ctx_find(slot, pmu))
		perf_pmu_ctx_make(slot, pmu, GFP_KERNEL | __GFP_NOFAIL);
}

/* May sleep: what perf_member_go_home() is going to look for. */
static void perf_context_prepare_home(struct perf_event *event)
{
	struct perf_event_pmu_context *pmu_ctx = event->pmu_ctx;
	struct perf_event *leader = event->group_leader;
	struct perf_event *sibling;

	if (leader != event) {
		if (leader->pmu != pmu_ctx->pmu && !perf_group_is_bound(leader, event))
			perf_home_make(pmu_ctx->slot, leader->pmu);
		return;
	}
	list_for_each_entry(sibling, &event->sibling_list, sibling_list) {
		if (sibling->pmu != pmu_ctx->pmu)
			perf_home_make(pmu_ctx->slot, sibling->pmu);
	}
}

/*
 * The AUX event goes, or the one that feeds, samples or pauses it, whose file may stay:
 * that must not keep the AUX event. Who feeds it has nowhere to go, others do without it.
 */
static void perf_aux_member_leave(struct perf_event *event, struct perf_event *leader)
{
	if (event->aux_event != leader)
		return;
	WRITE_ONCE(event->aux_event, NULL);
	/* Not the last one: the leader is in the group, or somebody is detaching it. */
	refcount_dec(&leader->refcount);
	if (event->attr.aux_output && event->attach_state & PERF_ATTACH_CONTEXT)
		perf_event_set_state(event, min(event->state, PERF_EVENT_STATE_ERROR));
}

/* Its times, if it is attached, go on by the clocks of its slot. */
static void perf_group_unlink(struct perf_event *event)
{
	struct perf_event *leader = event->group_leader;
	bool attached = event->attach_state & PERF_ATTACH_CONTEXT;

	if (attached)
		perf_event_fold_times(event, perf_this_moment());
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
		perf_group_go_home(leader);
		if (!resident)
			perf_sched_group_attach(cpuctx, leader);
	}
}

/* The leader is about to go; a sibling goes on as a group of one. */
static void perf_group_set_free(struct perf_cpu_context *cpuctx, struct perf_event *sibling)
{
	struct perf_event *leader = sibling->group_leader;

	perf_group_unlink(sibling);
	perf_aux_member_leave(sibling, leader);
	if (!(sibling->attach_state & PERF_ATTACH_CONTEXT))
		return;
	perf_member_go_home(sibling);
	if (sibling->event_caps & PERF_EV_CAP_SIBLING)
		perf_sched_disable(cpuctx, sibling, PERF_EVENT_STATE_ERROR);
	perf_sched_group_attach(cpuctx, sibling);
}

/* All siblings, or so many that others can wait for it. */
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
	/* First, as the driver looks at the count when what is left is put onto the PMU. */
	perf_context_uncount_user(ctx, event);
	if (attached && perf_group_is_resident(leader)) {
		perf_sched_resident_out(event, detach->state);
		perf_detach_from_lists(ctx, event);
	} else if (attached) {
		/* What has gone its way alone cannot bring its leader's group back. */
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
	/* Not if it is only on its way to another CPU, where the group meets again. */
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
 * The siblings of a resident leader go their own way before it does, some at a time and
 * without being taken off their PMUs. Those of a switched leader, of which there are few,
 * do so in one go with it, as they are taken off and put on together.
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
 * perf_context_end - all instances of a context cease to count, readable
 * @ctx:  the context, whose task has exited or never ran: it is inactive for good
 * @gone: list of the instances, by perf_event::group_entry
 *
 * Groups stay together for readers; perf_context_detach() ends that as well. A leader
 * has come to the list before its siblings.
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
	struct perf_context *ctx = event->ctx;
	struct perf_event_slot *slot = NULL;

	lockdep_assert_held(&ctx->mutex);
	if (event->attach_state & PERF_ATTACH_CONTEXT) {
		slot = perf_event_slot(event);
		if (group)
			perf_context_prepare_home(event);
	}
	if (group && event->group_leader == event)
		perf_group_dissolve_resident(ctx, event);
	perf_context_run(ctx, perf_detach_fn, &detach);
	if (slot) {
		WRITE_ONCE(event->pmu_ctx, NULL);
		perf_slot_put(slot);
	}
}
