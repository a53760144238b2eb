// SPDX-License-Identifier: GPL-2.0
/*
 * Joining and leaving groups.
 *
 * A group is in the pmu context of its hardware members. When the last of them leaves, the
 * software events return to the pmu context of their own PMU.
 *
 * Owns: the membership of groups: perf_event::sibling_list, nr_siblings, group_caps and
 * group_generation.
 *
 * Context: IRQs off and the context's lock held, unless said otherwise; with a cpuctx, on that
 * CPU with its context's lock held as well. cpuctx is NULL for a context that is not active.
 */
#include <linux/gfp.h>
#include <linux/perf_event.h>

#include "base/times.h"
#include "sample/sample.h"
#include "sched/group.h"
#include "sched/sched.h"
#include "sched/slot.h"
#include "sched/state.h"

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

static void perf_group_link(struct perf_event *event)
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

/**
 * perf_group_join - make an instance a member of its leader's group
 * @cpuctx: this CPU if the context is active on it, else NULL
 * @event:  instance that has just been installed; group_leader is set
 *
 * If @event and its group are resident, the other members stay on their PMUs.
 */
void perf_group_join(struct perf_cpu_context *cpuctx, struct perf_event *event)
{
	struct perf_event *leader = event->group_leader;

	if (leader->group_caps & event->event_caps & PERF_EV_CAP_RESIDENT) {
		perf_group_link(event);
		perf_sched_sibling_in(event);
		return;
	}
	perf_sched_group_del(leader);
	perf_group_link(event);
	perf_sched_group_add(cpuctx, leader);
}

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
static void perf_own_pmu_ctx_ensure(struct perf_event_slot *slot, struct pmu *pmu)
{
	if (!perf_pmu_ctx_find(slot, pmu))
		perf_pmu_ctx_make(slot, pmu, GFP_KERNEL | __GFP_NOFAIL);
}

/**
 * perf_group_prepare_leave - make the pmu contexts that members return to
 * @event: instance that is about to leave its group; if it leads the group, all members leave
 *
 * For perf_group_leave() and perf_group_dissolve(), which cannot allocate memory.
 *
 * Context: task, may sleep; the context's mutex held.
 */
void perf_group_prepare_leave(struct perf_event *event)
{
	struct perf_event_pmu_context *pmu_ctx = event->pmu_ctx;
	struct perf_event *leader = event->group_leader;
	struct perf_event *sibling;

	if (leader != event) {
		if (leader->pmu != pmu_ctx->pmu && !perf_group_is_bound(leader, event))
			perf_own_pmu_ctx_ensure(pmu_ctx->slot, leader->pmu);
		return;
	}
	list_for_each_entry(sibling, &event->sibling_list, sibling_list) {
		if (sibling->pmu != pmu_ctx->pmu)
			perf_own_pmu_ctx_ensure(pmu_ctx->slot, sibling->pmu);
	}
}

/**
 * perf_group_prepare_breakup - as perf_group_prepare_leave(), if other members leave as well
 * @event: instance that is about to leave its group, as any other member may before it
 *
 * The group may be left with software events only, so each of them gets a pmu context to return
 * to. The caller frees those that stay unused by perf_slot_trim().
 *
 * Context: task, may sleep; the context's mutex held.
 */
void perf_group_prepare_breakup(struct perf_event *event)
{
	struct perf_event *leader = event->group_leader;

	if (leader->pmu != leader->pmu_ctx->pmu)
		perf_own_pmu_ctx_ensure(leader->pmu_ctx->slot, leader->pmu);
	if (leader == event)
		perf_group_prepare_leave(event);
}

/**
 * perf_group_leave_aux - drop an instance's reference on the AUX event that led its group
 * @event:  the instance
 * @leader: its leader; @event or @leader has left the group
 *
 * An aux_output event cannot run without @leader and goes to ERROR; events with
 * aux_sample_size, aux_pause or aux_resume keep counting.
 */
void perf_group_leave_aux(struct perf_event *event, struct perf_event *leader)
{
	if (event->aux_event != leader)
		return;
	WRITE_ONCE(event->aux_event, NULL);
	/* Not the last reference: @leader is in the group, or its remover holds one. */
	refcount_dec(&leader->refcount);
	if (event->attr.aux_output && event->attach_state & PERF_ATTACH_CONTEXT)
		perf_event_set_state(event, min(event->state, PERF_EVENT_STATE_ERROR));
}

/* From here on the times of an installed @event advance with the clocks of its slot. */
static void perf_group_unlink(struct perf_event *event)
{
	struct perf_event *leader = event->group_leader;
	bool installed = event->attach_state & PERF_ATTACH_CONTEXT;

	if (installed)
		perf_event_fold_times(event, perf_ctx_now());
	perf_sched_sibling_leaves(event);
	list_del_init(&event->sibling_list);
	event->attach_state &= ~PERF_ATTACH_GROUP;
	event->group_leader = event;
	event->group_caps = event->event_caps;
	leader->nr_siblings--;
	leader->group_generation++;
	if (installed)
		perf_event_restart_times(event);
}

/**
 * perf_group_leave - make a sibling leave its group, which goes on without it
 * @cpuctx: this CPU if the context is active on it, else NULL
 * @event:  the sibling, removed from its context
 */
void perf_group_leave(struct perf_cpu_context *cpuctx, struct perf_event *event)
{
	struct perf_event *leader = event->group_leader;
	bool resident = perf_group_is_resident(leader);

	perf_group_unlink(event);
	perf_group_update_caps(leader);
	if (leader->attach_state & PERF_ATTACH_CONTEXT) {
		perf_group_return(leader);
		if (!resident)
			perf_sched_group_add(cpuctx, leader);
	}
}

/* The leader is about to leave its context; @sibling becomes a group of one. */
static void perf_group_split_off(struct perf_cpu_context *cpuctx, struct perf_event *sibling)
{
	struct perf_event *leader = sibling->group_leader;

	perf_group_unlink(sibling);
	perf_group_leave_aux(sibling, leader);
	if (!(sibling->attach_state & PERF_ATTACH_CONTEXT))
		return;
	perf_member_return(sibling);
	if (sibling->event_caps & PERF_EV_CAP_SIBLING)
		perf_sched_disable(cpuctx, sibling, PERF_EVENT_STATE_ERROR);
	perf_sched_group_add(cpuctx, sibling);
}

/**
 * perf_group_dissolve - make siblings groups of one
 * @cpuctx: this CPU if the context is active on it, else NULL
 * @leader: leader that leaves its context
 * @most:   number of siblings to handle at most, since IRQs are off meanwhile
 */
void perf_group_dissolve(struct perf_cpu_context *cpuctx, struct perf_event *leader, int most)
{
	struct perf_event *sibling, *next;

	list_for_each_entry_safe(sibling, next, &leader->sibling_list, sibling_list) {
		if (!most--)
			return;
		perf_group_split_off(cpuctx, sibling);
	}
	perf_group_update_caps(leader);
}
