// SPDX-License-Identifier: GPL-2.0
/*
 * perf_bhrb_decode(): the entries of the branch history rolling buffer as records of a sample.
 *
 * An entry is an address and two flags. A branch whose target is in its instruction has one entry,
 * the branch's address: the target is computed here from the instruction. A branch to an address
 * in a register has two: its target, marked by PERF_BHRB_TARGET, and behind it the branch.
 *
 * The buffer does not say which mode a branch was taken in, and before Power ISA 3.1 it holds
 * those of all modes: records with an address that the event may not see are dropped here. The
 * instruction may have changed since the branch, so nothing depends on its being one.
 *
 * Owns nothing: pure functions. Context: NMI.
 *
 * Hardware facts: Power ISA 3.0B, book III, chapter "Performance Monitor Facility", section
 * "BHRB Entry Format"; book I, section "Branch Instructions".
 */
#include <linux/bitfield.h>
#include <linux/bitops.h>
#include <linux/perf_event.h>

#include <asm/page.h>

#include "bhrb.h"

/* An entry. Without an address it is a marker; all zeros end the list. */
#define PERF_BHRB_ADDRESS	GENMASK_ULL(63, 2)
#define PERF_BHRB_TARGET	BIT_ULL(1)
#define PERF_BHRB_MISPREDICTED	BIT_ULL(0)

/* A branch instruction. */
#define PERF_INSN_OPCODE	GENMASK(31, 26)
#define PERF_INSN_LI		GENMASK(25, 2)		/* I-form */
#define PERF_INSN_BO		GENMASK(25, 21)		/* B-form, XL-form */
#define PERF_INSN_BD		GENMASK(15, 2)		/* B-form */
#define PERF_INSN_XO		GENMASK(10, 1)		/* XL-form */
#define PERF_INSN_AA		BIT(1)			/* I-form, B-form */
#define PERF_INSN_LK		BIT(0)

#define PERF_OPCODE_B		16
#define PERF_OPCODE_I		18
#define PERF_OPCODE_XL		19
#define PERF_XO_BCLR		16
#define PERF_XO_BCCTR		528
#define PERF_XO_BCTAR		560

/* With both bits, PERF_INSN_BO has no condition. */
#define PERF_BO_ALWAYS		0x14

/**
 * struct perf_bhrb_branch - a branch instruction, taken apart
 * @kinds:    PERF_SAMPLE_BRANCH_*: the requests that it meets; 0: it is no branch
 * @direct:   the instruction has the target: @offset
 * @absolute: @offset is the target itself
 * @offset:   distance from the branch
 */
struct perf_bhrb_branch {
	u64	kinds;
	bool	direct;
	bool	absolute;
	s64	offset;
};

static void perf_bhrb_parse(u32 insn, struct perf_bhrb_branch *branch)
{
	unsigned int xo = FIELD_GET(PERF_INSN_XO, insn);

	*branch = (struct perf_bhrb_branch) { .absolute = insn & PERF_INSN_AA };
	switch (FIELD_GET(PERF_INSN_OPCODE, insn)) {
	case PERF_OPCODE_I:
		branch->direct = true;
		branch->offset = sign_extend64(insn & PERF_INSN_LI, 25);
		break;
	case PERF_OPCODE_B:
		branch->direct = true;
		branch->offset = sign_extend64(insn & PERF_INSN_BD, 15);
		break;
	case PERF_OPCODE_XL:
		if (xo == PERF_XO_BCLR || xo == PERF_XO_BCCTR || xo == PERF_XO_BCTAR)
			break;
		return;
	default:
		return;
	}
	branch->kinds = PERF_SAMPLE_BRANCH_ANY;
	if (insn & PERF_INSN_LK)
		branch->kinds |= PERF_SAMPLE_BRANCH_ANY_CALL;
	if ((insn & PERF_INSN_LK) && !branch->direct)
		branch->kinds |= PERF_SAMPLE_BRANCH_IND_CALL;
	if (FIELD_GET(PERF_INSN_OPCODE, insn) != PERF_OPCODE_I &&
	    (FIELD_GET(PERF_INSN_BO, insn) & PERF_BO_ALWAYS) != PERF_BO_ALWAYS)
		branch->kinds |= PERF_SAMPLE_BRANCH_COND;
}

/*
 * The record of the entries from @raw on, newest first. Returns how many entries it has; @entry is
 * without an address if there is no record.
 */
static unsigned int perf_bhrb_take(const u64 *raw, unsigned int number,
				   struct perf_branch_entry *entry)
{
	u64 address = raw[0] & PERF_BHRB_ADDRESS, flags = raw[0];
	unsigned int taken = 1;

	*entry = (struct perf_branch_entry) { };
	if (!address)
		return taken; /* a marker */
	if (!(raw[0] & PERF_BHRB_TARGET)) {
		entry->from = address;
	} else if (number > 1 && raw[1] && !(raw[1] & PERF_BHRB_TARGET)) {
		entry->to = address;
		entry->from = raw[1] & PERF_BHRB_ADDRESS;
		flags |= raw[1];
		taken = 2;
	} else if (number > 1 && raw[1]) {
		entry->to = address; /* the filter has removed the branch */
	}
	entry->mispred = flags & PERF_BHRB_MISPREDICTED;
	entry->predicted = !entry->mispred;
	return taken;
}

static bool perf_bhrb_level_wanted(const struct perf_branch_entry *entry,
				   const struct perf_bhrb_wish *wish)
{
	if (is_kernel_addr(entry->to ?: entry->from))
		return wish->kernel;
	return wish->user && (wish->kernel || !is_kernel_addr(entry->from));
}

/*
 * Complete @entry by its instruction. Returns false if it is none of the branches requested: the
 * processor's filter may admit more. An instruction that cannot be read has passed that filter.
 */
static bool perf_bhrb_complete(const struct perf_bhrb_wish *wish, struct perf_branch_entry *entry)
{
	struct perf_bhrb_branch branch = { };
	u32 insn;

	if (entry->to && (wish->type & PERF_SAMPLE_BRANCH_ANY))
		return true;
	if (entry->from && wish->fetch(entry->from, &insn))
		perf_bhrb_parse(insn, &branch);
	if (!entry->to && branch.direct)
		entry->to = (branch.absolute ? 0 : entry->from) + branch.offset;
	return !branch.kinds || (branch.kinds & wish->type);
}

/**
 * perf_bhrb_decode() - the records that an event requests
 * @raw:     entries of the buffer, newest first, which nobody has checked
 * @number:  of entries, at most PERF_BHRB_ENTRIES
 * @wish:    the event's request
 * @entries: filled in, room for @number
 *
 * A target is 0 if it cannot be computed, a source if the buffer does not have it. The instruction
 * of a record that @wish does not cover is not read.
 *
 * Return: number of records.
 */
unsigned int perf_bhrb_decode(const u64 *raw, unsigned int number,
			      const struct perf_bhrb_wish *wish, struct perf_branch_entry *entries)
{
	unsigned int i, nr = 0;

	for (i = 0; i < number && raw[i]; ) {
		struct perf_branch_entry *entry = &entries[nr];

		i += perf_bhrb_take(&raw[i], number - i, entry);
		if ((!entry->from && !entry->to) || !perf_bhrb_level_wanted(entry, wish))
			continue;
		if (!perf_bhrb_complete(wish, entry) || !perf_bhrb_level_wanted(entry, wish))
			continue;
		nr++;
	}
	return nr;
}
