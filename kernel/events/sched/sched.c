// SPDX-License-Identifier: GPL-2.0
/*
 * Scheduling groups onto PMUs and off them.
 *
 * Owns: the lists of groups in a pmu context, the choice of the groups that are on a PMU.
 *
 * There are two kinds of group. Every member of a *resident* group is matched where it
 * fires: pmu::add() runs when the group is enabled and pmu::del() when it is disabled, and a
 * context switch only starts and stops the slot's clock. A resident group may have any
 * number of members, so perf_sched_sync_siblings() adds and deletes its siblings after their
 * leader, at most PERF_SECTION_STEPS at a time. All other groups are *switched*: they are in
 * their pmu context's lists and are scheduled in, as a whole or not at all, whenever their
 * slot is active, in the order of enum perf_prio:
 *
 *	CPU pinned, task pinned, CPU flexible, task flexible
 *
 * A change of the groups that should be on a PMU marks the PMU dirty; perf_sched_flush()
 * then schedules its groups once, however many changes there were. A switched group has at
 * most PERF_SWITCHED_GROUP_MAX members.
 *
 * Context: IRQs off and the context's lock held, unless said otherwise; with a
 * cpuctx, on that CPU with its context's lock held as well. cpuctx is NULL for a
 * context that is not active, whose groups are not scheduled in.
 */
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/smp.h>

#include "base/locks.h"
#include "base/rotate.h"
#include "base/signal.h"
#include "base/times.h"
#include "sched/sched.h"
#include "sched/state.h"

/*
 * Switched groups.
 */
static struct perf_cpu_pmu_context *perf_cpu_pmu(const struct pmu *pmu)
{
	return this_cpu_ptr(pmu->cpu_pmu_context);
}

static bool perf_event_takes_counter(const struct perf_event *event)
{
	return event->pmu->task_ctx_nr != perf_sw_context;
}

static void perf_switched_in(struct perf_cpu_pmu_context *cpc, struct perf_event *event)
{
	if (perf_event_takes_counter(event))
		cpc->nr_active++;
	if (event->attr.exclusive)
		cpc->exclusive = true;
}

static void perf_switched_out_to(struct perf_cpu_pmu_context *cpc, struct perf_event *event,
				 enum perf_event_state state, u64 now)
{
	if (event->state != PERF_EVENT_STATE_ACTIVE)
		return;
	perf_event_out_to(event, state, now);
	if (perf_event_takes_counter(event))
		cpc->nr_active--;
	if (event->attr.exclusive)
		cpc->exclusive = false;
}

/* @state: the new state of @leader, if it was ACTIVE; its siblings become INACTIVE. */
static void perf_group_out_to(struct perf_cpu_pmu_context *cpc, struct perf_event *leader,
			      enum perf_event_state state, u64 now)
{
	struct perf_event *sibling;

	if (leader->state != PERF_EVENT_STATE_ACTIVE)
		return;
	perf_switched_out_to(cpc, leader, state, now);
	list_for_each_entry(sibling, &leader->sibling_list, sibling_list)
		perf_switched_out_to(cpc, sibling, PERF_EVENT_STATE_INACTIVE, now);
}

static void perf_group_out(struct perf_cpu_pmu_context *cpc, struct perf_event *leader, u64 now)
{
	perf_group_out_to(cpc, leader, PERF_EVENT_STATE_INACTIVE, now);
}

/* False if attr.exclusive, of @leader or of a group on the PMU, keeps @leader off. */
static bool perf_group_may_join(const struct perf_cpu_pmu_context *cpc,
				const struct perf_event *leader)
{
	if (leader->group_caps & PERF_EV_CAP_SOFTWARE)
		return true;
	if (cpc->exclusive)
		return false;
	return !(leader->attr.exclusive && cpc->nr_active);
}

static int perf_group_members_in(struct perf_cpu_pmu_context *cpc, struct perf_event *leader,
				 u64 now)
{
	int cpu = smp_processor_id();
	struct perf_event *sibling;
	int err;

	err = perf_event_in(leader, cpu, now);
	if (err)
		return err;
	perf_switched_in(cpc, leader);

	list_for_each_entry(sibling, &leader->sibling_list, sibling_list) {
		if (sibling->state != PERF_EVENT_STATE_INACTIVE)
			continue;
		err = perf_event_in(sibling, cpu, now);
		if (err)
			return err;
		perf_switched_in(cpc, sibling);
	}
	return 0;
}

/* All members or none. Return: 0 also if @leader is not INACTIVE or pmu::filter() excludes it. */
static int perf_group_in(struct perf_cpu_pmu_context *cpc, struct perf_event *leader, u64 now)
{
	struct pmu *pmu = cpc->pmu;
	int err;

	if (leader->state != PERF_EVENT_STATE_INACTIVE)
		return 0;
	if (pmu->filter && pmu->filter(pmu, smp_processor_id()))
		return 0;
	if (!perf_group_may_join(cpc, leader))
		return -EBUSY;

	pmu->start_txn(pmu, PERF_PMU_TXN_ADD);
	err = perf_group_members_in(cpc, leader, now);
	if (!err)
		err = pmu->commit_txn(pmu);
	if (!err)
		return 0;

	perf_group_out(cpc, leader, now);
	pmu->cancel_txn(pmu);
	return err;
}

/* @leader is pinned and did not fit: set it to ERROR, and SIGIO reports POLL_ERR. */
static void perf_pinned_failed(struct perf_event *leader)
{
	perf_event_set_state(leader, PERF_EVENT_STATE_ERROR);
	perf_sigio_queue(leader->opened, POLL_ERR);
}

static void perf_pmu_ctx_pinned_in(struct perf_cpu_pmu_context *cpc,
				   struct perf_event_pmu_context *pmu_ctx, u64 now)
{
	struct perf_event *leader;

	list_for_each_entry(leader, &pmu_ctx->pinned, group_entry) {
		if (perf_group_in(cpc, leader, now))
			perf_pinned_failed(leader);
	}
}

/*
 * The list is in order of turn. The loop ends at the first group that does not fit: the
 * groups behind it wait too, or a small group could keep a large one off the PMU for good.
 */
static void perf_pmu_ctx_flexible_in(struct perf_cpu_pmu_context *cpc,
				     struct perf_event_pmu_context *pmu_ctx, u64 now)
{
	struct perf_event *leader;

	pmu_ctx->starved = false;
	list_for_each_entry(leader, &pmu_ctx->flexible, group_entry) {
		if (perf_group_in(cpc, leader, now)) {
			pmu_ctx->starved = true;
			perf_rotate_arm(cpc);
			break;
		}
	}
}

/* Schedules in the groups of priority @prio: pinned up to PERF_PRIO_TASK_PINNED, flexible above. */
static __always_inline void perf_prio_in(struct perf_cpu_pmu_context *cpc, enum perf_prio prio,
					 u64 now)
{
	bool task = prio == PERF_PRIO_TASK_PINNED || prio == PERF_PRIO_TASK_FLEXIBLE;
	struct perf_event_pmu_context *pmu_ctx;

	list_for_each_entry(pmu_ctx, &cpc->active[task], active_entry) {
		if (prio > PERF_PRIO_TASK_PINNED)
			perf_pmu_ctx_flexible_in(cpc, pmu_ctx, now);
		else if (!list_empty(&pmu_ctx->pinned))
			perf_pmu_ctx_pinned_in(cpc, pmu_ctx, now);
	}
}

static void perf_prio_out(struct perf_cpu_pmu_context *cpc, enum perf_prio prio, u64 now)
{
	bool task = prio == PERF_PRIO_TASK_PINNED || prio == PERF_PRIO_TASK_FLEXIBLE;
	struct perf_event_pmu_context *pmu_ctx;
	struct perf_event *leader;

	list_for_each_entry(pmu_ctx, &cpc->active[task], active_entry) {
		struct list_head *groups = prio <= PERF_PRIO_TASK_PINNED ? &pmu_ctx->pinned :
									   &pmu_ctx->flexible;

		list_for_each_entry(leader, groups, group_entry)
			perf_group_out(cpc, leader, now);
	}
}

/*
 * Schedules all groups of a PMU anew. The groups of priority @out and of lower priorities leave
 * the PMU first, so that groups of higher priority find counters.
 */
static __always_inline void __perf_pmu_resched(struct perf_cpu_pmu_context *cpc, int out)
{
	u64 now = perf_ctx_now();
	int prio;

	perf_pmu_disable(cpc->pmu);
	for (prio = PERF_PRIO_TASK_FLEXIBLE; prio >= out; prio--)
		perf_prio_out(cpc, prio, now);
	for (prio = PERF_PRIO_CPU_PINNED; prio < PERF_PRIO_NONE; prio++)
		perf_prio_in(cpc, prio, now);
	perf_pmu_enable(cpc->pmu);
}

static void perf_pmu_mark_dirty(struct perf_cpu_context *cpuctx, struct perf_cpu_pmu_context *cpc,
				enum perf_prio from)
{
	if (cpc->dirty == PERF_PRIO_NONE)
		list_add_tail(&cpc->dirty_entry, &cpuctx->dirty);
	if (from < cpc->dirty)
		cpc->dirty = from;
}

static enum perf_prio perf_group_prio(const struct perf_event *leader)
{
	bool task = perf_context_is_task(leader->ctx);

	if (leader->attr.pinned)
		return task ? PERF_PRIO_TASK_PINNED : PERF_PRIO_CPU_PINNED;
	return task ? PERF_PRIO_TASK_FLEXIBLE : PERF_PRIO_CPU_FLEXIBLE;
}

static void perf_group_mark_dirty(struct perf_cpu_context *cpuctx, const struct perf_event *leader)
{
	struct perf_event_pmu_context *pmu_ctx = leader->pmu_ctx;

	if (cpuctx && !list_empty(&pmu_ctx->active_entry))
		perf_pmu_mark_dirty(cpuctx, perf_cpu_pmu(pmu_ctx->pmu), perf_group_prio(leader));
}

/**
 * perf_sched_flush - schedule the groups of all dirty PMUs
 * @cpuctx: this CPU
 */
void perf_sched_flush(struct perf_cpu_context *cpuctx)
{
	struct perf_cpu_pmu_context *cpc, *next;
	enum perf_prio from;

	lockdep_assert_held(&cpuctx->ctx.lock);
	list_for_each_entry_safe(cpc, next, &cpuctx->dirty, dirty_entry) {
		list_del(&cpc->dirty_entry);
		from = cpc->dirty;
		cpc->dirty = PERF_PRIO_NONE;
		__perf_pmu_resched(cpc, from + 1);
	}
}

/**
 * perf_pmu_resched - schedule all groups of a PMU anew, on this CPU
 * @pmu: the PMU
 *
 * For a driver that has gained or lost counters.
 *
 * Context: task or hard interrupt; no context lock held.
 */
void perf_pmu_resched(struct pmu *pmu)
{
	guard(irqsave)();
	guard(perf_cpu)(this_cpu_ptr(&perf_cpu_context));
	__perf_pmu_resched(perf_cpu_pmu(pmu), PERF_PRIO_CPU_PINNED);
}

/*
 * Resident groups.
 *
 * After a leader is enabled or disabled, its siblings have to be added to their PMUs or
 * deleted. Until all are, the leader is on perf_context::unsynced. The first leader there is
 * synchronised first, and unsynced_next is the first of its siblings that is left. A sibling
 * follows the state that its leader has when perf_group_sync() comes to the sibling; a further
 * change of the leader's state begins with its first sibling again.
 */

static void perf_resident_in(struct perf_event *event, u64 now)
{
	if (event->state == PERF_EVENT_STATE_INACTIVE)
		perf_event_in(event, event->cpu, now);
}

static void perf_sibling_follow(struct perf_event *sibling, const struct perf_event *leader,
				u64 now)
{
	if (leader->state >= PERF_EVENT_STATE_INACTIVE)
		perf_resident_in(sibling, now);
	else
		perf_event_out(sibling, now);
}

static bool perf_group_is_synced_first(const struct perf_event *leader)
{
	return leader->ctx->unsynced.next == &leader->group_entry;
}

/* The state of @leader has changed: __perf_sched_sync_siblings() starts with its first sibling. */
static void perf_group_mark_unsynced(struct perf_event *leader)
{
	if (list_empty(&leader->sibling_list))
		return;
	if (list_empty(&leader->group_entry))
		list_add_tail(&leader->group_entry, &leader->ctx->unsynced);
	if (perf_group_is_synced_first(leader))
		leader->ctx->unsynced_next = NULL;
}

/* @leader is the leader of a resident group. */
static void perf_group_mark_synced(struct perf_event *leader)
{
	if (perf_group_is_synced_first(leader))
		leader->ctx->unsynced_next = NULL;
	list_del_init(&leader->group_entry);
}

/* Return: the remainder of @steps. */
static int perf_group_sync(struct perf_event *leader, int steps, u64 now)
{
	struct perf_event *sibling = leader->ctx->unsynced_next;

	if (!sibling)
		sibling = list_first_entry(&leader->sibling_list, struct perf_event, sibling_list);
	list_for_each_entry_from(sibling, &leader->sibling_list, sibling_list) {
		if (!steps) {
			leader->ctx->unsynced_next = sibling;
			return 0;
		}
		perf_sibling_follow(sibling, leader, now);
		steps--;
	}
	perf_group_mark_synced(leader);
	return steps;
}

/**
 * __perf_sched_sync_siblings - let siblings in resident groups follow their leaders
 * @ctx: a context whose list "unsynced" holds leaders
 *
 * One call handles at most PERF_SECTION_STEPS siblings. The caller enables interrupts and
 * calls again until @ctx->unsynced is empty.
 *
 * Context: as for the whole file; if @ctx is active, on its CPU.
 */
void __perf_sched_sync_siblings(struct perf_context *ctx)
{
	int steps = PERF_SECTION_STEPS;
	u64 now = perf_ctx_now();
	struct perf_event *leader;

	lockdep_assert_held(&ctx->lock);
	while (steps && !list_empty(&ctx->unsynced)) {
		leader = list_first_entry(&ctx->unsynced, struct perf_event, group_entry);
		steps = perf_group_sync(leader, steps, now);
	}
}

/**
 * perf_sched_sibling_in - add a sibling that has joined a resident group to its PMU
 * @sibling: the sibling, which follows the state of its leader
 */
void perf_sched_sibling_in(struct perf_event *sibling)
{
	lockdep_assert_held(&sibling->ctx->lock);
	perf_sibling_follow(sibling, sibling->group_leader, perf_ctx_now());
}

/**
 * perf_sched_sibling_leaves - advance unsynced_next past a sibling about to leave its group
 * @sibling: the sibling
 */
void perf_sched_sibling_leaves(struct perf_event *sibling)
{
	struct perf_event *leader = sibling->group_leader;
	struct perf_context *ctx = leader->ctx;

	if (likely(ctx->unsynced_next != sibling))
		return;
	if (list_is_last(&sibling->sibling_list, &leader->sibling_list))
		perf_group_mark_synced(leader);
	else
		ctx->unsynced_next = list_next_entry(sibling, sibling_list);
}

/**
 * perf_sched_resident_out - delete a member of a resident group that leaves its context
 * @event: the member; if it is the leader, its siblings leave next
 * @state: the state it gets, unless its state is lower already
 */
void perf_sched_resident_out(struct perf_event *event, enum perf_event_state state)
{
	lockdep_assert_held(&event->ctx->lock);
	if (!list_empty(&event->group_entry))
		perf_group_mark_synced(event);
	perf_event_out_to(event, state, perf_ctx_now());
	if (event->state > state)
		perf_event_set_state(event, state);
}

/* Handles all siblings at once: the group is about to become a switched one, which is small. */
static void perf_resident_group_out(struct perf_event *leader)
{
	u64 now = perf_ctx_now();
	struct perf_event *sibling;

	if (!list_empty(&leader->group_entry))
		perf_group_mark_synced(leader);
	list_for_each_entry(sibling, &leader->sibling_list, sibling_list)
		perf_event_out(sibling, now);
	perf_event_out(leader, now);
}

/* Adding and deleting groups. */
static void perf_switched_count(struct perf_event *leader, int delta)
{
	struct perf_event_slot *slot = perf_event_slot(leader);

	slot->nr_sched += delta;
	slot->ctx->nr_switched += delta;
}

/* Puts @pmu_ctx, of an active slot, on perf_cpu_pmu_context::active once it has a group. */
static void perf_pmu_ctx_link(struct perf_event_pmu_context *pmu_ctx)
{
	struct perf_cpu_pmu_context *cpc = perf_cpu_pmu(pmu_ctx->pmu);
	struct perf_event_pmu_context *other;

	if (!list_empty(&pmu_ctx->active_entry))
		return;
	/* The lowest turn has waited longest and comes first: the order outlives switches. */
	list_for_each_entry(other, &cpc->active[perf_context_is_task(pmu_ctx->slot->ctx)],
			    active_entry) {
		if (other->turn > pmu_ctx->turn)
			break;
	}
	list_add_tail(&pmu_ctx->active_entry, &other->active_entry);
	pmu_ctx->slot->nr_sched_in++;
}

static bool perf_slot_is_active(const struct perf_event_slot *slot)
{
	return slot->clock.running;
}

/**
 * perf_sched_groups_in - make the groups of a pmu context eligible for scheduling in
 * @cpuctx:  this CPU
 * @pmu_ctx: of a slot that becomes active
 *
 * The caller calls perf_sched_flush() afterwards.
 */
void perf_sched_groups_in(struct perf_cpu_context *cpuctx, struct perf_event_pmu_context *pmu_ctx)
{
	bool task = perf_context_is_task(pmu_ctx->slot->ctx);
	enum perf_prio from = task ? PERF_PRIO_TASK_FLEXIBLE : PERF_PRIO_CPU_FLEXIBLE;

	lockdep_assert_held(&cpuctx->ctx.lock);
	if (list_empty(&pmu_ctx->pinned) && list_empty(&pmu_ctx->flexible))
		return;
	perf_pmu_ctx_link(pmu_ctx);
	if (!list_empty(&pmu_ctx->pinned))
		from = task ? PERF_PRIO_TASK_PINNED : PERF_PRIO_CPU_PINNED;
	perf_pmu_mark_dirty(cpuctx, perf_cpu_pmu(pmu_ctx->pmu), from);
}

/**
 * perf_sched_groups_out - take the groups of a pmu context off their PMU
 * @pmu_ctx: of a slot that is active on this CPU
 * @now:     perf_clock()
 */
void perf_sched_groups_out(struct perf_event_pmu_context *pmu_ctx, u64 now)
{
	struct perf_cpu_pmu_context *cpc = perf_cpu_pmu(pmu_ctx->pmu);
	struct perf_event *leader;

	lockdep_assert_held(&pmu_ctx->slot->ctx->lock);
	if (list_empty(&pmu_ctx->active_entry))
		return;
	list_del_init(&pmu_ctx->active_entry);
	pmu_ctx->slot->nr_sched_in--;
	perf_pmu_disable(cpc->pmu);
	list_for_each_entry(leader, &pmu_ctx->flexible, group_entry)
		perf_group_out(cpc, leader, now);
	list_for_each_entry(leader, &pmu_ctx->pinned, group_entry)
		perf_group_out(cpc, leader, now);
	perf_pmu_enable(cpc->pmu);
}

/**
 * perf_sched_group_add - make a complete group eligible for scheduling in
 * @cpuctx: this CPU if the context is active on it, else NULL
 * @leader: its leader; perf_event::state of each member holds whether it is enabled
 */
void perf_sched_group_add(struct perf_cpu_context *cpuctx, struct perf_event *leader)
{
	struct perf_event_pmu_context *pmu_ctx = leader->pmu_ctx;

	lockdep_assert_held(&leader->ctx->lock);
	if (perf_event_is_alone(leader)) {
		perf_resident_in(leader, perf_ctx_now());
		return;
	}
	if (perf_group_is_resident(leader)) {
		/* The last member that was not resident has left the group. */
		if (leader->state >= PERF_EVENT_STATE_INACTIVE) {
			perf_resident_in(leader, perf_ctx_now());
			perf_group_mark_unsynced(leader);
		}
		return;
	}

	list_add_tail(&leader->group_entry,
		      leader->attr.pinned ? &pmu_ctx->pinned : &pmu_ctx->flexible);
	perf_switched_count(leader, 1);
	if (cpuctx && perf_slot_is_active(pmu_ctx->slot)) {
		perf_pmu_ctx_link(pmu_ctx);
		perf_group_mark_dirty(cpuctx, leader);
	}
}

/**
 * perf_sched_group_del - delete a group from its PMU and from the lists
 * @leader: its leader; a resident group is about to become a switched one
 *
 * Context: as for the whole file; if the context is active, on its CPU.
 */
void perf_sched_group_del(struct perf_event *leader)
{
	lockdep_assert_held(&leader->ctx->lock);
	if (perf_group_is_resident(leader)) {
		perf_resident_group_out(leader);
		return;
	}

	if (leader->state == PERF_EVENT_STATE_ACTIVE) {
		struct pmu *pmu = leader->pmu_ctx->pmu;

		perf_pmu_disable(pmu);
		perf_group_out(perf_cpu_pmu(pmu), leader, perf_ctx_now());
		perf_pmu_enable(pmu);
	}
	list_del_init(&leader->group_entry);
	perf_switched_count(leader, -1);
}

/* @event is a member of a group, or switched. */
static noinline void perf_sched_enable_member(struct perf_cpu_context *cpuctx,
					      struct perf_event *event)
{
	struct perf_event *leader = event->group_leader;

	perf_event_set_state(event, PERF_EVENT_STATE_INACTIVE);
	if (leader->state < PERF_EVENT_STATE_INACTIVE)
		return;
	if (perf_group_is_resident(leader)) {
		perf_resident_in(event, perf_ctx_now());
		if (event == leader)
			perf_group_mark_unsynced(leader);
		return;
	}
	/* A sibling is added to the PMU only when its whole group is scheduled in. */
	if (leader != event && leader->state == PERF_EVENT_STATE_ACTIVE) {
		struct pmu *pmu = leader->pmu_ctx->pmu;

		perf_pmu_disable(pmu);
		perf_group_out(perf_cpu_pmu(pmu), leader, perf_ctx_now());
		perf_pmu_enable(pmu);
	}
	perf_group_mark_dirty(cpuctx, leader);
}

/**
 * perf_sched_enable - enable an instance that is OFF or in ERROR
 * @cpuctx: this CPU if the context is active on it, else NULL
 * @event:  installed instance
 *
 * The caller calls perf_sched_flush() and perf_sched_sync_siblings() afterwards.
 */
void perf_sched_enable(struct perf_cpu_context *cpuctx, struct perf_event *event)
{
	lockdep_assert_held(&event->ctx->lock);
	if (event->state >= PERF_EVENT_STATE_INACTIVE || event->state < PERF_EVENT_STATE_ERROR)
		return;

	if (perf_event_is_alone(event))
		perf_event_in(event, event->cpu, perf_ctx_now());
	else
		perf_sched_enable_member(cpuctx, event);
}

/* An ACTIVE @event goes to @state in one step, so that its times are computed once. */
static noinline void perf_sched_disable_member(struct perf_cpu_context *cpuctx,
					       struct perf_event *event,
					       enum perf_event_state state)
{
	struct perf_event_pmu_context *pmu_ctx = event->pmu_ctx;
	struct perf_event *leader = event->group_leader;
	struct perf_cpu_pmu_context *cpc;
	u64 now = perf_ctx_now();

	if (perf_group_is_resident(leader)) {
		perf_event_out_to(event, state, now);
		if (event == leader)
			perf_group_mark_unsynced(event);
		return;
	}

	cpc = perf_cpu_pmu(pmu_ctx->pmu);
	perf_pmu_disable(cpc->pmu);
	if (event == leader)
		perf_group_out_to(cpc, event, state, now);
	else
		perf_switched_out_to(cpc, event, state, now);
	perf_pmu_enable(cpc->pmu);
	if (pmu_ctx->starved)
		perf_group_mark_dirty(cpuctx, leader);
}

/**
 * perf_sched_disable - disable an instance
 * @cpuctx: this CPU if the context is active on it, else NULL
 * @event:  installed instance
 * @state:  its new state: OFF, ERROR, ...
 *
 * Disabling a leader takes its whole group off the PMU. The caller calls perf_sched_flush()
 * and perf_sched_sync_siblings() afterwards.
 */
void perf_sched_disable(struct perf_cpu_context *cpuctx, struct perf_event *event,
			enum perf_event_state state)
{
	lockdep_assert_held(&event->ctx->lock);
	if (event->state == PERF_EVENT_STATE_ACTIVE) {
		if (perf_event_is_alone(event)) {
			perf_event_out_to(event, state, perf_ctx_now());
			return;
		}
		perf_sched_disable_member(cpuctx, event, state);
	}
	if (event->state > state)
		perf_event_set_state(event, state);
}

static bool perf_cpu_pmu_starved(const struct perf_cpu_pmu_context *cpc)
{
	struct perf_event_pmu_context *pmu_ctx;
	int task;

	for (task = 0; task < 2; task++) {
		list_for_each_entry(pmu_ctx, &cpc->active[task], active_entry) {
			if (pmu_ctx->starved)
				return true;
		}
	}
	return false;
}

/*
 * If a pmu context is starved, its first group goes to the end of @flexible once it is ACTIVE
 * or disabled. An INACTIVE group, which did not fit, stays first, unless its pmu context was
 * first on @active: then it would not fit the next time either.
 */
static void perf_slots_end_turn(struct list_head *active)
{
	struct perf_event_pmu_context *pmu_ctx, *first;
	struct perf_event *leader;

	first = list_first_entry_or_null(active, struct perf_event_pmu_context, active_entry);
	if (!first)
		return;
	list_for_each_entry(pmu_ctx, active, active_entry) {
		if (!pmu_ctx->starved || list_empty(&pmu_ctx->flexible))
			continue;
		leader = list_first_entry(&pmu_ctx->flexible, struct perf_event, group_entry);
		if (pmu_ctx == first || leader->state != PERF_EVENT_STATE_INACTIVE)
			list_rotate_left(&pmu_ctx->flexible);
	}
	first->turn = ++first->slot->ctx->turn;
	list_rotate_left(active);
}

/**
 * perf_sched_rotate - let the next flexible groups of a PMU have their turn
 * @cpc: the PMU on this CPU
 *
 * The slots of a context share the counters, so they take turns at being first; the groups
 * of each slot take turns as well.
 *
 * Return: false if no group was waiting.
 * Context: IRQs off, no lock held.
 */
bool perf_sched_rotate(struct perf_cpu_pmu_context *cpc)
{
	struct perf_cpu_context *cpuctx = this_cpu_ptr(&perf_cpu_context);
	u64 now;

	guard(perf_cpu)(cpuctx);
	if (!perf_cpu_pmu_starved(cpc))
		return false;
	now = perf_ctx_now();

	perf_pmu_disable(cpc->pmu);
	perf_slots_end_turn(&cpc->active[0]);
	perf_slots_end_turn(&cpc->active[1]);
	perf_prio_out(cpc, PERF_PRIO_TASK_FLEXIBLE, now);
	perf_prio_out(cpc, PERF_PRIO_CPU_FLEXIBLE, now);
	perf_prio_in(cpc, PERF_PRIO_CPU_FLEXIBLE, now);
	perf_prio_in(cpc, PERF_PRIO_TASK_FLEXIBLE, now);
	perf_pmu_enable(cpc->pmu);
	return true;
}
