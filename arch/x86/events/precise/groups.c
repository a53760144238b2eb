// SPDX-License-Identifier: GPL-2.0
/*
 * Fields of a record that the sample_type of a precise event needs.
 *
 * Owns: nothing. Context: any.
 */
#include <linux/bitfield.h>

#include <asm/perf_regs.h>

#include "branch/branch.h"
#include "precise/groups.h"

#define MEMORY_SAMPLE							\
	(PERF_SAMPLE_ADDR | PERF_SAMPLE_PHYS_ADDR | PERF_SAMPLE_DATA_SRC |	\
	 PERF_SAMPLE_WEIGHT_TYPE | PERF_SAMPLE_DATA_PAGE_SIZE | PERF_SAMPLE_TRANSACTION)

/* The abort code of a transaction is in a general register. */
#define GENERAL_SAMPLE	(PERF_SAMPLE_REGS_INTR | PERF_SAMPLE_REGS_USER | PERF_SAMPLE_TRANSACTION)

/* All the branches that the processor has: a sample's own filter may drop some. */
static u64 perf_x86_precise_branches(const struct perf_event *event)
{
	unsigned int depth = perf_x86_branches(perf_x86_pmu(event))->depth;

	return PERF_X86_GROUP_BRANCHES | FIELD_PREP(PERF_X86_GROUP_NUMBER, depth - 1);
}

/**
 * perf_x86_precise_groups - the groups of an adaptive record that an event needs
 * @event: the event
 *
 * The branches in a record end at its instruction; the registers go on to the interrupt.
 *
 * Return: PERF_X86_GROUP_*.
 */
u64 perf_x86_precise_groups(const struct perf_event *event)
{
	const struct perf_event_attr *attr = &event->attr;
	u64 groups = 0;

	if (attr->sample_type & MEMORY_SAMPLE)
		groups |= PERF_X86_GROUP_MEMORY;
	if (attr->sample_type & GENERAL_SAMPLE)
		groups |= PERF_X86_GROUP_GENERAL;
	if ((attr->sample_type & PERF_SAMPLE_REGS_INTR) &&
	    (attr->sample_regs_intr & PERF_REG_EXTENDED_MASK))
		groups |= PERF_X86_GROUP_XMM;
	if (event->hw.flags & PERF_X86_EVENT_BRANCHES)
		groups |= perf_x86_precise_branches(event);
	return groups;
}

/* The same whenever it is read, as long as the task is not switched, or in the record. */
#define LATE_SAMPLE							\
	(PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_ADDR | PERF_SAMPLE_ID |	\
	 PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD | PERF_SAMPLE_STREAM_ID |		\
	 PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_DATA_SRC | PERF_SAMPLE_WEIGHT_TYPE |	\
	 PERF_SAMPLE_TRANSACTION | PERF_SAMPLE_REGS_INTR)

/* No record has the segments. */
#define LATE_REGS							\
	(PERF_REG_EXTENDED_MASK |					\
	 ((BIT_ULL(PERF_REG_X86_64_MAX) - 1) &				\
	  ~(BIT_ULL(PERF_REG_X86_CS) | BIT_ULL(PERF_REG_X86_SS) |		\
	    BIT_ULL(PERF_REG_X86_DS) | BIT_ULL(PERF_REG_X86_ES) |		\
	    BIT_ULL(PERF_REG_X86_FS) | BIT_ULL(PERF_REG_X86_GS))))

/**
 * perf_x86_precise_may_wait - can records of an event wait for samples to be made of them?
 * @attr:     the event's attributes
 * @recorded: of PERF_SAMPLE_TIME and PERF_SAMPLE_BRANCH_STACK those that a record has
 *
 * A sample with anything that is not in its record needs an interrupt at once; so does a
 * period that depends on the time between samples, and a reader woken up by each sample.
 *
 * Return: true if they can.
 */
bool perf_x86_precise_may_wait(const struct perf_event_attr *attr, u64 recorded)
{
	if (attr->use_clockid)
		recorded &= ~PERF_SAMPLE_TIME;
	if (attr->freq || attr->sigtrap || attr->aux_pause || attr->aux_resume ||
	    attr->aux_sample_size || (attr->wakeup_events && !attr->watermark))
		return false;
	if ((attr->sample_type & PERF_SAMPLE_REGS_INTR) && (attr->sample_regs_intr & ~LATE_REGS))
		return false;
	return !(attr->sample_type & ~(LATE_SAMPLE | recorded));
}
