// SPDX-License-Identifier: GPL-2.0
/*
 * Keeping an event that overflows too often from hogging its CPU.
 *
 * Overflows are counted in windows of one tick. An event that exceeds the limit in
 * a window is throttled: whoever counts it stops it, and the next tick lets it go
 * on. THROTTLE and UNTHROTTLE records mark both moments. The others of its group are
 * throttled with it, since their counts are read as being of the same time; only a
 * trace into an AUX area goes on.
 *
 * The PMU of another member may have a driver that cannot stop its event in an NMI: such a
 * member is throttled by an irq_work of the CPU, unless the group is let go on before that.
 *
 * Throttling may happen in an NMI in the midst of anything that is done to the event with IRQs
 * off, also while it is stopped, by way of its group. So whoever stops an event to change
 * it starts it by perf_throttle_start(): a throttled event is stopped.
 *
 * Owns: hw_perf_event::throttled, throttle_due, interrupts and interrupts_seq.
 * Locks: none; the irq_work takes those of the contexts on this CPU.
 * Context: on the event's CPU with IRQs off, or NMI.
 */
#include <linux/irq_work.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/tick.h>

#include "base/due.h"
#include "base/locks.h"
#include "overflow/throttle.h"
#include "sample/notice.h"
#include "sched/sched.h"

static void perf_throttle_tell(struct perf_event *event, bool released)
{
	if (is_sampling_event(event))
		perf_sideband_throttle(event, released);
}

/*
 * The next tick lets the event go on, and has to come where it is usually off. An event that
 * was throttled on another CPU is on its context's list already.
 */
static void perf_throttle_set(struct perf_event *event)
{
	bool already = perf_event_is_throttled(event);

	tick_dep_set_cpu(smp_processor_id(), TICK_DEP_BIT_PERF_EVENTS);
	WRITE_ONCE(event->hw.throttled, true);
	event->hw.interrupts = MAX_INTERRUPTS;
	if (!already)
		perf_due_raise(event);
}

static void perf_throttle_stop(struct perf_event *event)
{
	perf_throttle_set(event);
	event->pmu->stop(event, 0);
	perf_throttle_tell(event, false);
}

/*
 * The group may have been let go on since, or have left the CPU: then it is not due.
 * Return: is something left for the next interrupt?
 */
static bool perf_throttle_catch_up(struct perf_context *ctx)
{
	int steps = PERF_SECTION_STEPS;
	struct perf_event *event;

	while (steps-- && (event = perf_due_take(ctx, PERF_DUE_THROTTLE))) {
		if (!READ_ONCE(event->hw.throttle_due))
			continue;
		WRITE_ONCE(event->hw.throttle_due, false);
		if (event->state == PERF_EVENT_STATE_ACTIVE && !perf_event_is_throttled(event))
			perf_throttle_stop(event);
	}
	return perf_due_left(ctx, PERF_DUE_THROTTLE);
}

static void perf_throttle_run(struct irq_work *work)
{
	struct perf_cpu_context *cpuctx = this_cpu_ptr(&perf_cpu_context);
	bool left;

	scoped_guard(perf_cpu, cpuctx) {
		left = perf_throttle_catch_up(&cpuctx->ctx);
		if (cpuctx->task_ctx)
			left |= perf_throttle_catch_up(cpuctx->task_ctx);
	}
	if (left)
		irq_work_queue(work);
}

static DEFINE_PER_CPU(struct irq_work, perf_throttle_work) =
	IRQ_WORK_INIT_HARD(perf_throttle_run);

static void perf_throttle_later(struct perf_event *event)
{
	WRITE_ONCE(event->hw.throttle_due, true);
	perf_due_raise(event);
	irq_work_queue(this_cpu_ptr(&perf_throttle_work));
}

/*
 * A driver whose event overflows in an NMI has to stop it there. Others may take a lock, or
 * cancel a timer, which the NMI may have interrupted.
 */
static bool perf_throttle_may_stop(const struct perf_event *member, const struct perf_event *event)
{
	return !in_nmi() || member->pmu == event->pmu ||
	       member->pmu->capabilities & PERF_PMU_CAP_STOP_IN_NMI;
}

static void perf_throttle_along(struct perf_event *member, const struct perf_event *event)
{
	if (member == event || member->state != PERF_EVENT_STATE_ACTIVE || has_aux(member) ||
	    perf_event_is_throttled(member))
		return;
	if (perf_throttle_may_stop(member, event))
		perf_throttle_stop(member);
	else
		perf_throttle_later(member);
}

/*
 * IRQs are off for as long as the members of a group are stopped or started. In a group that is
 * larger than any that is switched as a whole, each member is throttled for its own overflows.
 */
static bool perf_throttle_is_shared(const struct perf_event *leader)
{
	return leader->nr_siblings && leader->nr_siblings < PERF_SWITCHED_GROUP_MAX;
}

/* The event is throttled: so are the others of its group. */
static void perf_throttle_group(struct perf_event *event)
{
	struct perf_event *leader = event->group_leader, *sibling;

	if (!perf_throttle_is_shared(leader))
		return;
	perf_throttle_along(leader, event);
	list_for_each_entry(sibling, &leader->sibling_list, sibling_list)
		perf_throttle_along(sibling, event);
}

static void perf_throttle_adjust_rate(struct perf_event *event)
{
	struct hw_perf_event *hw = &event->hw;
	u64 now = perf_clock();
	u64 nsec = now - hw->freq_time_stamp;

	hw->freq_time_stamp = now;
	/* Longer ones are the tick's, which knows the count. */
	if (nsec && nsec < 2 * TICK_NSEC)
		perf_period_adjust(event, nsec, hw->last_period, true);
}

/**
 * __perf_throttle_account - what is rarely to be done when an event has overflowed
 * @event:     ACTIVE
 * @enforce:   may it be throttled for that?
 * @overflows: how many it had in this window, MAX_INTERRUPTS if it is throttled
 *
 * Context: on the event's CPU with IRQs off, or NMI.
 * Return: is it throttled, be it meanwhile along with its group? Then the caller stops it.
 */
bool __perf_throttle_account(struct perf_event *event, bool enforce, u64 overflows)
{
	if (unlikely(overflows > perf_limits_max_per_tick()) &&
	    (enforce || overflows == MAX_INTERRUPTS)) {
		perf_throttle_set(event);
		if (overflows != MAX_INTERRUPTS) {
			perf_throttle_tell(event, false);
			perf_throttle_group(event);
		}
	}
	if (event->attr.freq)
		perf_throttle_adjust_rate(event);
	return perf_event_is_throttled(event);
}

/**
 * perf_throttle_forget - a throttled event starts anew
 * @event: throttled; whoever calls starts it
 *
 * Context: on the event's CPU with IRQs off.
 */
void perf_throttle_forget(struct perf_event *event)
{
	lockdep_assert_irqs_disabled();
	WRITE_ONCE(event->hw.throttled, false);
	event->hw.interrupts = 0;
	perf_throttle_tell(event, true);
}

/**
 * perf_throttle_forget_due - an event that is still to be throttled need not be any more
 * @event: not throttled
 *
 * Context: on the event's CPU with IRQs off.
 */
void perf_throttle_forget_due(struct perf_event *event)
{
	lockdep_assert_irqs_disabled();
	WRITE_ONCE(event->hw.throttle_due, false);
}

/**
 * perf_throttle_start - start an event that was stopped for a while
 * @event: ACTIVE, stopped
 * @flags: of pmu::start
 *
 * It stays stopped if it was throttled meanwhile.
 *
 * Context: on the event's CPU with IRQs off.
 */
void perf_throttle_start(struct perf_event *event, int flags)
{
	event->pmu->start(event, flags);
	if (unlikely(perf_event_is_throttled(event)))
		event->pmu->stop(event, 0);
}

/**
 * perf_throttle_release - let a throttled event go on
 * @event: ACTIVE and throttled
 *
 * Context: on the event's CPU with IRQs off.
 */
void perf_throttle_release(struct perf_event *event)
{
	perf_throttle_forget(event);
	perf_throttle_start(event, 0);
}

static void perf_throttle_release_along(struct perf_event *member, const struct perf_event *event)
{
	if (member == event || member->state != PERF_EVENT_STATE_ACTIVE)
		return;
	if (perf_event_is_throttled(member))
		perf_throttle_release(member);
	else
		perf_throttle_forget_due(member);
}

/**
 * perf_throttle_release_others - let the others of a group go on
 * @event: ACTIVE; was throttled and has been released before its time
 *
 * Context: on the event's CPU with IRQs off.
 */
void perf_throttle_release_others(struct perf_event *event)
{
	struct perf_event *leader = event->group_leader, *sibling;

	if (!perf_throttle_is_shared(leader))
		return;
	perf_throttle_release_along(leader, event);
	list_for_each_entry(sibling, &leader->sibling_list, sibling_list)
		perf_throttle_release_along(sibling, event);
}

/**
 * perf_event_account_interrupt - an overflow interrupt without a sample to make
 * @event: ACTIVE
 *
 * For drivers that have an interrupt for an event but nothing to report.
 *
 * Context: on the event's CPU with IRQs off, or NMI.
 * Return: non-zero: stop the event.
 */
int perf_event_account_interrupt(struct perf_event *event)
{
	return perf_throttle_account(event, true);
}
