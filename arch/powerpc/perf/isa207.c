// SPDX-License-Identifier: GPL-2.0
/*
 * Parts of event codes common to POWER8 and later; POWER7 has the same counters.
 *
 * A code consists of fields. Fields that each counter has of its own go to the counter's bits in
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

/* PMC5 and PMC6 count only these codes. */
#define PERF_PMC5_CODE		0x500fa
#define PERF_PMC6_CODE		0x600f4

/**
 * perf_power_isa207_counters() - find the counters for a code
 * @choice: @choice->counters is set: the counter that @choice->code names, or any of the first
 *	four if it names none
 *
 * PMC5 and PMC6 count PERF_PMC5_CODE and PERF_PMC6_CODE alone, and have no fields.
 *
 * Return: 0, or -EINVAL if the counter does not exist or cannot count @choice->code.
 */
int perf_power_isa207_counters(struct perf_power_choice *choice)
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
 * perf_power_isa207_check_compare() - check a threshold of POWER8 and POWER9
 * @compare: seven bits of mantissa and three of exponent, to the base four
 *
 * Return: 0; -EINVAL: the mantissa is not normalised.
 */
int perf_power_isa207_check_compare(u64 compare)
{
	return compare >> 7 && !(compare & 0x60) ? -EINVAL : 0;
}

/**
 * perf_power_isa207_share() - add fields that exist once to a choice
 * @choice: changed
 * @fields: fields of @choice->code
 */
void perf_power_isa207_share(struct perf_power_choice *choice, u64 fields)
{
	choice->mask |= fields;
	choice->value |= choice->code & fields;
}

/**
 * perf_power_isa207_share_threshold() - add the threshold to a choice whose code has one
 * @choice:  changed
 * @compare: the threshold, as in MMCRA
 */
void perf_power_isa207_share_threshold(struct perf_power_choice *choice, u64 compare)
{
	if (!(choice->code & PERF_SHARED_THRESH))
		return;
	perf_power_isa207_share(choice, PERF_SHARED_THRESH);
	choice->mask |= PERF_SHARED_CMP;
	choice->value |= FIELD_PREP(PERF_SHARED_CMP, compare);
}

/**
 * perf_power_isa207_encode() - set a counter's own fields in MMCR1
 * @regs:    changed
 * @code:    event code
 * @counter: from 0, one of the first four
 */
void perf_power_isa207_encode(struct perf_power_regs *regs, u64 code, unsigned int counter)
{
	regs->mmcr1 |= FIELD_GET(PERF_CODE_SELECT, code) << (24 - 8 * counter);
	regs->mmcr1 |= FIELD_GET(PERF_CODE_UNIT, code) << (60 - 4 * counter);
}

/**
 * perf_power_isa207_encode_qualifier() - set the qualifier of the first level cache
 * @regs: changed
 * @code: event code that has one
 */
void perf_power_isa207_encode_qualifier(struct perf_power_regs *regs, u64 code)
{
	regs->mmcr1 |= FIELD_PREP(PERF_MMCR1_QUALIFIER, FIELD_GET(PERF_CODE_QUALIFIER, code));
}

/**
 * perf_power_isa207_encode_threshold() - set the events that start and stop the threshold's counter
 * @regs: changed
 * @code: event code
 */
void perf_power_isa207_encode_threshold(struct perf_power_regs *regs, u64 code)
{
	regs->mmcra |= FIELD_PREP(PERF_MMCRA_THRESH_SEL, FIELD_GET(PERF_CODE_THRESH_SEL, code)) |
		       FIELD_PREP(PERF_MMCRA_THRESH_START,
				  FIELD_GET(PERF_CODE_THRESH_START, code)) |
		       FIELD_PREP(PERF_MMCRA_THRESH_STOP, FIELD_GET(PERF_CODE_THRESH_STOP, code));
}

/**
 * perf_power_isa207_encode_sampling() - enable sampling if the code counts marked instructions
 * @regs: changed
 * @code: event code
 */
void perf_power_isa207_encode_sampling(struct perf_power_regs *regs, u64 code)
{
	u64 mode = FIELD_GET(PERF_CODE_SAMPLE, code);

	if (code & PERF_CODE_MARK)
		regs->mmcra |= MMCRA_SAMPLE_ENABLE | FIELD_PREP(PERF_MMCRA_ELIGIBLE, mode >> 2) |
			       FIELD_PREP(PERF_MMCRA_SAMPLE_MODE, mode & 3);
}

/**
 * perf_power_isa207_encode_sdar() - set the events that update SDAR
 * @regs: changed; perf_power_isa207_encode_sampling() has run
 * @mode: SDAR mode of POWER9 and later; 0: the model's. Without effect while MMCRA enables
 *        sampling: a marked instruction sets SDAR itself, and no other event may set it then
 */
void perf_power_isa207_encode_sdar(struct perf_power_regs *regs, u64 mode)
{
	if (regs->mmcra & MMCRA_SAMPLE_ENABLE)
		regs->mmcra &= ~PERF_MMCRA_SDAR_MODE;
	else if (mode)
		regs->mmcra = (regs->mmcra & ~PERF_MMCRA_SDAR_MODE) |
			      FIELD_PREP(PERF_MMCRA_SDAR_MODE, mode);
}
