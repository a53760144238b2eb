// SPDX-License-Identifier: GPL-2.0
/*
 * Installing instances in a context and removing them.
 *
 * Owns: a context's lists and counts of instances.
 *
 * Locks: context's mutex; perf_context_run() makes the changes under the context's lock, on
 * the CPU the context is active on.
 * Context: task.
 */
#include <linux/perf_event.h>
#include <linux/sched.h>

#include "base/due.h"
#include "base/period.h"
#include "base/times.h"
#include "sched/active.h"
#include "sched/cgroup_slots.h"
#include "sched/context.h"
#include "sched/group.h"
#include "sched/install.h"
#include "sched/sched.h"
#include "sched/slot.h"
#include "sched/state.h"

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

/* Does the driver keep a stack of calls, that of one task, in the event? */
static bool perf_event_keeps_calls(const struct perf_event_attr *attr)
{
	return (attr->sample_type & PERF_SAMPLE_BRANCH_STACK) &&
	       (attr->branch_sample_type & PERF_SAMPLE_BRANCH_CALL_STACK);
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
	    perf_event_keeps_calls(attr) || (event->event_caps & PERF_EV_CAP_NO_SWAP) ||
	    (attr->inherit && (attr->sample_type & PERF_SAMPLE_READ)))
		ctx->nr_no_swap += delta;
}

/*
 * Drivers set and clear PERF_EVENT_FLAG_USER_READ_CNT while the event is installed, and hw.flags
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

static void perf_install_locked(struct perf_cpu_context *cpuctx, struct perf_context *ctx,
				struct perf_event *event)
{
	struct perf_event *leader = event->group_leader;

	lockdep_assert_held(&ctx->lock);
	list_add_tail_rcu(&event->event_entry, &ctx->event_list);
	if (event->attach_state & PERF_ATTACH_SIDEBAND)
		list_add_tail_rcu(&event->sb_entry, &ctx->sb_list);
	if (event->rate)
		list_add_tail(&event->rate->entry, &ctx->freq);
	perf_context_count(ctx, event, 1);
	perf_context_count_user(ctx, event);
	event->attach_state |= PERF_ATTACH_CONTEXT;
	perf_slot_catch_up(cpuctx, perf_event_slot(event));
	perf_event_restart_times(event);

	if (leader != event) {
		perf_group_join(cpuctx, event);
		return;
	}
	event->group_caps = event->event_caps;
	perf_sched_group_add(cpuctx, event);
}

static void perf_install_fn(struct perf_cpu_context *cpuctx, struct perf_context *ctx,
			    void *data)
{
	perf_context_changed(ctx);
	perf_install_locked(cpuctx, ctx, data);
}

/**
 * perf_context_install - install an instance in its context
 * @ctx:   context in which perf_context_reserve() has reserved a slot for @event
 * @event: the instance; a sibling's leader is installed already
 *
 * Context: @ctx->mutex held.
 */
void perf_context_install(struct perf_context *ctx, struct perf_event *event)
{
	lockdep_assert_held(&ctx->mutex);
	perf_context_run_adding(ctx, perf_install_fn, event);
}

/**
 * perf_context_install_private - perf_context_install() for a context that is not published yet
 * @ctx:   context of a task that is being forked
 * @event: the instance
 */
void perf_context_install_private(struct perf_context *ctx, struct perf_event *event)
{
	guard(raw_spinlock_irqsave)(&ctx->lock);
	if (unlikely(event->event_caps & PERF_EV_CAP_OFF_CPU))
		perf_ctx_now_invalidate(this_cpu_ptr(&perf_cpu_context));
	perf_install_locked(NULL, ctx, event);
}

/**
 * perf_context_differs - mark a context as different from its parent and its clones
 * @ctx: the context
 *
 * For a change that neither installs nor removes an instance.
 */
void perf_context_differs(struct perf_context *ctx)
{
	guard(raw_spinlock_irqsave)(&ctx->lock);
	perf_context_changed(ctx);
}

struct perf_removal {
	struct perf_event	*event;
	enum perf_event_state	state;
	bool			group;
};

static void perf_remove_from_lists(struct perf_context *ctx, struct perf_event *event)
{
	list_del_rcu(&event->event_entry);
	if (event->attach_state & PERF_ATTACH_SIDEBAND)
		list_del_rcu(&event->sb_entry);
	if (event->rate)
		list_del(&event->rate->entry);
	perf_due_drop(event);
	perf_context_count(ctx, event, -1);
	event->attach_state &= ~PERF_ATTACH_CONTEXT;
	perf_pmu_ctx_drop(event->pmu_ctx);
	perf_event_slot(event)->nr_events--;
}

static void perf_remove_locked(struct perf_cpu_context *cpuctx, struct perf_context *ctx,
			       const struct perf_removal *removal)
{
	struct perf_event *event = removal->event;
	bool installed = event->attach_state & PERF_ATTACH_CONTEXT;
	struct perf_event *leader = event->group_leader;

	lockdep_assert_held(&ctx->lock);
	/* First: the driver reads head.nr_user when the other groups are scheduled in. */
	perf_context_uncount_user(ctx, event);
	if (installed && perf_group_is_resident(leader)) {
		perf_sched_resident_out(event, removal->state);
		perf_remove_from_lists(ctx, event);
	} else if (installed) {
		/* A sibling without @group never adds its group again: do not delete it. */
		if (leader == event || removal->group)
			perf_sched_group_del(leader);
		perf_event_set_state(event, min(event->state, removal->state));
		perf_remove_from_lists(ctx, event);
	}
	if (event->state > removal->state)
		WRITE_ONCE(event->state, removal->state);

	if (!removal->group)
		return;
	if (leader == event) {
		if (event->nr_siblings)
			perf_group_dissolve(cpuctx, event, event->nr_siblings);
		return;
	}
	perf_group_leave(cpuctx, event);
	/* While perf_pmu_migrate_context() moves @event (OFF), the reference stays. */
	if (removal->state <= PERF_EVENT_STATE_EXIT)
		perf_group_leave_aux(event, leader);
}

static void perf_remove_fn(struct perf_cpu_context *cpuctx, struct perf_context *ctx,
			   void *data)
{
	perf_context_changed(ctx);
	perf_remove_locked(cpuctx, ctx, data);
}

/*
 * Would a member that is left by others stay on the list where it is, not on its PMU? A member of
 * another PMU than its group's would return to that one's pmu context, which only the CPU links.
 */
static bool perf_member_stays(const struct perf_event *event)
{
	return event->state <= PERF_EVENT_STATE_OFF && event->pmu == event->pmu_ctx->pmu;
}

/*
 * True if the group of @event is on lists only, not on its PMU, and the removal of @event does not
 * change that.
 */
static bool perf_group_is_idle(const struct perf_event *event)
{
	const struct perf_event *leader = event->group_leader, *sibling;

	if (!leader->nr_siblings)
		return leader->state <= PERF_EVENT_STATE_OFF;
	/* The siblings of a resident group may still have to follow their leader. */
	if (!perf_member_stays(leader) ||
	    (perf_group_is_resident(leader) && !list_empty(&leader->group_entry)))
		return false;
	if (event != leader)
		return true;
	if (leader->nr_siblings > PERF_SWITCHED_GROUP_MAX)
		return false;
	list_for_each_entry(sibling, &leader->sibling_list, sibling_list) {
		if (!perf_member_stays(sibling))
			return false;
	}
	return true;
}

/*
 * A CPU walks the lists of its context with the context's lock, so an event whose group is idle
 * leaves them from any CPU: closing events of a CPU that have been disabled does not interrupt it.
 * Return: true if @removal is done.
 */
static bool perf_remove_quietly(struct perf_context *ctx, struct perf_removal *removal)
{
	struct perf_event *event = removal->event;

	if (perf_context_is_task(ctx) ||
	    READ_ONCE(event->group_leader->state) > PERF_EVENT_STATE_OFF)
		return false;
	guard(raw_spinlock_irqsave)(&ctx->lock);
	if (!(event->attach_state & PERF_ATTACH_CONTEXT) || event->pmu_ctx->slot != &ctx->any ||
	    !perf_group_is_idle(event))
		return false;
	/* Members that leave a group fold their times, on this CPU. */
	perf_ctx_now_invalidate(this_cpu_ptr(&perf_cpu_context));
	perf_remove_fn(NULL, ctx, removal);
	return true;
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
 * perf_remove_locked(), since the group is deleted from the PMU as a whole.
 */
static void perf_group_dissolve_resident(struct perf_context *ctx, struct perf_event *leader)
{
	while (leader->nr_siblings && perf_group_is_resident(leader))
		perf_context_run(ctx, perf_dissolve_fn, leader);
}

static void perf_context_end_some(struct perf_context *ctx, struct list_head *gone)
{
	struct perf_removal removal = { .state = PERF_EVENT_STATE_EXIT };
	struct perf_event *event, *next;
	int steps = PERF_SECTION_STEPS;

	guard(raw_spinlock_irqsave)(&ctx->lock);
	WARN_ON_ONCE(ctx->task != TASK_TOMBSTONE || ctx->active);
	perf_context_changed(ctx);
	list_for_each_entry_safe(event, next, &ctx->event_list, event_entry) {
		if (!steps--)
			return;
		removal.event = event;
		perf_remove_locked(NULL, ctx, &removal);
		WRITE_ONCE(event->pmu_ctx, NULL);
		list_add_tail(&event->group_entry, gone);
	}
}

/**
 * perf_context_end - remove all instances, which stay readable
 * @ctx:  the context, whose task has exited or never ran: it is inactive for good
 * @gone: list of the instances, by perf_event::group_entry
 *
 * Groups stay together for readers, until perf_context_remove() dissolves them. A leader comes
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
 * perf_context_remove - remove an instance from its context, or dissolve its group after that
 * @event: the instance
 * @state: its new state: EXIT (readable), DEAD (to be freed), OFF (moves)
 * @group: also leave the group; if false the group stays together for readers
 *
 * May be called again with a lower @state, or with @group. The first call drops the
 * reservation of perf_context_reserve().
 *
 * Context: context's mutex held.
 */
void perf_context_remove(struct perf_event *event, enum perf_event_state state, bool group)
{
	struct perf_removal removal = { .event = event, .state = state, .group = group };
	struct perf_context *ctx = event->ctx;
	struct perf_event_slot *slot = NULL;

	lockdep_assert_held(&ctx->mutex);
	if (event->attach_state & PERF_ATTACH_CONTEXT) {
		slot = perf_event_slot(event);
		if (group)
			perf_group_prepare_leave(event);
	}
	if (!perf_remove_quietly(ctx, &removal)) {
		if (group && event->group_leader == event)
			perf_group_dissolve_resident(ctx, event);
		perf_context_run(ctx, perf_remove_fn, &removal);
	}
	if (slot) {
		WRITE_ONCE(event->pmu_ctx, NULL);
		perf_slot_put(slot);
	}
}

/* Events that one visit of their context removes, from @next on. */
struct perf_removals {
	struct perf_event_file	*next;
	unsigned int		nr;
};

static void perf_remove_several_fn(struct perf_cpu_context *cpuctx, struct perf_context *ctx,
				   void *data)
{
	struct perf_removal removal = { .state = PERF_EVENT_STATE_DEAD, .group = true };
	struct perf_removals *removals = data;
	int steps = PERF_SECTION_STEPS;
	struct perf_event *event;

	perf_context_changed(ctx);
	for (; removals->nr && steps > 0; removals->nr--) {
		event = removals->next->event;
		/* The siblings that a leader leaves behind are a step each. */
		steps -= event->nr_siblings + 1;
		if (event->nr_siblings && perf_group_is_resident(event)) {
			perf_group_dissolve(cpuctx, event, PERF_SECTION_STEPS);
			if (event->nr_siblings)
				return;
		}
		removal.event = event;
		perf_remove_locked(cpuctx, ctx, &removal);
		removals->next = list_next_entry(removals->next, owner_entry);
	}
}

/**
 * perf_context_remove_several - remove opened events from the context of a CPU, to free them
 * @ctx:   the context, of a CPU
 * @files: list of the events' files, by perf_event_file::owner_entry; none is of a control group
 *
 * The events leave their groups as well. A CPU that the context is active on is interrupted once
 * for PERF_SECTION_STEPS events, not for each.
 *
 * Context: task, @ctx->mutex held.
 */
void perf_context_remove_several(struct perf_context *ctx, struct list_head *files)
{
	struct perf_removals removals = {
		.next = list_first_entry(files, struct perf_event_file, owner_entry),
	};
	struct perf_event_file *opened;

	lockdep_assert_held(&ctx->mutex);
	list_for_each_entry(opened, files, owner_entry) {
		if (opened->event->attach_state & PERF_ATTACH_CONTEXT)
			perf_group_prepare_breakup(opened->event);
		removals.nr++;
	}
	while (removals.nr)
		perf_context_run(ctx, perf_remove_several_fn, &removals);
	list_for_each_entry(opened, files, owner_entry)
		WRITE_ONCE(opened->event->pmu_ctx, NULL);
	perf_slot_trim(&ctx->any);
}
