// SPDX-License-Identifier: GPL-2.0
/*
 * Enable, disable, reset, refresh and period: controlling an event.
 *
 * perf_event_act() applies an action to the opened instance and to each inherited
 * child, wherever it counts. The members of a group, and all events of a context that
 * a task has opened, are handled in one visit of their context, at most
 * PERF_SECTION_STEPS at a time. A round (sched/round.c) visits several contexts, and
 * interrupts the CPUs on which they are active all at once.
 *
 * Locks: context mutex (group actions) > perf_event_file::child_mutex; perf_context_run().
 * Context: task, unless stated otherwise.
 */
#include <linux/list_sort.h>
#include <linux/perf_event.h>

#include "base/count.h"
#include "base/instance.h"
#include "base/limits.h"
#include "base/locks.h"
#include "base/why.h"
#include "event/control.h"
#include "event/event.h"
#include "event/read.h"
#include "event/run.h"
#include "overflow/throttle.h"
#include "sched/context.h"
#include "sched/round.h"
#include "sched/sched.h"

/* An event in migration (migrate.c) is detached: PERF_ATTACH_RESUME enables it on arrival. */
static void perf_act_enable(struct perf_cpu_context *cpuctx, struct perf_event *event)
{
	if (!(event->attach_state & PERF_ATTACH_CONTEXT)) {
		event->attach_state |= PERF_ATTACH_RESUME;
		return;
	}
	/* An overflow deferred this disable before the enable: keep that order. */
	if (unlikely(READ_ONCE(event->pending_disable)))
		perf_sched_disable(cpuctx, event, PERF_EVENT_STATE_OFF);
	perf_sched_enable(cpuctx, event);
}

static void perf_act_disable(struct perf_cpu_context *cpuctx, struct perf_event *event)
{
	event->attach_state &= ~PERF_ATTACH_RESUME;
	if (event->attach_state & PERF_ATTACH_CONTEXT)
		perf_sched_disable(cpuctx, event, PERF_EVENT_STATE_OFF);
}

/* Reset clears @event->count only; the hardware counter keeps its value. */
static void perf_act_reset(struct perf_cpu_context *cpuctx, struct perf_event *event)
{
	if (event->state == PERF_EVENT_STATE_ACTIVE)
		event->pmu->read(event);
	local64_set(&event->count, 0);
}

/* Then refresh the times in the mmap()ed user page, if there is one. */
static __always_inline void perf_act(struct perf_cpu_context *cpuctx, struct perf_event *event,
				     enum perf_action action)
{
	if (action == PERF_ACTION_ENABLE)
		perf_act_enable(cpuctx, event);
	else if (action == PERF_ACTION_DISABLE)
		perf_act_disable(cpuctx, event);
	else
		perf_act_reset(cpuctx, event);
	if (rcu_access_pointer(event->opened->rb))
		perf_event_update_userpage(event);
}

struct perf_act {
	struct perf_event_run	run;
	enum perf_action	action;
};

static void perf_act_on_context(struct perf_cpu_context *cpuctx, struct perf_context *ctx,
				void *data)
{
	struct perf_act *act = container_of(data, struct perf_act, run);

	if (!perf_event_run_arrived(&act->run, ctx))
		return;
	perf_act(cpuctx, act->run.event, act->action);
}

static void perf_event_act_instance(struct perf_event *event, enum perf_action action)
{
	struct perf_act act = { .run.event = event, .action = action };

	perf_event_run(&act.run, perf_act_on_context);
}

/*
 * Reset without perf_context_run(): only the current task adds to @event->count, and no
 * interrupt or context switch can split a single store. Return: true if reset.
 */
static bool perf_event_reset_own(struct perf_event *event)
{
	if (!perf_event_keeps_count(event) || event->hw.target != current ||
	    rcu_access_pointer(event->opened->rb))
		return false;
	local64_set(&event->count, 0);
	return true;
}

/* Body of a perf_round_fn: act on call->event and on those that @next returns, one by one. */
static __always_inline void perf_act_in_turn(struct perf_cpu_context *cpuctx,
					     struct perf_context *ctx,
					     struct perf_round_call *call,
					     const enum perf_action *action,
					     struct perf_event *(*next)(struct perf_event *event))
{
	struct perf_event *event = call->event;
	int steps = PERF_SECTION_STEPS;

	/* migrate.c may have moved one that is not the first. */
	do {
		perf_act(cpuctx, event, *action);
		if (!--call->left)
			return;
		event = next(event);
		call->event = event;
	} while (--steps && READ_ONCE(event->ctx) == ctx);
}

/*
 * The head of sibling_list is in the leader, so the leader follows the last sibling, and the
 * first sibling the leader.
 */
static struct perf_event *perf_next_member(struct perf_event *event)
{
	return list_next_entry(event, sibling_list);
}

/* A perf_round_fn: act on members of a group. */
static void perf_act_on_members(struct perf_cpu_context *cpuctx, struct perf_context *ctx,
				struct perf_round_call *call, void *data)
{
	perf_act_in_turn(cpuctx, ctx, call, data, perf_next_member);
}

static void perf_event_act_children(struct perf_event *event, enum perf_action action)
{
	struct perf_round round;
	struct perf_event *child;

	perf_round_init(&round, perf_act_on_members, &action);
	list_for_each_entry(child, &event->opened->child_list, child_entry)
		perf_round_add(&round, child, 1);
	perf_round_end(&round);
}

/**
 * perf_event_act - apply an action to an event and its children
 * @event:  opened event
 * @action: the action
 *
 * Context: task.
 */
void perf_event_act(struct perf_event *event, enum perf_action action)
{
	if (perf_event_may_have_children(event)) {
		guard(mutex)(&event->opened->child_mutex);
		perf_event_act_instance(event, action);
		if (!list_empty(&event->opened->child_list))
			perf_event_act_children(event, action);
	} else if (action != PERF_ACTION_RESET || !perf_event_reset_own(event)) {
		perf_event_act_instance(event, action);
	}
}

static void perf_event_act_members(struct perf_event *leader, enum perf_action action)
{
	struct perf_event *first = leader;
	struct perf_round round;

	if (action == PERF_ACTION_ENABLE)
		first = list_next_entry(leader, sibling_list);
	perf_round_init(&round, perf_act_on_members, &action);
	perf_round_add(&round, first, leader->nr_siblings + 1);
	perf_round_end(&round);
}

/* Member by member: each has children of its own. */
static void perf_event_act_inherited(struct perf_event *leader, enum perf_action action)
{
	struct perf_event *sibling;

	if (action != PERF_ACTION_ENABLE)
		perf_event_act(leader, action);
	list_for_each_entry(sibling, &leader->sibling_list, sibling_list)
		perf_event_act(sibling, action);
	if (action == PERF_ACTION_ENABLE)
		perf_event_act(leader, action);
}

/**
 * perf_event_act_group - apply an action to an event's whole group
 * @event:  opened event
 * @action: the action
 *
 * PERF_ACTION_ENABLE reaches the leader last and PERF_ACTION_DISABLE reaches it first, so
 * all members start and stop counting at the same time, whatever their number.
 *
 * Context: task.
 */
void perf_event_act_group(struct perf_event *event, enum perf_action action)
{
	guard(perf_event_ctx)(event);
	if (perf_event_may_have_children(event))
		perf_event_act_inherited(event->group_leader, action);
	else
		perf_event_act_members(event->group_leader, action);
}

static struct perf_event *perf_next_owned(struct perf_event *event)
{
	return list_next_entry(event->opened, owner_entry)->event;
}

/* A perf_round_fn: act on events of one context that follow each other in the owner's list. */
static void perf_act_on_owned(struct perf_cpu_context *cpuctx, struct perf_context *ctx,
			      struct perf_round_call *call, void *data)
{
	perf_act_in_turn(cpuctx, ctx, call, data, perf_next_owned);
}

/**
 * perf_owned_compare - order files by the context of their event, for list_sort()
 * @unused: not used
 * @a:      perf_event_file::owner_entry of the one
 * @b:      of the other
 *
 * Return: more than 0 if @a comes after @b.
 */
int perf_owned_compare(void *unused, const struct list_head *a, const struct list_head *b)
{
	const struct perf_event_file *first = list_entry(a, struct perf_event_file, owner_entry);
	const struct perf_event_file *second = list_entry(b, struct perf_event_file, owner_entry);

	return READ_ONCE(first->event->ctx) > READ_ONCE(second->event->ctx);
}

/**
 * struct perf_owned - the events that a task has opened
 * @nr:       number of events
 * @several:  they are of several contexts; the events of most programs are of one
 * @attached: perf_event::attach_state of all: with PERF_ATTACH_SEVERAL, one may have children
 */
struct perf_owned {
	unsigned int	nr;
	bool		several;
	unsigned int	attached;
};

static struct perf_owned perf_owned_look(struct list_head *owned)
{
	struct perf_event_file *opened = list_first_entry(owned, struct perf_event_file,
							  owner_entry);
	struct perf_context *ctx = READ_ONCE(opened->event->ctx);
	struct perf_owned found = { };

	list_for_each_entry(opened, owned, owner_entry) {
		found.nr++;
		found.several |= READ_ONCE(opened->event->ctx) != ctx;
		found.attached |= READ_ONCE(opened->event->attach_state);
	}
	return found;
}

/* Events of one context become neighbours, for which there is one call. */
static void perf_owned_add_sorted(struct perf_round *round, struct list_head *owned)
{
	struct perf_event_file *opened, *first = NULL;
	struct perf_context *ctx = NULL;
	unsigned int nr = 0;

	list_sort(NULL, owned, perf_owned_compare);
	list_for_each_entry(opened, owned, owner_entry) {
		if (nr && READ_ONCE(opened->event->ctx) != ctx) {
			perf_round_add(round, first->event, nr);
			nr = 0;
		}
		if (!nr++) {
			first = opened;
			ctx = READ_ONCE(opened->event->ctx);
		}
	}
	perf_round_add(round, first->event, nr);
}

/* The opened instances, without children. */
static void perf_owned_act(struct list_head *owned, const struct perf_owned *found,
			   enum perf_action action)
{
	struct perf_event_file *first = list_first_entry(owned, struct perf_event_file,
							 owner_entry);
	struct perf_round round;

	perf_round_init(&round, perf_act_on_owned, &action);
	if (found->several)
		perf_owned_add_sorted(&round, owned);
	else
		perf_round_add(&round, first->event, found->nr);
	perf_round_end(&round);
}

/**
 * perf_event_act_owned - apply an action to all events opened by a task
 * @owned:  task_struct::perf_event_list, which may be sorted
 * @action: the action
 *
 * Context: task, the owner's perf_event_mutex held.
 */
void perf_event_act_owned(struct list_head *owned, enum perf_action action)
{
	struct perf_event_file *opened;
	struct perf_owned found;

	if (list_empty(owned))
		return;
	found = perf_owned_look(owned);
	perf_owned_act(owned, &found, action);
	if (!(found.attached & PERF_ATTACH_SEVERAL))
		return;

	smp_mb(); /* Pairs with smp_mb() in perf_instance_install(). */
	list_for_each_entry(opened, owned, owner_entry) {
		if (list_empty(&opened->child_list))
			continue;
		guard(mutex)(&opened->child_mutex);
		perf_event_act_children(opened->event, action);
	}
}

/**
 * perf_event_enable - enable a kernel counter
 * @event: opened event without children
 *
 * Context: task.
 */
void perf_event_enable(struct perf_event *event)
{
	perf_event_act_instance(event, PERF_ACTION_ENABLE);
}
EXPORT_SYMBOL_GPL(perf_event_enable);

/**
 * perf_event_disable - disable a kernel counter
 * @event: opened event without children
 *
 * On return @event no longer counts. Context: task.
 */
void perf_event_disable(struct perf_event *event)
{
	perf_event_act_instance(event, PERF_ACTION_DISABLE);
}
EXPORT_SYMBOL_GPL(perf_event_disable);

static int perf_event_add_refresh(struct perf_event *event, int refresh)
{
	/* perf_event_file::event_limit counts one instance; children cannot share it. */
	if (perf_event_may_have_children(event))
		return perf_refuse_event(event, -EINVAL, PERF_WHY_REFRESH_INHERIT,
					 PERF_WHERE_NONE);
	if (!is_sampling_event(event))
		return perf_refuse_event(event, -EINVAL, PERF_WHY_NOT_SAMPLING, PERF_WHERE_NONE);
	atomic_add(refresh, &event->opened->event_limit);
	return 0;
}

/**
 * perf_event_refresh - allow @refresh more overflows and enable
 * @event:   sampling event without inheritance
 * @refresh: number of overflows; the last one disables @event
 *
 * Return: 0, -EINVAL. Context: task.
 */
int perf_event_refresh(struct perf_event *event, int refresh)
{
	int err = perf_event_add_refresh(event, refresh);

	if (!err)
		perf_event_act_instance(event, PERF_ACTION_ENABLE);
	return err;
}
EXPORT_SYMBOL_GPL(perf_event_refresh);

/*
 * Period.
 */
struct perf_new_period {
	struct perf_event	*event;
	u64			value;
};

static void perf_event_set_period_fn(struct perf_cpu_context *cpuctx,
				     struct perf_context *ctx, void *data)
{
	const struct perf_new_period *new = data;
	struct perf_event *event = new->event;
	bool active = event->state == PERF_EVENT_STATE_ACTIVE;
	bool throttled;

	if (event->attr.freq) {
		event->attr.sample_freq = new->value;
	} else {
		event->attr.sample_period = new->value;
		event->hw.sample_period = new->value;
	}
	if (!active) {
		local64_set(&event->hw.period_left, 0);
		return;
	}
	perf_pmu_disable(event->pmu);
	event->pmu->stop(event, PERF_EF_UPDATE);
	/* A new period ends throttling. */
	throttled = perf_event_is_throttled(event);
	if (throttled)
		perf_throttle_forget(event);
	local64_set(&event->hw.period_left, 0);
	perf_throttle_start(event, PERF_EF_RELOAD);
	if (throttled)
		perf_throttle_release_others(event);
	perf_pmu_enable(event->pmu);
}

static int perf_event_check_period(struct perf_event *event, u64 value)
{
	struct perf_event_attr attr = { .freq = event->attr.freq, .sample_period = value };

	if (value && !is_sampling_event(event))
		return perf_refuse_event(event, -EINVAL, PERF_WHY_NOT_SAMPLING, PERF_WHERE_NONE);
	if (!value || perf_limits_check_rate(&attr) || event->pmu->check_period(event, value))
		return perf_refuse_event(event, -EINVAL, PERF_WHY_PERIOD, PERF_WHERE_ARG + 2);
	return 0;
}

/**
 * perf_event_period - change the period or frequency of an event
 * @event: opened event
 * @value: new period, or frequency if attr.freq
 *
 * Return: 0, -EINVAL. Context: task.
 */
int perf_event_period(struct perf_event *event, u64 value)
{
	struct perf_new_period new = { .event = event, .value = value };
	int err;

	/* The context's mutex keeps event->pmu and event->ctx unchanged. */
	guard(perf_event_ctx)(event);
	err = perf_event_check_period(event, value);
	if (!err)
		perf_context_run(event->ctx, perf_event_set_period_fn, &new);
	return err;
}
EXPORT_SYMBOL_GPL(perf_event_period);

struct perf_pause {
	struct perf_event_run	run;
	bool			reset;
	u64			count;
};

static void perf_event_pause_fn(struct perf_cpu_context *cpuctx, struct perf_context *ctx,
				void *data)
{
	struct perf_pause *pause = container_of(data, struct perf_pause, run);

	if (!perf_event_run_arrived(&pause->run, ctx))
		return;
	perf_act_disable(cpuctx, pause->run.event);
	pause->count = local64_read(&pause->run.event->count);
	if (pause->reset)
		local64_set(&pause->run.event->count, 0);
}

/**
 * perf_event_pause - disable a kernel counter and read it in one step
 * @event: opened event without children
 * @reset: also set @event->count to zero
 *
 * Return: @event->count before the reset. Context: task.
 */
u64 perf_event_pause(struct perf_event *event, bool reset)
{
	struct perf_pause pause = { .run.event = event, .reset = reset };

	perf_event_run(&pause.run, perf_event_pause_fn);
	return pause.count;
}
EXPORT_SYMBOL_GPL(perf_event_pause);

/**
 * perf_event_disable_local - disable an instance that is active on this CPU
 * @event: the instance
 *
 * Some siblings of a resident leader may still be active on return: perf_sched_sync_siblings()
 * has a bounded number of steps.
 *
 * Context: IRQs off, on the CPU the instance is active on, no context lock held.
 */
void perf_event_disable_local(struct perf_event *event)
{
	struct perf_cpu_context *cpuctx = this_cpu_ptr(&perf_cpu_context);

	guard(perf_cpu)(cpuctx);
	perf_sched_disable(cpuctx, event, PERF_EVENT_STATE_OFF);
	perf_sched_sync_siblings(event->ctx);
	perf_sched_flush(cpuctx);
}
