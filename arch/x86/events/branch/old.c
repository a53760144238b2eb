// SPDX-License-Identifier: GPL-2.0
/*
 * Intel's branch records before the architectural ones: a ring of registers, of which MSR_LBR_TOS
 * names the newest.
 *
 * IA32_DEBUGCTL switches recording on, and freezes the records when a counter interrupts, so
 * that the branches of the interrupt's own way do not replace those before it. While calls and
 * returns are followed, freezing could separate a call from its return and leave TOS wrong, so
 * the records are not frozen then.
 *
 * Owns: nothing. Context: on the CPU, IRQs off, or NMI.
 *
 * Hardware facts: Intel SDM volume 3, "Debug, Branch Profile, TSC, and Intel Resource Director
 * Technology Features", the sections "Last Branch, Interrupt, and Exception Recording" of each
 * family, and "LBR Format" (IA32_PERF_CAPABILITIES[5:0]).
 */
#include <linux/array_size.h>
#include <linux/bitops.h>

#include <asm/debugreg.h>
#include <asm/msr-index.h>

#include "access.h"
#include "branch/branch.h"
#include "branch/registers.h"

/**
 * struct branch_format - where a format keeps what belongs to a record
 * @address_bits: bits of the address in the register of the source, sign-extended from the last
 * @flags:        bits of LBR_INFO that are in that register
 * @target_bits:  bits of the address in the register of the target
 * @info:         there are registers of flags and cycles, whose bits are these
 */
struct branch_format {
	u8	address_bits;
	u64	flags;
	u8	target_bits;
	u64	info;
};

#define MISPREDICTED	LBR_INFO_MISPRED
#define TSX		(LBR_INFO_IN_TX | LBR_INFO_ABORT)

/* IA32_PERF_CAPABILITIES[5:0]; with 0, addresses of 32 bits, no processor has this driver's PMU. */
static const struct branch_format branch_formats[] = {
	[1] = { 64, 0, 64 },				/* linear address */
	[2] = { 64, 0, 64 },				/* effective address */
	[3] = { 63, MISPREDICTED, 64 },
	[4] = { 61, MISPREDICTED | TSX, 64 },
	[5] = { 64, 0, 64, MISPREDICTED | TSX },
	[6] = { 63, MISPREDICTED, 48 },			/* cycles above the target */
	[7] = { 64, 0, 64, MISPREDICTED },
};

/**
 * perf_x86_branch_old_has_info - does a format have registers of flags and cycles?
 * @format: IA32_PERF_CAPABILITIES[5:0]
 *
 * Context: any.
 * Return: true if it does; false also for a format that is not known.
 */
bool perf_x86_branch_old_has_info(unsigned int format)
{
	return format < ARRAY_SIZE(branch_formats) && branch_formats[format].info;
}

/**
 * perf_x86_branch_old_known - is a format known?
 * @format: IA32_PERF_CAPABILITIES[5:0]
 *
 * Context: any.
 * Return: true if it is.
 */
bool perf_x86_branch_old_known(unsigned int format)
{
	return format < ARRAY_SIZE(branch_formats) && branch_formats[format].address_bits;
}

/**
 * perf_x86_branch_old_parse - take a record apart
 * @format: a format that is known
 * @from:   register of the source
 * @to:     register of the target
 * @info:   register of flags and cycles, 0 if there is none
 * @record: filled in
 *
 * Context: any.
 */
void perf_x86_branch_old_parse(unsigned int format, u64 from, u64 to, u64 info,
			       struct perf_x86_branch_record *record)
{
	const struct branch_format *row = &branch_formats[format];
	u64 flags = (from & row->flags) | (info & row->info);

	if ((row->flags | row->info) & MISPREDICTED)
		flags |= PERF_X86_BRANCH_PREDICTED;
	*record = (struct perf_x86_branch_record) {
		.from	= sign_extend64(from, row->address_bits - 1),
		.to	= sign_extend64(to, row->target_bits - 1),
		.flags	= flags,
		.class	= PERF_X86_BRANCH_UNKNOWN,
	};
	if (row->info)
		record->cycles = info & LBR_INFO_CYCLES;
	else if (row->target_bits < 64)
		record->cycles = to >> row->target_bits;
}

static u64 perf_x86_branch_control(const struct perf_x86_pmu *pmu)
{
	return perf_x86_rdmsr(pmu, MSR_IA32_DEBUGCTLMSR);
}

static void perf_x86_branch_old_start(const struct perf_x86_pmu *pmu,
				      const struct perf_x86_branches *branches,
				      const struct perf_x86_branch_cpu *here)
{
	u64 control = perf_x86_branch_control(pmu) | DEBUGCTLMSR_LBR;

	control &= ~DEBUGCTLMSR_FREEZE_LBRS_ON_PMI;
	if (!here->stack)
		control |= DEBUGCTLMSR_FREEZE_LBRS_ON_PMI;
	if (branches->groups)
		perf_x86_wrmsr(pmu, MSR_LBR_SELECT, here->select);
	perf_x86_wrmsr(pmu, MSR_IA32_DEBUGCTLMSR, control);
}

static void perf_x86_branch_old_stop(const struct perf_x86_pmu *pmu,
				     const struct perf_x86_branches *branches)
{
	u64 control = perf_x86_branch_control(pmu);

	control &= ~(DEBUGCTLMSR_LBR | DEBUGCTLMSR_FREEZE_LBRS_ON_PMI);
	perf_x86_wrmsr(pmu, MSR_IA32_DEBUGCTLMSR, control);
}

static unsigned int perf_x86_branch_old_newest(const struct perf_x86_pmu *pmu,
					       const struct perf_x86_branches *branches)
{
	return perf_x86_rdmsr(pmu, MSR_LBR_TOS) & (branches->depth - 1);
}

/* The first empty register ends the records: the others have not been reached since clear(). */
static unsigned int perf_x86_branch_old_save(const struct perf_x86_pmu *pmu,
					     const struct perf_x86_branches *branches,
					     struct perf_x86_branch_raw *raw)
{
	const unsigned int mask = branches->depth - 1;
	unsigned int top = perf_x86_branch_old_newest(pmu, branches), i;

	for (i = 0; i < branches->depth; i++) {
		unsigned int at = (top - i) & mask;

		raw[i].from = perf_x86_rdmsr(pmu, branches->from + at);
		raw[i].to = perf_x86_rdmsr(pmu, branches->to + at);
		if (!raw[i].from && !raw[i].to)
			break;
		raw[i].info = branches->info ? perf_x86_rdmsr(pmu, branches->info + at) : 0;
	}
	return i;
}

static void perf_x86_branch_old_load(const struct perf_x86_pmu *pmu,
				     const struct perf_x86_branches *branches,
				     const struct perf_x86_branch_raw *raw, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		unsigned int at = nr - 1 - i;

		perf_x86_wrmsr(pmu, branches->from + at, raw[i].from);
		perf_x86_wrmsr(pmu, branches->to + at, raw[i].to);
		if (branches->info)
			perf_x86_wrmsr(pmu, branches->info + at, raw[i].info);
	}
	perf_x86_wrmsr(pmu, MSR_LBR_TOS, nr ? nr - 1 : 0);
}

static void perf_x86_branch_old_take(const struct perf_x86_branches *branches,
				     const struct perf_x86_branch_raw *raw,
				     struct perf_x86_branch_record *record)
{
	perf_x86_branch_old_parse(branches->format, raw->from, raw->to, raw->info, record);
}

static void perf_x86_branch_old_clear(const struct perf_x86_pmu *pmu,
				      const struct perf_x86_branches *branches)
{
	unsigned int i;

	for (i = 0; i < branches->depth; i++) {
		perf_x86_wrmsr(pmu, branches->from + i, 0);
		perf_x86_wrmsr(pmu, branches->to + i, 0);
		if (branches->info)
			perf_x86_wrmsr(pmu, branches->info + i, 0);
	}
}

const struct perf_x86_branch_ops perf_x86_branch_old_ops = {
	.start	= perf_x86_branch_old_start,
	.stop	= perf_x86_branch_old_stop,
	.clear	= perf_x86_branch_old_clear,
	.newest	= perf_x86_branch_old_newest,
	.save	= perf_x86_branch_old_save,
	.load	= perf_x86_branch_old_load,
	.parse	= perf_x86_branch_old_take,
};
