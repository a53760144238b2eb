// SPDX-License-Identifier: GPL-2.0
/*
 * Starting and stopping a unit, and its NMI.
 *
 * The NMI of a sample may come after perf_ibs_stop() has stopped the unit, with or without the
 * valid bit. So perf_ibs_stop() expects such an NMI, and perf_ibs_handle() claims it: once, and
 * only for PERF_IBS_LATE_JIFFIES, so as not to claim NMIs from other sources.
 *
 * Owns: struct perf_ibs_cpu but @event; state of events. Locks: none.
 * Context: on the event's CPU with IRQs off, or NMI.
 */
#include <linux/jiffies.h>

#include "ibs/access.h"
#include "ibs/period.h"
#include "ibs/sample.h"
#include "ibs/unit.h"

/* An NMI arrives within microseconds; a hypervisor may delay it. */
#define PERF_IBS_LATE_JIFFIES	max(HZ / 50, 1)

/**
 * perf_ibs_start - let an event count
 * @event: has its unit, and is stopped
 * @flags: PERF_EF_*, of no effect: the unit always starts with what is left of the period
 */
void perf_ibs_start(struct perf_event *event, int flags)
{
	struct perf_ibs_cpu *cpu = this_cpu_ptr(perf_ibs_of(event)->cpu);

	if (WARN_ON_ONCE(!(event->hw.state & PERF_HES_STOPPED)))
		return;
	perf_ibs_begin(event);
	event->hw.state = 0;
	cpu->running = true;
	barrier(); /* the NMI may come as soon as the unit counts */
	perf_ibs_hw_start(event);
	perf_event_update_userpage(event);
}

/* Stop the unit and count what it has counted. @keep: the sample that it may have is used. */
static void perf_ibs_halt(struct perf_event *event, u64 control, bool keep)
{
	const struct perf_ibs *ibs = perf_ibs_of(event);

	perf_ibs_hw_stop(ibs, control);
	perf_ibs_collect(event, perf_ibs_rdmsr(ibs, ibs->control), keep);
	perf_ibs_wrmsr(ibs, ibs->control, 0);
	event->hw.state |= PERF_HES_STOPPED | PERF_HES_UPTODATE;
}

/**
 * perf_ibs_stop - stop an event
 * @event: has its unit
 * @flags: PERF_EF_*; event->count is always brought up to date
 *
 * A sample that the unit has at this time is dropped; the next one comes PERF_IBS_STEP after the
 * next start.
 */
void perf_ibs_stop(struct perf_event *event, int flags)
{
	const struct perf_ibs *ibs = perf_ibs_of(event);
	struct perf_ibs_cpu *cpu = this_cpu_ptr(ibs->cpu);

	if (event->hw.state & PERF_HES_STOPPED)
		return;
	cpu->late_until = jiffies + PERF_IBS_LATE_JIFFIES;
	cpu->late = true;
	barrier(); /* from here on the NMI must find @late */
	cpu->running = false;
	barrier();
	perf_ibs_halt(event, perf_ibs_rdmsr(ibs, ibs->control), false);
	perf_event_update_userpage(event);
}

static int perf_ibs_handle_late(struct perf_ibs_cpu *cpu)
{
	bool expected = cpu->late && time_before_eq(jiffies, cpu->late_until);

	cpu->late = false;
	return expected;
}

/**
 * perf_ibs_handle - handle a unit's sample, if it has any
 * @ibs:  the unit
 * @regs: registers of the interrupted code
 *
 * The event is stopped while the core handles its sample: the core may adapt its period, and
 * for this stop and start it.
 *
 * Context: NMI.
 * Return: 1 for a sample, or for an NMI that came late; else 0.
 */
int perf_ibs_handle(struct perf_ibs *ibs, struct pt_regs *regs)
{
	struct perf_ibs_cpu *cpu = this_cpu_ptr(ibs->cpu);
	struct perf_event *event = cpu->event;
	struct perf_ibs_sample sample;
	bool keep;
	u64 control;

	if (!cpu->running)
		return perf_ibs_handle_late(cpu);
	control = perf_ibs_rdmsr(ibs, ibs->control);
	if (!(control & ibs->valid))
		return perf_ibs_handle_late(cpu);
	keep = perf_ibs_read_sample(event, control, &sample);
	perf_ibs_halt(event, control, true);
	if (local64_read(&event->hw.period_left) <= 0 && keep &&
	    perf_ibs_overflow(event, &sample, regs))
		cpu->running = false;
	else if (event->hw.state & PERF_HES_STOPPED)
		perf_ibs_start(event, PERF_EF_RELOAD);
	return 1;
}
