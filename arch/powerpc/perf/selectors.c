// SPDX-License-Identifier: GPL-2.0
/*
 * Event codes of the 32-bit processors.
 *
 * Each counter has its own list of events, with a selector for each; the first few selectors are
 * the same on all counters. So a code is a counter and a selector, or just a selector that
 * several counters have in common. Some events count only durations above a threshold; there is
 * one threshold for all counters.
 *
 * Owns nothing: pure functions over const tables. Context: any.
 *
 * Hardware facts: "PowerPC 604e RISC Microprocessor User's Manual", "MPC750 RISC
 * Microprocessor Family User's Manual", "MPC7410 RISC Microprocessor User's Manual" and
 * "MPC7450 RISC Microprocessor Family Reference Manual", each in the chapter on the
 * performance monitor: MMCR0, MMCR1, MMCR2.
 */
#include <linux/bitfield.h>
#include <linux/errno.h>
#include <linux/kernel.h>

#include "model.h"
#include "selectors.h"

/* Register fields of PERF_SEL_SELECT, by counter, and of PERF_SEL_THRESHOLD. */
#define PERF_MMCR0_PMC1SEL	GENMASK_ULL(12, 6)
#define PERF_MMCR0_PMC2SEL	GENMASK_ULL(5, 0)
#define PERF_MMCR0_THRESHOLD	GENMASK_ULL(21, 16)
#define PERF_MMCR1_PMC3SEL	GENMASK_ULL(31, 27)
#define PERF_MMCR1_PMC4SEL	GENMASK_ULL(26, 22)
#define PERF_MMCR1_PMC5SEL	GENMASK_ULL(21, 17)
#define PERF_MMCR1_PMC6SEL	GENMASK_ULL(16, 11)
#define PERF_MMCR2_THRESHMULT	BIT_ULL(31)

static u8 perf_power_common_counters(const struct perf_power_selectors *selectors, u64 select)
{
	const struct perf_power_common *common;

	for (common = selectors->common; common->counters; common++) {
		if (select >= common->first && select <= common->last)
			return common->counters;
	}
	return 0;
}

static bool perf_power_is_timed(const struct perf_power_selectors *selectors, u64 code)
{
	unsigned int i;

	for (i = 0; i < PERF_SELECTOR_TIMED && selectors->timed[i]; i++) {
		if (selectors->timed[i] == (code & (PERF_SEL_COUNTER | PERF_SEL_SELECT)))
			return true;
	}
	return false;
}

/**
 * perf_power_selectors_choose() - check a code and find its counters and shared fields
 * @model:   has selectors
 * @config1: not used
 * @choice:  @choice->code is set, with no bits but the model's
 *
 * Return: 0; -EINVAL: no counter has the code, or it has a threshold and is not timed.
 */
int perf_power_selectors_choose(const struct perf_power_model *model, u64 config1,
				struct perf_power_choice *choice)
{
	const struct perf_power_selectors *selectors = model->selectors;
	u64 select = FIELD_GET(PERF_SEL_SELECT, choice->code);
	u64 counter = FIELD_GET(PERF_SEL_COUNTER, choice->code);
	u64 threshold = choice->code & (PERF_SEL_THRESHOLD | PERF_SEL_MULTIPLIER);
	bool timed = perf_power_is_timed(selectors, choice->code);

	if (!select || counter > model->counters || (threshold && !timed))
		return -EINVAL;
	if (timed) {
		choice->mask |= PERF_SEL_THRESHOLD | PERF_SEL_MULTIPLIER;
		choice->value |= threshold;
	}
	if (!counter) {
		choice->counters = perf_power_common_counters(selectors, select);
		return choice->counters ? 0 : -EINVAL;
	}
	if (select > selectors->last[counter - 1])
		return -EINVAL;
	choice->counters = BIT(counter - 1);
	return 0;
}

/**
 * perf_power_selectors_encode() - add a code to the registers
 * @regs:    changed
 * @code:    the code that was chosen
 * @config1: not used
 * @counter: from 0
 */
void perf_power_selectors_encode(struct perf_power_regs *regs, u64 code, u64 config1,
				 unsigned int counter)
{
	u64 select = FIELD_GET(PERF_SEL_SELECT, code);

	switch (counter) {
	case 0:
		regs->mmcr0 |= FIELD_PREP(PERF_MMCR0_PMC1SEL, select);
		break;
	case 1:
		regs->mmcr0 |= FIELD_PREP(PERF_MMCR0_PMC2SEL, select);
		break;
	case 2:
		regs->mmcr1 |= FIELD_PREP(PERF_MMCR1_PMC3SEL, select);
		break;
	case 3:
		regs->mmcr1 |= FIELD_PREP(PERF_MMCR1_PMC4SEL, select);
		break;
	case 4:
		regs->mmcr1 |= FIELD_PREP(PERF_MMCR1_PMC5SEL, select);
		break;
	case 5:
		regs->mmcr1 |= FIELD_PREP(PERF_MMCR1_PMC6SEL, select);
		break;
	}
	regs->mmcr0 |= FIELD_PREP(PERF_MMCR0_THRESHOLD, FIELD_GET(PERF_SEL_THRESHOLD, code));
	if (code & PERF_SEL_MULTIPLIER)
		regs->mmcr2 |= PERF_MMCR2_THRESHMULT;
}
