// SPDX-License-Identifier: GPL-2.0
/*
 * Event-based branches: which events may have them, and what they change in the control registers.
 *
 * Owns nothing: pure functions. Context: any.
 *
 * Hardware facts: Power ISA 2.07, 3.0B and 3.1: book II, chapter "Event-Based Branch Facility";
 * book III, chapter "Performance Monitor Facility", section on MMCR0: EBE sends alerts to the
 * program; PMCC gives problem state access to the counters and to some bits of MMCR0 and MMCR2.
 * The rules for events are those of Documentation/arch/powerpc/pmu-ebb.rst.
 */
#include <linux/errno.h>
#include <linux/perf_event.h>

#include <asm/reg.h>

#include "ebb.h"
#include "isa207.h"

/**
 * perf_power_ebb_wanted() - test if an event requests event-based branches
 * @attr: attributes; the type is one of this PMU's
 *
 * Return: true if attr.config has the bit; generic and cache events have no such bit.
 */
bool perf_power_ebb_wanted(const struct perf_event_attr *attr)
{
	return attr->type != PERF_TYPE_HARDWARE && attr->type != PERF_TYPE_HW_CACHE &&
	       (attr->config & BIT_ULL(PERF_EVENT_CONFIG_EBB_SHIFT));
}

/* An event of a group follows its leader, which alone can be pinned and exclusive. */
static bool perf_power_ebb_leads(const struct perf_event *event)
{
	const struct perf_event *leader = event->group_leader;

	if (leader == event)
		return event->attr.pinned && event->attr.exclusive;
	return leader->pmu == event->pmu && perf_power_is_ebb(leader);
}

/**
 * perf_power_ebb_check() - check the attributes of an event for event-based branches
 * @model: processor
 * @event: @event->attr is set; its leader, if another event, is set up
 *
 * The event must name its counter, because the program writes that counter itself.
 *
 * Return: 0, also for an event that requests none; -EINVAL: the attributes do not fit;
 * -EOPNOTSUPP: @model has no such branches.
 */
int perf_power_ebb_check(const struct perf_power_model *model, const struct perf_event *event)
{
	const struct perf_event_attr *attr = &event->attr;

	if (!perf_power_ebb_wanted(attr))
		return 0;
	if (!event->hw.target || attr->freq || attr->sample_period || attr->inherit ||
	    attr->enable_on_exec || (event->group_leader == event && !perf_power_ebb_leads(event)))
		return -EINVAL;
	if (!model->has_ebb)
		return -EOPNOTSUPP;
	return perf_power_ebb_leads(event) && (attr->config & PERF_CODE_PMC) ? 0 : -EINVAL;
}

/**
 * perf_power_ebb_demand() - keep events with and without event-based branches apart
 * @attrs:  the event's attributes
 * @demand: filled in by perf_power_demand_init(); changed
 *
 * With MMCR0_EBE set no counter interrupts, so no event without such branches can be counted
 * beside one with them. The latter stays on the counter that its code names: codes of the same
 * event that name another one are dropped.
 */
void perf_power_ebb_demand(const struct perf_power_attrs *attrs, struct perf_power_demand *demand)
{
	unsigned int i;

	if (attrs->ebb)
		demand->number = 1;
	for (i = 0; i < demand->number; i++) {
		demand->choice[i].mask |= PERF_SHARED_EBB;
		demand->choice[i].value |= attrs->ebb ? PERF_SHARED_EBB : 0;
	}
}

/**
 * perf_power_ebb_regs() - send the counters' alerts to the program
 * @regs: changed
 *
 * MMCR0_PMXE is one of the program's bits then: see perf_power_ebb_mmcr0().
 */
void perf_power_ebb_regs(struct perf_power_regs *regs)
{
	regs->mmcr0 = (regs->mmcr0 & ~MMCR0_PMXE) | MMCR0_EBE | MMCR0_PMCC_U6;
}

/**
 * perf_power_regs_have_ebb() - test if the counters' alerts go to the program
 * @regs: control registers
 *
 * Return: true after perf_power_ebb_regs().
 */
bool perf_power_regs_have_ebb(const struct perf_power_regs *regs)
{
	return regs->mmcr0 & MMCR0_EBE;
}

/**
 * perf_power_ebb_mmcr0() - the program's bits of MMCR0
 * @saved:      MMCR0 when the counters were stopped; a debugger may have changed it
 * @overflowed: one of the program's counters is negative
 *
 * A counter may overflow after the kernel has read MMCR0 and before the kernel stops the counters.
 * That alert is lost, and is made up for here as the processor would have done it: MMCR0_PMAO is
 * set, MMCR0_PMXE cleared, and the counters are frozen.
 *
 * Return: the bits to load, within MMCR0_USER_MASK.
 */
u64 perf_power_ebb_mmcr0(u64 saved, bool overflowed)
{
	saved &= MMCR0_USER_MASK;
	if (!overflowed || (saved & (MMCR0_PMXE | MMCR0_PMAO)) != MMCR0_PMXE)
		return saved;
	return MMCR0_FC | MMCR0_PMAO;
}

/**
 * perf_power_ebb_mmcr2() - the program's bits of MMCR2
 * @regs:  control registers of the events
 * @mmcr2: MMCR2 when the counters were stopped; a debugger may have changed it
 *
 * Return: the counters that the program has frozen for itself, beyond those that @regs freeze.
 */
u64 perf_power_ebb_mmcr2(const struct perf_power_regs *regs, u64 mmcr2)
{
	return mmcr2 & MMCR2_USER_MASK & ~regs->mmcr2;
}
