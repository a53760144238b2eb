// SPDX-License-Identifier: GPL-2.0
/*
 * perf_x86_branch_filter(): the entries of a sample from the records of a CPU.
 *
 * A record passes if its addresses are canonical, its privilege level and transaction match the
 * event's wish, and its class does. An event of user mode gets no record with an address of the
 * kernel at either end, since its opener may not know such addresses.
 *
 * Owns: nothing. Context: NMI.
 */
#include <linux/perf_event.h>

#include <asm/page.h>
#include <asm/processor.h>

#include "branch/branch.h"
#include "branch/classify.h"
#include "branch/filter.h"

/* PERF_SAMPLE_BRANCH_TYPE_SAVE; the ABI has no name for the others. */
static const u8 branch_types[PERF_X86_BRANCH_CLASSES + 1] = {
	[PERF_X86_BRANCH_COND]		= PERF_BR_COND,
	[PERF_X86_BRANCH_JUMP]		= PERF_BR_UNCOND,
	[PERF_X86_BRANCH_IND_JUMP]	= PERF_BR_IND,
	[PERF_X86_BRANCH_CALL]		= PERF_BR_CALL,
	[PERF_X86_BRANCH_IND_CALL]	= PERF_BR_IND_CALL,
	[PERF_X86_BRANCH_RETURN]	= PERF_BR_RET,
	[PERF_X86_BRANCH_SYSCALL]	= PERF_BR_SYSCALL,
	[PERF_X86_BRANCH_SYSRET]	= PERF_BR_SYSRET,
	[PERF_X86_BRANCH_IRET]		= PERF_BR_ERET,
	[PERF_X86_BRANCH_IRQ]		= PERF_BR_IRQ,
};

static bool perf_x86_branch_canonical(u64 address)
{
	if (!IS_ENABLED(CONFIG_X86_64))
		return address <= U32_MAX;
	return __is_canonical_address(address, boot_cpu_data.x86_virt_bits);
}

/**
 * perf_x86_branch_is_real - does a record have two addresses?
 * @record: the record
 *
 * A source that the hardware hides, all ones, is no address either.
 *
 * Context: any.
 * Return: true if it has.
 */
bool perf_x86_branch_is_real(const struct perf_x86_branch_record *record)
{
	return record->from && record->to && record->from != U64_MAX &&
	       perf_x86_branch_canonical(record->from) && perf_x86_branch_canonical(record->to);
}

static bool perf_x86_branch_level_wanted(const struct perf_x86_branch_record *record, u64 wish)
{
	if (perf_x86_branch_in_kernel(record->to))
		return wish & PERF_X86_BRANCH_KERNEL;
	if (!(wish & PERF_X86_BRANCH_USER))
		return false;
	return (wish & PERF_X86_BRANCH_KERNEL) || !perf_x86_branch_in_kernel(record->from);
}

static bool perf_x86_branch_tx_wanted(const struct perf_x86_branch_record *record, u64 wish)
{
	u64 bit = record->flags & LBR_INFO_IN_TX ? PERF_X86_BRANCH_IN_TX : PERF_X86_BRANCH_NO_TX;

	return !(wish & (PERF_X86_BRANCH_IN_TX | PERF_X86_BRANCH_NO_TX)) || (wish & bit);
}

/**
 * perf_x86_branch_entry - a record as the ABI has it
 * @entry:  filled in; without type and privilege level
 * @record: the record
 *
 * Context: any.
 */
void perf_x86_branch_entry(struct perf_branch_entry *entry,
			   const struct perf_x86_branch_record *record)
{
	const bool missed = record->flags & LBR_INFO_MISPRED;

	*entry = (struct perf_branch_entry) {
		.from		= record->from,
		.to		= record->to,
		.mispred	= missed,
		.predicted	= !missed && (record->flags & PERF_X86_BRANCH_PREDICTED),
		.in_tx		= !!(record->flags & LBR_INFO_IN_TX),
		.abort		= !!(record->flags & LBR_INFO_ABORT),
		.cycles		= record->cycles,
		.spec		= record->spec,
	};
}

static void perf_x86_branch_save(struct perf_branch_entry *entry,
				 const struct perf_x86_branch_record *record,
				 enum perf_x86_branch_class class, u64 branch_sample_type)
{
	perf_x86_branch_entry(entry, record);
	if (branch_sample_type & PERF_SAMPLE_BRANCH_NO_FLAGS) {
		entry->mispred = 0;
		entry->predicted = 0;
		entry->in_tx = 0;
		entry->abort = 0;
	}
	if (branch_sample_type & PERF_SAMPLE_BRANCH_NO_CYCLES)
		entry->cycles = 0;
	if (branch_sample_type & PERF_SAMPLE_BRANCH_TYPE_SAVE)
		entry->type = branch_types[class];
	if (branch_sample_type & PERF_SAMPLE_BRANCH_PRIV_SAVE)
		entry->priv = perf_x86_branch_in_kernel(record->to) ? PERF_BR_PRIV_KERNEL :
								      PERF_BR_PRIV_USER;
}

/**
 * perf_x86_branch_filter - select the records of a sample
 * @records:            what the registers hold, which nobody has checked
 * @wish:               the event's
 * @branch_sample_type: the event's
 * @entries:            filled in, PERF_X86_BRANCHES_MAX of them
 *
 * Context: NMI.
 * Return: number of entries.
 */
unsigned int perf_x86_branch_filter(const struct perf_x86_branch_records *records, u64 wish,
				    u64 branch_sample_type, struct perf_branch_entry *entries)
{
	const bool all = (wish & PERF_X86_BRANCH_ALL) == PERF_X86_BRANCH_ALL;
	const bool needs_class = !all || (branch_sample_type & PERF_SAMPLE_BRANCH_TYPE_SAVE);
	unsigned int i, nr = 0;

	for (i = 0; i < records->nr; i++) {
		const struct perf_x86_branch_record *record = &records->record[i];
		enum perf_x86_branch_class class = PERF_X86_BRANCH_UNKNOWN;

		if (!perf_x86_branch_is_real(record) ||
		    !perf_x86_branch_level_wanted(record, wish) ||
		    !perf_x86_branch_tx_wanted(record, wish))
			continue;
		if (needs_class)
			class = perf_x86_branch_classify(record);
		if (!all && (class == PERF_X86_BRANCH_UNKNOWN || !(wish & BIT_ULL(class))))
			continue;
		perf_x86_branch_save(&entries[nr++], record, class, branch_sample_type);
	}
	return nr;
}
