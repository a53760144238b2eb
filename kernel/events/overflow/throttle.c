// SPDX-License-Identifier: GPL-2.0
/*
 * Throttling: an event that overflows too often must not hog its CPU.
 *
 * Overflows are counted in windows of one tick. perf_throttle_account() throttles an event that
 * exceeds the limit in a window: its caller stops the event, and the next tick starts it.
 * PERF_RECORD_THROTTLE and PERF_RECORD_UNTHROTTLE mark both moments. The other members of the
 * group are throttled as well, since their counts are compared with each other; only a trace
 * into an AUX area goes on.
 *
 * The driver of another member may be unable to stop its event in an NMI: perf_throttle_work
 * throttles that member, unless the group is released before.
 *
 * An NMI may throttle an event while any code that runs with IRQs off changes it, even while it
 * is stopped, if another member of its group overflows. So code that stops an event to change it
 * starts it by perf_throttle_start(), which leaves a throttled event stopped.
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
#include "sample/record.h"
#include "sched/sched.h"

static void perf_throttle_tell(struct perf_event *event, bool released)
{
	if (is_sampling_event(event))
		perf_record_throttle(event, released);
}

/*
 * The next tick releases @event; tick_dep_set_cpu() makes it come on a CPU whose tick is usually
 * off. An event that was throttled on another CPU is on perf_context::raised or due already.
 */
static void perf_throttle_set(struct perf_event *event)
{
	bool already = perf_event_is_throttled(event);

	tick_dep_set_cpu(smp_processor_id(), TICK_DEP_BIT_PERF_EVENTS);
	WRITE_ONCE(event->hw.throttled, true);
	event->hw.interrupts = U32_MAX;
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
 * Throttles the instances on PERF_DUE_THROTTLE. throttle_due is clear if the group has been
 * released since, or has left the CPU. Return: true if the next interrupt has to go on.
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
 * A driver whose event overflows in an NMI is able to stop it there. pmu::stop() of another
 * driver may take a lock, or cancel a timer, that the NMI has interrupted, unless the PMU has
 * PERF_PMU_CAP_STOP_IN_NMI.
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
 * IRQs are off while the members of a group are stopped or started. In a group of more than
 * PERF_SWITCHED_GROUP_MAX members each member is throttled for its own overflows only.
 */
static bool perf_throttle_is_shared(const struct perf_event *leader)
{
	return leader->nr_siblings && leader->nr_siblings < PERF_SWITCHED_GROUP_MAX;
}

/* Throttles the other members of the group of @event, which is throttled. */
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
	u64 now = perf_clock();
	u64 nsec = now - event->rate->time;

	event->rate->time = now;
	/* perf_event_task_tick() adjusts after longer times, from the count. */
	if (nsec && nsec < 2 * TICK_NSEC)
		perf_period_adjust(event, nsec, event->hw.last_period, true);
}

/**
 * __perf_throttle_account - the rare part of perf_throttle_account()
 * @event:     ACTIVE
 * @enforce:   @event may be throttled for this overflow
 * @overflows: its overflows in this window, MAX_INTERRUPTS if it is throttled
 *
 * Context: on the event's CPU with IRQs off, or NMI.
 * Return: true if @event is throttled, be it meanwhile with its group; the caller stops it.
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
	if (event->rate)
		perf_throttle_adjust_rate(event);
	return perf_event_is_throttled(event);
}

/**
 * perf_throttle_forget - end the throttling of an event without starting it
 * @event: throttled; the caller starts it
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
 * perf_throttle_forget_due - cancel the throttling of an event that is due
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
 * @flags: of pmu::start()
 *
 * If @event was throttled meanwhile, it stays stopped.
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
 * perf_throttle_release - end the throttling of an event and start it
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
 * perf_throttle_release_others - end the throttling of the other members of a group
 * @event: ACTIVE; was throttled and has been released before the tick
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
 * perf_event_account_interrupt - count an overflow interrupt that has no sample
 * @event: ACTIVE
 *
 * For drivers that get an interrupt for an event but have nothing to report.
 *
 * Context: on the event's CPU with IRQs off, or NMI.
 * Return: non-zero: the driver shall stop the event.
 */
int perf_event_account_interrupt(struct perf_event *event)
{
	return perf_throttle_account(event, true);
}
