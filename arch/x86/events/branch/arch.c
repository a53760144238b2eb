// SPDX-License-Identifier: GPL-2.0
/*
 * Intel's architectural branch records (CPUID leaf 1CH): the newest is always the first register.
 *
 * IA32_DEBUGCTL only freezes the records when a counter interrupts; IA32_LBR_CTL enables and
 * filters. A write of IA32_LBR_DEPTH clears all records.
 *
 * Owns: nothing. Context: on the CPU, IRQs off, or NMI.
 *
 * Hardware facts: Intel SDM volume 3, "Last Branch Records".
 */
#include <linux/array_size.h>

#include <asm/debugreg.h>
#include <asm/msr-index.h>

#include "access.h"
#include "branch/branch.h"
#include "branch/registers.h"

/* BR_TYPE of IA32_LBR_x_INFO; from 6 on it is a far branch, or reserved. */
static const u8 branch_arch_types[] = {
	PERF_X86_BRANCH_COND, PERF_X86_BRANCH_IND_JUMP, PERF_X86_BRANCH_JUMP,
	PERF_X86_BRANCH_IND_CALL, PERF_X86_BRANCH_CALL, PERF_X86_BRANCH_RETURN,
};

/**
 * perf_x86_branch_arch_parse - take a record apart
 * @from:   register of the source
 * @to:     register of the target
 * @info:   register of type, flags and cycles
 * @record: filled in
 *
 * A processor without the types, flags or cycles has zeros in their place. As a type, 0 is a
 * conditional branch, so perf_x86_branch_arch_take() drops it (perf_x86_branches::has_types).
 *
 * Context: any.
 */
void perf_x86_branch_arch_parse(u64 from, u64 to, u64 info, struct perf_x86_branch_record *record)
{
	unsigned int type = (info & LBR_INFO_BR_TYPE) >> LBR_INFO_BR_TYPE_OFFSET;

	*record = (struct perf_x86_branch_record) {
		.from	= from,
		.to	= to,
		.flags	= (info & (LBR_INFO_MISPRED | LBR_INFO_IN_TX | LBR_INFO_ABORT)) |
			  PERF_X86_BRANCH_PREDICTED,
		.cycles	= info & LBR_INFO_CYC_CNT_VALID ? info & LBR_INFO_CYCLES : 0,
		.class	= type < ARRAY_SIZE(branch_arch_types) ? branch_arch_types[type] :
								 PERF_X86_BRANCH_UNKNOWN,
	};
}

static void perf_x86_branch_arch_start(const struct perf_x86_pmu *pmu,
				       const struct perf_x86_branches *branches,
				       const struct perf_x86_branch_cpu *here)
{
	u64 control = perf_x86_rdmsr(pmu, MSR_IA32_DEBUGCTLMSR);

	if (!(control & DEBUGCTLMSR_FREEZE_LBRS_ON_PMI))
		perf_x86_wrmsr(pmu, MSR_IA32_DEBUGCTLMSR,
			       control | DEBUGCTLMSR_FREEZE_LBRS_ON_PMI);
	perf_x86_wrmsr(pmu, MSR_ARCH_LBR_CTL, here->select | ARCH_LBR_CTL_LBREN);
}

static void perf_x86_branch_arch_stop(const struct perf_x86_pmu *pmu,
				      const struct perf_x86_branches *branches)
{
	perf_x86_wrmsr(pmu, MSR_ARCH_LBR_CTL, 0);
}

static unsigned int perf_x86_branch_arch_newest(const struct perf_x86_pmu *pmu,
						const struct perf_x86_branches *branches)
{
	return 0;
}

static unsigned int perf_x86_branch_arch_save(const struct perf_x86_pmu *pmu,
					      const struct perf_x86_branches *branches,
					      struct perf_x86_branch_raw *raw)
{
	unsigned int i;

	for (i = 0; i < branches->depth; i++) {
		raw[i].from = perf_x86_rdmsr(pmu, branches->from + i);
		raw[i].to = perf_x86_rdmsr(pmu, branches->to + i);
		if (!raw[i].from && !raw[i].to)
			break;
		raw[i].info = perf_x86_rdmsr(pmu, branches->info + i);
	}
	return i;
}

static void perf_x86_branch_arch_load(const struct perf_x86_pmu *pmu,
				      const struct perf_x86_branches *branches,
				      const struct perf_x86_branch_raw *raw, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		perf_x86_wrmsr(pmu, branches->from + i, raw[i].from);
		perf_x86_wrmsr(pmu, branches->to + i, raw[i].to);
		perf_x86_wrmsr(pmu, branches->info + i, raw[i].info);
	}
}

static void perf_x86_branch_arch_take(const struct perf_x86_branches *branches,
				      const struct perf_x86_branch_raw *raw,
				      struct perf_x86_branch_record *record)
{
	perf_x86_branch_arch_parse(raw->from, raw->to, raw->info, record);
	if (!branches->has_types)
		record->class = PERF_X86_BRANCH_UNKNOWN;
}

static void perf_x86_branch_arch_clear(const struct perf_x86_pmu *pmu,
				       const struct perf_x86_branches *branches)
{
	perf_x86_wrmsr(pmu, MSR_ARCH_LBR_DEPTH, branches->depth);
}

const struct perf_x86_branch_ops perf_x86_branch_arch_ops = {
	.start	= perf_x86_branch_arch_start,
	.stop	= perf_x86_branch_arch_stop,
	.clear	= perf_x86_branch_arch_clear,
	.newest	= perf_x86_branch_arch_newest,
	.save	= perf_x86_branch_arch_save,
	.load	= perf_x86_branch_arch_load,
	.parse	= perf_x86_branch_arch_take,
};
