// SPDX-License-Identifier: GPL-2.0
/*
 * Branch records: the values of branch_sample_type that a processor can serve, and the filter in
 * MMCRA for them.
 *
 * The buffer has one filter. Events with different filters are kept apart like events with
 * different values of any other field that exists once (perf_power_choice.mask).
 *
 * Owns nothing: pure functions. Context: any.
 *
 * Hardware facts: Power ISA 2.07, 3.0B and 3.1, book III, chapter "Performance Monitor Facility",
 * section on MMCRA: IFM and, from 3.1 on, BHRBRD; "POWER10 Performance Monitor Unit User's Guide",
 * chapter on MMCRA. The requests that are accepted are those of 6.12: scripts/perf/events/powerpc
 * compares all of them.
 */
#include <linux/bitops.h>
#include <linux/errno.h>
#include <linux/perf_event.h>

#include <asm/reg.h>

#include "branch.h"
#include "ebb.h"
#include "isa207.h"

/* MMCRA: branches that the processor records. */
#define PERF_MMCRA_IFM		GENMASK_ULL(31, 30)

/* Values of PERF_MMCRA_IFM. */
#define PERF_IFM_ALL		0
#define PERF_IFM_CALLS		1	/* the bit LK is set */
#define PERF_IFM_INDIRECT	2	/* POWER10 */
#define PERF_IFM_CONDITIONAL	3	/* POWER10 */

/* The kind of branches requested, and all flags about records. */
static u64 perf_power_branch_kind(u64 branch_sample_type)
{
	return branch_sample_type & ~(u64)PERF_SAMPLE_BRANCH_PLM_ALL;
}

/**
 * perf_power_branch_check() - check the branches that an event requests
 * @model: processor
 * @event: has a branch stack
 *
 * An event requests one kind of branches, and no flags about its records. The core has checked
 * privilege levels. An event with event-based branches has no samples that could carry records.
 *
 * Return: 0; -EOPNOTSUPP: @model cannot serve attr.branch_sample_type.
 */
int perf_power_branch_check(const struct perf_power_model *model, const struct perf_event *event)
{
	u64 kind = perf_power_branch_kind(event->attr.branch_sample_type);

	if (!model->has_bhrb || perf_power_ebb_wanted(&event->attr) || hweight64(kind) != 1)
		return -EOPNOTSUPP;
	return kind & (PERF_SAMPLE_BRANCH_ANY | model->branch_filters) ? 0 : -EOPNOTSUPP;
}

/**
 * perf_power_branch_filter() - the filter for an event
 * @branch_sample_type: perf_power_branch_check() has accepted it
 *
 * Return: the value of MMCRA[IFM].
 */
u8 perf_power_branch_filter(u64 branch_sample_type)
{
	switch (perf_power_branch_kind(branch_sample_type)) {
	case PERF_SAMPLE_BRANCH_ANY_CALL:
		return PERF_IFM_CALLS;
	case PERF_SAMPLE_BRANCH_IND_CALL:
		return PERF_IFM_INDIRECT;
	case PERF_SAMPLE_BRANCH_COND:
		return PERF_IFM_CONDITIONAL;
	default:
		return PERF_IFM_ALL;
	}
}

/**
 * perf_power_branch_demand() - keep events with different filters apart
 * @attrs:  the event's attributes
 * @demand: filled in by perf_power_demand_init(); changed
 */
void perf_power_branch_demand(const struct perf_power_attrs *attrs,
			      struct perf_power_demand *demand)
{
	unsigned int i;

	if (!attrs->branches)
		return;
	for (i = 0; i < demand->number; i++) {
		demand->choice[i].mask |= PERF_SHARED_IFM;
		demand->choice[i].value |= FIELD_PREP(PERF_SHARED_IFM, attrs->branch_filter);
	}
}

/**
 * perf_power_branch_regs() - record the branches of an event
 * @regs:  changed
 * @attrs: the event's attributes
 */
void perf_power_branch_regs(struct perf_power_regs *regs, const struct perf_power_attrs *attrs)
{
	regs->mmcra &= ~MMCRA_BHRB_DISABLE;
	regs->mmcra |= FIELD_PREP(PERF_MMCRA_IFM, attrs->branch_filter);
}
