// SPDX-License-Identifier: GPL-2.0
/*
 * The PMU "offcpu": time that tasks spend off the CPU, in nanoseconds.
 *
 * attr.config is an enum perf_off_cpu_kind. An event of a task on any CPU reads the clock of
 * off_cpu.h and needs no work at a context switch. An event that samples, or that is bound to a
 * CPU, is in perf_event_slot::off_events: perf_offcpu_switched_in() visits it when its task
 * comes back. An event that is bound to a CPU is visited each time and gets the intervals that
 * end there; one that only samples is visited once its period may have ended.
 *
 * The sample is one of the task that has come back: its call chain is where the task slept. Its
 * period is all the time off the CPU since the last sample, so that the periods add up to the
 * count. attr.exclude_kernel hides the kernel's part of the chain; what is counted does not
 * depend on the mode that the task was in.
 *
 * Owns: hw_perf_event::off_period (ns since the last sample), off_deleted (perf_ctx_now() of
 * the last pmu::del) and prev_count (the clock up to which the count is complete) of its events.
 * Locks: the context's, in pmu operations. Context: as pmu operations.
 */
#include <linux/perf_event.h>
#include <linux/sysfs.h>

#include "base/times.h"
#include "base/why.h"
#include "overflow/overflow.h"
#include "pmus/clock_pmu.h"
#include "pmus/offcpu.h"
#include "sched/off_cpu.h"

static u64 perf_offcpu_clock(const struct perf_event *event)
{
	return perf_off_cpu_clock(event->ctx, event->attr.config);
}

/*
 * Count the time off the CPU since the last call, at most @most. An NMI that reads @event counts
 * all of it or nothing: while the task runs, its clock stands still.
 */
static void perf_offcpu_count(struct perf_event *event, u64 most)
{
	u64 now = perf_offcpu_clock(event);
	s64 before = local64_read(&event->hw.prev_count), delta;

	do {
		delta = now - before;
		/* perf_clock() of two CPUs may differ by a little. */
		if (delta <= 0)
			return;
	} while (!local64_try_cmpxchg(&event->hw.prev_count, &before, now));
	delta = min_t(u64, delta, most);
	local64_add(delta, &event->count);
	event->hw.off_period += delta;
}

/* The CPU that the interval will belong to is known when the task comes back. */
static void perf_offcpu_read(struct perf_event *event)
{
	if (!(event->hw.state & PERF_HES_STOPPED) && event->cpu < 0)
		perf_offcpu_count(event, U64_MAX);
}

static void perf_offcpu_sample(struct perf_event *event, struct pt_regs *regs)
{
	struct perf_sample_data data __uninitialized;
	int rctx = perf_swevent_enter();

	if (rctx < 0)
		return;
	perf_sample_data_init(&data, 0, event->hw.off_period);
	event->hw.last_period = event->hw.off_period;
	event->hw.off_period = 0;
	if (perf_event_overflow_single(event, &data, regs) && READ_ONCE(event->pending_disable))
		event->hw.state |= PERF_HES_STOPPED;
	perf_swevent_leave(rctx);
}

static bool perf_offcpu_is_due(struct perf_event *event)
{
	return is_sampling_event(event) && event->hw.off_period >= event->hw.sample_period;
}

/* Counts the time up to the end of the last interval; an event of a CPU, only that interval. */
static void perf_offcpu_visit(struct perf_event *event)
{
	u64 most = U64_MAX;

	if (event->cpu >= 0)
		most = perf_off_cpu_last(event->ctx, event->attr.config);
	perf_offcpu_count(event, most);
}

/* The period may end in the least time off the CPU that it lacks, whatever the cause. */
static void perf_offcpu_ask_visit(struct perf_event *event)
{
	u64 left = 0;

	if (event->cpu >= 0)
		return;
	if (!perf_offcpu_is_due(event))
		left = event->hw.sample_period - event->hw.off_period;
	perf_off_cpu_visit_within(event->ctx, left);
}

static DEFINE_PER_CPU(struct pt_regs, perf_offcpu_regs);

/**
 * perf_offcpu_switched_in - the task of a slot has come back to the CPU
 * @slot: active slot of the current task
 *
 * Context: runqueue locked, IRQs off, no context lock held.
 */
void perf_offcpu_switched_in(struct perf_event_slot *slot)
{
	struct pt_regs *regs = NULL;
	struct perf_event *event;

	hlist_for_each_entry(event, &slot->off_events, sw_entry) {
		if (event->hw.state & PERF_HES_STOPPED)
			continue;
		perf_offcpu_visit(event);
		if (perf_offcpu_is_due(event)) {
			if (!regs) {
				regs = this_cpu_ptr(&perf_offcpu_regs);
				perf_fetch_caller_regs(regs);
			}
			perf_offcpu_sample(event, regs);
		}
		perf_offcpu_ask_visit(event);
	}
}

/* A new period, or the end of throttling: the time to the next visit is another one. */
static void perf_offcpu_start(struct perf_event *event, int flags)
{
	perf_off_cpu_visit_within(event->ctx, 0);
	if (!(event->hw.state & PERF_HES_STOPPED))
		return;
	event->hw.state = 0;
	local64_set(&event->hw.prev_count, perf_offcpu_clock(event));
}

static void perf_offcpu_stop(struct perf_event *event, int flags)
{
	if (in_nmi()) {
		CLASS(perf_fresh_now, now)();

		perf_offcpu_read(event);
	} else {
		perf_offcpu_read(event);
	}
	event->hw.state |= PERF_HES_STOPPED;
}

/*
 * A member of a switched group is deleted when its task is switched out. If its group is
 * scheduled in when the task comes back, or later in its turn, the interval in between counts.
 */
static bool perf_offcpu_stayed(const struct perf_event *event)
{
	u64 deleted = event->hw.off_deleted;

	return deleted && event->ctx->active && deleted == event->ctx->off->since;
}

static bool perf_offcpu_is_visited(struct perf_event *event)
{
	return is_sampling_event(event) || event->cpu >= 0;
}

static int perf_offcpu_add(struct perf_event *event, int flags)
{
	perf_off_cpu_add(event->ctx);
	if (!perf_offcpu_stayed(event))
		local64_set(&event->hw.prev_count, perf_offcpu_clock(event));
	event->hw.state = flags & PERF_EF_START ? 0 : PERF_HES_STOPPED;
	if (perf_offcpu_is_visited(event)) {
		hlist_add_head(&event->sw_entry, &perf_event_slot(event)->off_events);
		perf_off_cpu_visit_within(event->ctx, 0);
	}
	perf_event_update_userpage(event);
	return 0;
}

static void perf_offcpu_del(struct perf_event *event, int flags)
{
	perf_offcpu_read(event);
	event->hw.off_deleted = perf_ctx_now();
	if (perf_offcpu_is_visited(event))
		hlist_del(&event->sw_entry);
	perf_off_cpu_del(event->ctx);
}

static void perf_offcpu_destroy(struct perf_event *event)
{
	perf_off_cpu_put();
}

static int perf_offcpu_check(const struct perf_event *event)
{
	if (event->attr.config >= PERF_OFF_CPU_NR)
		return perf_refuse(-EINVAL, PERF_WHY_PMU_EVENT, PERF_WHERE_FIELD(config), 0,
				   event->attr.config, PERF_OFF_CPU_NR - 1);
	if (event->attr.sample_type & PERF_SAMPLE_BRANCH_STACK)
		return perf_refuse_at(-EOPNOTSUPP, PERF_WHY_PMU_NO_BRANCHES,
				      PERF_WHERE_FIELD(branch_sample_type));
	if (!(event->attach_state & PERF_ATTACH_TASK))
		return perf_refuse_at(-EINVAL, PERF_WHY_PMU_NO_CPU, PERF_WHERE_ARG + 1);
	return 0;
}

static int perf_offcpu_init(struct perf_event *event)
{
	int err;

	if (event->attr.type != event->pmu->type)
		return -ENOENT;
	err = perf_offcpu_check(event);
	if (err)
		return err;
	event->event_caps |= PERF_EV_CAP_SOFTWARE | PERF_EV_CAP_RESIDENT | PERF_EV_CAP_OFF_CPU;
	/* The sum over the tasks that swap contexts stays right only for all the time off. */
	if (perf_offcpu_is_visited(event) || event->attr.config != PERF_OFF_CPU_ALL)
		event->event_caps |= PERF_EV_CAP_NO_SWAP;
	if (is_sampling_event(event))
		perf_clock_pmu_fix_period(event);
	perf_off_cpu_get();
	event->destroy = perf_offcpu_destroy;
	return 0;
}

/* The parent holds the static key for as long as it has children. */
static int perf_offcpu_clone(struct perf_event *child, const struct perf_event *parent)
{
	return 0;
}

PMU_FORMAT_ATTR(event, "config:0-7");

static struct attribute *perf_offcpu_format[] = {
	&format_attr_event.attr,
	NULL,
};

PMU_EVENT_ATTR_STRING(off, perf_offcpu_off, "event=0x00");
PMU_EVENT_ATTR_STRING(off.unit, perf_offcpu_off_unit, "ns");
PMU_EVENT_ATTR_STRING(blocked, perf_offcpu_blocked, "event=0x01");
PMU_EVENT_ATTR_STRING(blocked.unit, perf_offcpu_blocked_unit, "ns");
PMU_EVENT_ATTR_STRING(preempted, perf_offcpu_preempted, "event=0x02");
PMU_EVENT_ATTR_STRING(preempted.unit, perf_offcpu_preempted_unit, "ns");

static struct attribute *perf_offcpu_events[] = {
	&perf_offcpu_off.attr.attr,
	&perf_offcpu_off_unit.attr.attr,
	&perf_offcpu_blocked.attr.attr,
	&perf_offcpu_blocked_unit.attr.attr,
	&perf_offcpu_preempted.attr.attr,
	&perf_offcpu_preempted_unit.attr.attr,
	NULL,
};

static const struct attribute_group perf_offcpu_format_group = {
	.name	= "format",
	.attrs	= perf_offcpu_format,
};

static const struct attribute_group perf_offcpu_events_group = {
	.name	= "events",
	.attrs	= perf_offcpu_events,
};

static const struct attribute_group *perf_offcpu_groups[] = {
	&perf_offcpu_format_group,
	&perf_offcpu_events_group,
	NULL,
};

static struct pmu perf_offcpu_pmu = {
	.task_ctx_nr	= perf_sw_context,
	.attr_groups	= perf_offcpu_groups,
	.capabilities	= PERF_PMU_CAP_NO_NMI | PERF_PMU_CAP_STOP_IN_NMI,
	.event_init	= perf_offcpu_init,
	.event_clone	= perf_offcpu_clone,
	.add		= perf_offcpu_add,
	.del		= perf_offcpu_del,
	.start		= perf_offcpu_start,
	.stop		= perf_offcpu_stop,
	.read		= perf_offcpu_read,
};

/**
 * perf_offcpu_register - register the PMU "offcpu"
 *
 * Context: boot, once.
 * Return: 0 or an errno.
 */
int __init perf_offcpu_register(void)
{
	return perf_pmu_register(&perf_offcpu_pmu, "offcpu", -1);
}
