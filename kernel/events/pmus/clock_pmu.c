// SPDX-License-Identifier: GPL-2.0
/*
 * cpu-clock and task-clock: events that count nanoseconds.
 *
 * Both count their own time running (times.h). A counting event is resident:
 * hw_perf_event::prev_count holds the time running that is already in its count. So its
 * count equals its time running, and two such events of a group that were started together
 * always show the same count when read together.
 *
 * A sampling event has a timer. Its period ends when its time running is hw_perf_event::clock_due.
 * Cancelling a timer and starting it again would be most of the cost of a context switch. So if
 * the task of the event is likely to be back before the timer expires, del() leaves the timer
 * queued, and add() goes on with it: the time running has not advanced meanwhile, so the timer
 * expires too early, never too late, and its function sets it to the rest of the period. If the
 * timer expires before the task is back, the interrupt was in vain, and add() starts the timer
 * again. The task is likely back in time if it was away for a shorter time before: clock_away
 * is how long that was, and while the event is deleted the time since when.
 *
 * Owns: hw_perf_event::hrtimer, clock_* and prev_count of its events.
 * Context: as pmu operations; perf_clock_pmu_tick(): hard interrupt.
 */
#include <linux/hrtimer.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <asm/irq_regs.h>

#include "base/context_types.h"
#include "base/times.h"
#include "base/why.h"
#include "pmus/clock_pmu.h"
#include "pmus/software.h"

/* A period below 10 us would leave the CPU no time for anything else. */
#define PERF_CLOCK_PERIOD_MIN	(10 * NSEC_PER_USEC)

/* The timer's clock is not perf_clock(): a period that ends within this time has ended. */
#define PERF_CLOCK_SLACK	NSEC_PER_USEC

/* The time running at perf_ctx_now(), the time of the operation or sample. */
static u64 perf_clock_pmu_now(const struct perf_event *event)
{
	u64 enabled, running;

	perf_event_times(event, perf_ctx_now(), &enabled, &running);
	return running;
}

static void perf_clock_pmu_read(struct perf_event *event)
{
	u64 now = perf_clock_pmu_now(event);
	u64 before = local64_xchg(&event->hw.prev_count, now);

	local64_add(now - before, &event->count);
}

static u64 perf_clock_pmu_period(const struct perf_event *event)
{
	return max_t(u64, event->hw.sample_period, PERF_CLOCK_PERIOD_MIN);
}

static bool perf_clock_pmu_wanted(const struct perf_event *event, const struct pt_regs *regs)
{
	if (!regs || perf_swevent_excluded(event, regs))
		return false;
	return !(event->attr.exclude_idle && is_idle_task(current));
}

/* A period has ended. Return: false if the event is stopped now. */
static bool perf_clock_pmu_overflow(struct perf_event *event)
{
	struct pt_regs *regs = get_irq_regs();
	struct perf_sample_data data __uninitialized;

	/* If the event is stopped in here, a whole period is left. */
	event->hw.clock_due += perf_clock_pmu_period(event);
	if (perf_clock_pmu_wanted(event, regs)) {
		perf_sample_data_init(&data, 0, event->hw.last_period);
		/* perf_clock_pmu_start() clears the state and starts the timer again. */
		if (perf_event_overflow(event, &data, regs))
			event->hw.state = PERF_HES_STOPPED;
	}
	event->hw.last_period = event->hw.sample_period;
	return !(event->hw.state & PERF_HES_STOPPED);
}

/* Another CPU may run this while @event is ACTIVE here: only the CPU in oncpu goes on. */
static enum hrtimer_restart perf_clock_pmu_tick(struct hrtimer *timer)
{
	struct perf_event *event = container_of(timer, struct perf_event, hw.hrtimer);
	struct hw_perf_event *hw = &event->hw;
	ktime_t time;
	s64 left;

	if (READ_ONCE(event->oncpu) != smp_processor_id() ||
	    event->state != PERF_EVENT_STATE_ACTIVE || (hw->state & PERF_HES_STOPPED))
		return HRTIMER_NORESTART;

	perf_ctx_now_invalidate(this_cpu_ptr(&perf_cpu_context));
	perf_clock_pmu_read(event);
	left = hw->clock_due - local64_read(&hw->prev_count);
	if (left > (s64)PERF_CLOCK_SLACK) {
		hrtimer_set_expires(timer, ktime_add_ns(hrtimer_cb_get_time(timer), left));
		return HRTIMER_RESTART;
	}
	if (!perf_clock_pmu_overflow(event))
		return HRTIMER_NORESTART;
	time = hrtimer_cb_get_time(timer);
	hrtimer_forward(timer, time, ns_to_ktime(perf_clock_pmu_period(event)));
	left = ktime_to_ns(ktime_sub(hrtimer_get_expires(timer), time));
	hw->clock_due = local64_read(&hw->prev_count) + left;
	return HRTIMER_RESTART;
}

/*
 * The period ends in @left ns of time running, at @due. A timer that is queued here expires before
 * the time running exceeds the clock_due that there was. One that was left on another CPU is moved;
 * its function, if it is running there, returns at once.
 */
static void perf_clock_pmu_arm(struct hw_perf_event *hw, u64 due, u64 left)
{
	struct hrtimer *timer = &hw->hrtimer;
	u64 before = hw->clock_due;

	hw->clock_due = due;

	if (unlikely(READ_ONCE(timer->base)->cpu_base->cpu != smp_processor_id()))
		hrtimer_cancel(timer);
	else if (hrtimer_is_queued(timer) && before <= due)
		return;
	hrtimer_start(timer, ns_to_ktime(max_t(u64, left, PERF_CLOCK_PERIOD_MIN)),
		      HRTIMER_MODE_REL_PINNED_HARD);
}

/* @now: the time running */
static void perf_clock_pmu_start_at(struct perf_event *event, u64 now)
{
	struct hw_perf_event *hw = &event->hw;
	s64 left = local64_read(&hw->period_left);

	local64_set(&hw->period_left, 0);
	hw->state = 0;
	/* The time while the event was stopped, e.g. by a throttled leader, is not counted. */
	local64_set(&hw->prev_count, now);
	if (!is_sampling_event(event))
		return;
	if (left <= 0) {
		hw->last_period = hw->sample_period;
		left = perf_clock_pmu_period(event);
	}
	perf_clock_pmu_arm(hw, now + left, left);
}

static void perf_clock_pmu_start(struct perf_event *event, int flags)
{
	perf_clock_pmu_start_at(event, perf_clock_pmu_now(event));
}

/* Stop, but for the timer, whose function tests hw.state. */
static void perf_clock_pmu_pause(struct perf_event *event)
{
	struct hw_perf_event *hw = &event->hw;
	s64 left;

	if (hw->state & PERF_HES_STOPPED)
		return;
	hw->state = PERF_HES_STOPPED;
	perf_clock_pmu_read(event);
	if (!is_sampling_event(event))
		return;
	/* Not 0, which would be a whole period: the timer may be late. */
	left = hw->clock_due - local64_read(&hw->prev_count);
	local64_set(&hw->period_left, max(left, 1));
}

static void perf_clock_pmu_stop(struct perf_event *event, int flags)
{
	/* An NMI may have interrupted an operation, whose time perf_ctx_now() is. */
	if (in_nmi()) {
		CLASS(perf_fresh_now, now)();

		perf_clock_pmu_pause(event);
		return;
	}
	perf_clock_pmu_pause(event);
	/* Called by the timer itself, this fails. */
	if (is_sampling_event(event))
		hrtimer_try_to_cancel(&event->hw.hrtimer);
}

static int perf_clock_pmu_add(struct perf_event *event, int flags)
{
	event->hw.state = PERF_HES_STOPPED;
	if (is_sampling_event(event))
		event->hw.clock_away = perf_ctx_now() - event->hw.clock_away;
	if (flags & PERF_EF_START) {
		/*
		 * A counting event keeps prev_count and goes on from its time running. That of a
		 * sampling event is up to date: its state has just changed.
		 */
		if (is_sampling_event(event))
			perf_clock_pmu_start_at(event, event->total_time_running);
		else
			event->hw.state = 0;
	}
	perf_event_update_userpage(event);
	return 0;
}

static void perf_clock_pmu_del(struct perf_event *event, int flags)
{
	struct hw_perf_event *hw = &event->hw;

	perf_clock_pmu_pause(event);
	if (!is_sampling_event(event))
		return;
	if (local64_read(&hw->period_left) <= hw->clock_away)
		hrtimer_try_to_cancel(&hw->hrtimer);
	hw->clock_away = perf_ctx_now();
}

/* del() may have left the timer. */
static void perf_clock_pmu_destroy(struct perf_event *event)
{
	hrtimer_cancel(&event->hw.hrtimer);
}

/**
 * perf_clock_pmu_fix_period - give a sampling event of a clock a period instead of a frequency
 * @event: the event, being initialised
 *
 * Time is exact, so a frequency is converted to a period once.
 */
void perf_clock_pmu_fix_period(struct perf_event *event)
{
	struct hw_perf_event *hw = &event->hw;

	if (!event->attr.freq)
		return;
	event->attr.sample_period = div64_u64(NSEC_PER_SEC, event->attr.sample_freq);
	event->attr.freq = 0;
	hw->sample_period = event->attr.sample_period;
	hw->last_period = hw->sample_period;
	local64_set(&hw->period_left, hw->sample_period);
}

static void perf_clock_pmu_init_timer(struct perf_event *event)
{
	hrtimer_init(&event->hw.hrtimer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_HARD);
	event->hw.hrtimer.function = perf_clock_pmu_tick;
	event->destroy = perf_clock_pmu_destroy;
}

static int perf_clock_pmu_init(struct perf_event *event, u64 config)
{
	if (event->attr.type != event->pmu->type || event->attr.config != config)
		return -ENOENT;
	if (has_branch_stack(event))
		return perf_refuse_at(-EOPNOTSUPP, PERF_WHY_PMU_NO_BRANCHES,
				      PERF_WHERE_FIELD(branch_sample_type));

	event->event_caps |= PERF_EV_CAP_SOFTWARE;
	if (!is_sampling_event(event)) {
		event->event_caps |= PERF_EV_CAP_RESIDENT;
		return 0;
	}
	perf_clock_pmu_init_timer(event);
	perf_clock_pmu_fix_period(event);
	return 0;
}

static int perf_clock_pmu_clone(struct perf_event *child, const struct perf_event *parent)
{
	if (is_sampling_event(child))
		perf_clock_pmu_init_timer(child);
	return 0;
}

static int perf_cpu_clock_init(struct perf_event *event)
{
	return perf_clock_pmu_init(event, PERF_COUNT_SW_CPU_CLOCK);
}

static int perf_task_clock_init(struct perf_event *event)
{
	return perf_clock_pmu_init(event, PERF_COUNT_SW_TASK_CLOCK);
}

#define PERF_CLOCK_PMU(_init) {					\
	.dev		= PMU_NULL_DEV,				\
	.task_ctx_nr	= perf_sw_context,			\
	.capabilities	= PERF_PMU_CAP_NO_NMI |			\
			  PERF_PMU_CAP_STOP_IN_NMI,		\
	.event_init	= _init,				\
	.event_clone	= perf_clock_pmu_clone,			\
	.add		= perf_clock_pmu_add,			\
	.del		= perf_clock_pmu_del,			\
	.start		= perf_clock_pmu_start,			\
	.stop		= perf_clock_pmu_stop,			\
	.read		= perf_clock_pmu_read,			\
}

static struct pmu perf_clock_pmus[] = {
	[PERF_COUNT_SW_CPU_CLOCK]	= PERF_CLOCK_PMU(perf_cpu_clock_init),
	[PERF_COUNT_SW_TASK_CLOCK]	= PERF_CLOCK_PMU(perf_task_clock_init),
};

/**
 * perf_clock_pmus_register - register the PMUs "cpu_clock" and "task_clock"
 *
 * Context: boot, once.
 * Return: 0 or an errno.
 */
int __init perf_clock_pmus_register(void)
{
	static const char * const names[] = {
		[PERF_COUNT_SW_CPU_CLOCK]	= "cpu_clock",
		[PERF_COUNT_SW_TASK_CLOCK]	= "task_clock",
	};
	int i, err;

	for (i = 0; i < ARRAY_SIZE(perf_clock_pmus); i++) {
		err = perf_pmu_register(&perf_clock_pmus[i], names[i], -1);
		if (err)
			return err;
		perf_software_set_clock_type(i, perf_clock_pmus[i].type);
	}
	return 0;
}
