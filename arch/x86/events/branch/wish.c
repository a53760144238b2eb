// SPDX-License-Identifier: GPL-2.0
/*
 * perf_x86_branch_wish(): attr.branch_sample_type as a wish; perf_x86_branch_select(): a wish as
 * a value of the register that filters branches.
 *
 * Owns: nothing. Context: any.
 *
 * Hardware facts: Intel SDM volume 3, "Filtering of Last Branch Records" (MSR_LBR_SELECT), "Last
 * Branch Records" (IA32_LBR_CTL); AMD PPR for family 19h model 11h, MSRC000_010E.
 *
 * Errnos: perf_event_open(2), EOPNOTSUPP for what the hardware cannot do, EINVAL for values
 * without a meaning. kernel/events has checked unknown bits and permissions before.
 */
#include <linux/array_size.h>
#include <linux/errno.h>
#include <linux/perf_event.h>

#include "branch/branch.h"
#include "branch/wish.h"

#define WISH(_class)	BIT_ULL(PERF_X86_BRANCH_##_class)

#define CALLS		(WISH(CALL) | WISH(IND_CALL))
#define ANY_CALLS	(CALLS | WISH(SYSCALL) | WISH(INT) | WISH(IRQ) | WISH(FAR_CALL) |	\
			 WISH(FAR_JUMP))
#define ANY_RETURNS	(WISH(RETURN) | WISH(SYSRET) | WISH(IRET) | WISH(FAR_RETURN))

/* MSR_LBR_SELECT, Intel's and AMD's: a bit suppresses its branches. */
const struct perf_x86_branch_group perf_x86_branch_select_groups[] = {
	{ PERF_X86_BRANCH_KERNEL,	BIT_ULL(0) },
	{ PERF_X86_BRANCH_USER,		BIT_ULL(1) },
	{ WISH(COND),			BIT_ULL(2) },
	{ WISH(CALL),			BIT_ULL(3) },
	{ WISH(IND_CALL),		BIT_ULL(4) },
	{ WISH(RETURN),			BIT_ULL(5) },
	{ WISH(IND_JUMP),		BIT_ULL(6) },
	{ WISH(JUMP),			BIT_ULL(7) },
	{ PERF_X86_BRANCH_FAR,		BIT_ULL(8) },
	{ }
};

/* IA32_LBR_CTL: a bit admits its branches. */
const struct perf_x86_branch_group perf_x86_branch_arch_groups[] = {
	{ PERF_X86_BRANCH_KERNEL,	BIT_ULL(1) },
	{ PERF_X86_BRANCH_USER,		BIT_ULL(2) },
	{ WISH(COND),			BIT_ULL(16) },
	{ WISH(JUMP),			BIT_ULL(17) },
	{ WISH(IND_JUMP),		BIT_ULL(18) },
	{ WISH(CALL),			BIT_ULL(19) },
	{ WISH(IND_CALL),		BIT_ULL(20) },
	{ WISH(RETURN),			BIT_ULL(21) },
	{ PERF_X86_BRANCH_FAR,		BIT_ULL(22) },
	{ }
};

/**
 * struct wish_row - what a bit of branch_sample_type asks for
 * @type: the bit
 * @wish: bits of the wish
 */
struct wish_row {
	u64	type;
	u64	wish;
};

static const struct wish_row wish_rows[] = {
	{ PERF_SAMPLE_BRANCH_USER,	PERF_X86_BRANCH_USER },
	{ PERF_SAMPLE_BRANCH_KERNEL,	PERF_X86_BRANCH_KERNEL },
	{ PERF_SAMPLE_BRANCH_ANY,	PERF_X86_BRANCH_ALL },
	{ PERF_SAMPLE_BRANCH_ANY_CALL,	ANY_CALLS },
	{ PERF_SAMPLE_BRANCH_ANY_RETURN, ANY_RETURNS },
	{ PERF_SAMPLE_BRANCH_IND_CALL,	WISH(IND_CALL) },
	{ PERF_SAMPLE_BRANCH_ABORT_TX,	WISH(ABORT) },
	{ PERF_SAMPLE_BRANCH_IN_TX,	PERF_X86_BRANCH_IN_TX },
	{ PERF_SAMPLE_BRANCH_NO_TX,	PERF_X86_BRANCH_NO_TX },
	{ PERF_SAMPLE_BRANCH_COND,	WISH(COND) },
	{ PERF_SAMPLE_BRANCH_CALL_STACK, PERF_X86_BRANCH_STACK | CALLS | WISH(RETURN) },
	{ PERF_SAMPLE_BRANCH_IND_JUMP,	WISH(IND_JUMP) },
	{ PERF_SAMPLE_BRANCH_CALL,	WISH(CALL) },
};

/* Bits that may stand beside PERF_SAMPLE_BRANCH_CALL_STACK, which is a kind of its own. */
#define WITH_STACK							\
	(PERF_SAMPLE_BRANCH_PLM_ALL | PERF_SAMPLE_BRANCH_CALL_STACK |	\
	 PERF_SAMPLE_BRANCH_NO_FLAGS | PERF_SAMPLE_BRANCH_NO_CYCLES |	\
	 PERF_SAMPLE_BRANCH_TYPE_SAVE | PERF_SAMPLE_BRANCH_HW_INDEX |	\
	 PERF_SAMPLE_BRANCH_PRIV_SAVE)

/**
 * perf_x86_branch_wish - translate attr.branch_sample_type
 * @branches:           the processor's records
 * @branch_sample_type: checked by the core
 * @wish:               set to the wish
 *
 * Without a privilege level for which there are records, as PERF_SAMPLE_BRANCH_HV alone, nothing
 * is recorded.
 *
 * Context: any.
 * Return: 0; -EOPNOTSUPP; -EINVAL.
 */
int perf_x86_branch_wish(const struct perf_x86_branches *branches, u64 branch_sample_type,
			 u64 *wish)
{
	unsigned int i;

	/* No processor of ours logs counts with a branch. */
	if (branch_sample_type & PERF_SAMPLE_BRANCH_COUNTERS)
		return -EINVAL;
	if (branch_sample_type & branches->refused)
		return -EOPNOTSUPP;
	if (branch_sample_type & PERF_SAMPLE_BRANCH_CALL_STACK) {
		if (!branches->stack)
			return -EOPNOTSUPP;
		if (branch_sample_type & ~(u64)WITH_STACK)
			return -EINVAL;
	}
	*wish = 0;
	for (i = 0; i < ARRAY_SIZE(wish_rows); i++) {
		if (branch_sample_type & wish_rows[i].type)
			*wish |= wish_rows[i].wish;
	}
	return 0;
}

/**
 * perf_x86_branch_wishes_agree - can one CPU serve both wishes at a time?
 * @a: a wish
 * @b: another
 *
 * Registers that follow calls and returns remove the records of calls that have returned.
 *
 * Context: any.
 * Return: true if it can.
 */
bool perf_x86_branch_wishes_agree(u64 a, u64 b)
{
	return !((a ^ b) & PERF_X86_BRANCH_STACK);
}

/**
 * perf_x86_branch_select - the filter that admits at least what is wanted
 * @branches: the processor's records
 * @wish:     all wishes, added
 *
 * Context: any.
 * Return: value of the register, without its enable bit.
 */
u64 perf_x86_branch_select(const struct perf_x86_branches *branches, u64 wish)
{
	const struct perf_x86_branch_group *group;
	u64 select = 0;

	if (branches->calls_need_jumps && (wish & CALLS))
		wish |= WISH(JUMP) | WISH(IND_JUMP);
	for (group = branches->groups; group && group->bit; group++) {
		if (!(wish & group->wishes) == branches->suppress)
			select |= group->bit;
	}
	return wish & PERF_X86_BRANCH_STACK ? select | branches->stack : select;
}
