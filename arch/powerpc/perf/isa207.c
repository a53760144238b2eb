// SPDX-License-Identifier: GPL-2.0
/*
 * What event codes of POWER8 and later have in common.
 *
 * A code is a row of fields. Those that a counter has of its own go to its place in
 * MMCR1; the others exist once, and all events that use them have to agree.
 *
 * Owns nothing: pure functions. Context: any.
 *
 * Hardware facts: Power ISA 2.07 and 3.0B, book III, chapter "Performance Monitor
 * Facility"; "POWER8 Performance Monitor Unit User's Guide", chapters on MMCR1 and MMCRA.
 */
#include <linux/errno.h>

#include <asm/reg.h>

#include "isa207.h"

/* All that the fifth and the sixth counter can count. */
#define PERF_PMC5_CODE		0x500fa
#define PERF_PMC6_CODE		0x600f4

/**
 * perf_isa207_counters() - where a code can be counted
 * @choice: its counters are filled in: the one the code names, any of the first four if
 *	    it names none
 *
 * The fifth and the sixth count one thing each, and have no field at all.
 *
 * Return: 0, or -EINVAL if the counter does not exist or does not count that.
 */
int perf_isa207_counters(struct perf_choice *choice)
{
	unsigned int pmc = FIELD_GET(PERF_CODE_PMC, choice->code);

	if (pmc > 6)
		return -EINVAL;
	if (pmc == 5 && choice->code != PERF_PMC5_CODE)
		return -EINVAL;
	if (pmc == 6 && choice->code != PERF_PMC6_CODE)
		return -EINVAL;
	choice->counters = pmc ? BIT(pmc - 1) : GENMASK(3, 0);
	return 0;
}

/**
 * perf_isa207_share() - have a code decide fields that exist once
 * @choice: what the code takes
 * @fields: which of the code's fields
 */
void perf_isa207_share(struct perf_choice *choice, u64 fields)
{
	choice->mask |= fields;
	choice->value |= choice->code & fields;
}

/**
 * perf_isa207_share_threshold() - have a code that has a threshold decide it
 * @choice:  what the code takes
 * @compare: the threshold, as it is in MMCRA
 */
void perf_isa207_share_threshold(struct perf_choice *choice, u64 compare)
{
	if (!(choice->code & PERF_SHARED_THRESH))
		return;
	perf_isa207_share(choice, PERF_SHARED_THRESH);
	choice->mask |= PERF_SHARED_CMP;
	choice->value |= FIELD_PREP(PERF_SHARED_CMP, compare);
}

/**
 * perf_isa207_encode() - put a counter's own fields into MMCR1
 * @regs:    changed
 * @code:    event code
 * @counter: from 0, one of the first four
 */
void perf_isa207_encode(struct perf_power_regs *regs, u64 code, unsigned int counter)
{
	regs->mmcr1 |= FIELD_GET(PERF_CODE_SELECT, code) << (24 - 8 * counter);
	regs->mmcr1 |= FIELD_GET(PERF_CODE_UNIT, code) << (60 - 4 * counter);
	regs->mmcr1 |= FIELD_PREP(PERF_MMCR1_QUALIFIER, FIELD_GET(PERF_CODE_QUALIFIER, code));
}

/**
 * perf_isa207_encode_threshold() - what starts and stops the threshold's counter
 * @regs: changed
 * @code: event code
 */
void perf_isa207_encode_threshold(struct perf_power_regs *regs, u64 code)
{
	regs->mmcra |= FIELD_PREP(PERF_MMCRA_THRESH_SEL, FIELD_GET(PERF_CODE_THRESH_SEL, code)) |
		       FIELD_PREP(PERF_MMCRA_THRESH_START,
				  FIELD_GET(PERF_CODE_THRESH_START, code)) |
		       FIELD_PREP(PERF_MMCRA_THRESH_STOP, FIELD_GET(PERF_CODE_THRESH_STOP, code));
}

/**
 * perf_isa207_encode_sampling() - have instructions marked, if the code is about those
 * @regs: changed
 * @code: event code
 */
void perf_isa207_encode_sampling(struct perf_power_regs *regs, u64 code)
{
	u64 mode = FIELD_GET(PERF_CODE_SAMPLE, code);

	if (code & PERF_CODE_MARK)
		regs->mmcra |= MMCRA_SAMPLE_ENABLE | FIELD_PREP(PERF_MMCRA_ELIGIBLE, mode >> 2) |
			       FIELD_PREP(PERF_MMCRA_SAMPLE_MODE, mode & 3);
}

/**
 * perf_isa207_encode_sdar() - say what sets SDAR
 * @regs: changed; sampling is encoded
 * @mode: what shall, unless marked instructions do: those set it themselves, so that it
 *	  must not be set by others
 */
void perf_isa207_encode_sdar(struct perf_power_regs *regs, u64 mode)
{
	regs->mmcra &= ~PERF_MMCRA_SDAR_MODE;
	if (!(regs->mmcra & MMCRA_SAMPLE_ENABLE))
		regs->mmcra |= FIELD_PREP(PERF_MMCRA_SDAR_MODE, mode);
}
