// SPDX-License-Identifier: GPL-2.0
/*
 * Fields of a record that the sample_type of a precise event needs.
 *
 * Owns: nothing. Context: any.
 */
#include <asm/perf_regs.h>

#include "precise/groups.h"

#define MEMORY_SAMPLE							\
	(PERF_SAMPLE_ADDR | PERF_SAMPLE_PHYS_ADDR | PERF_SAMPLE_DATA_SRC |	\
	 PERF_SAMPLE_WEIGHT_TYPE | PERF_SAMPLE_DATA_PAGE_SIZE | PERF_SAMPLE_TRANSACTION)

/* The abort code of a transaction is in a general register. */
#define GENERAL_SAMPLE	(PERF_SAMPLE_REGS_INTR | PERF_SAMPLE_REGS_USER | PERF_SAMPLE_TRANSACTION)

/**
 * perf_x86_precise_groups - the groups of an adaptive record that an event needs
 * @attr: the event's attributes
 *
 * Return: PERF_X86_GROUP_*.
 */
u64 perf_x86_precise_groups(const struct perf_event_attr *attr)
{
	u64 groups = 0;

	if (attr->sample_type & MEMORY_SAMPLE)
		groups |= PERF_X86_GROUP_MEMORY;
	if (attr->sample_type & GENERAL_SAMPLE)
		groups |= PERF_X86_GROUP_GENERAL;
	if ((attr->sample_type & PERF_SAMPLE_REGS_INTR) &&
	    (attr->sample_regs_intr & PERF_REG_EXTENDED_MASK))
		groups |= PERF_X86_GROUP_XMM;
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
 * @attr:  the event's attributes
 * @timed: a record has the sample's time
 *
 * A sample with anything that is not in its record needs an interrupt at once; so does a
 * period that depends on the time between samples, and a reader woken up by each sample.
 *
 * Return: true if they can.
 */
bool perf_x86_precise_may_wait(const struct perf_event_attr *attr, bool timed)
{
	u64 fields = LATE_SAMPLE | (timed && !attr->use_clockid ? PERF_SAMPLE_TIME : 0);

	if (attr->freq || attr->sigtrap || attr->aux_pause || attr->aux_resume ||
	    attr->aux_sample_size || (attr->wakeup_events && !attr->watermark))
		return false;
	if ((attr->sample_type & PERF_SAMPLE_REGS_INTR) && (attr->sample_regs_intr & ~LATE_REGS))
		return false;
	return !(attr->sample_type & ~fields);
}
