// SPDX-License-Identifier: GPL-2.0
/*
 * AMD's last branch records of version 2 (Zen 4): the newest is always the first pair of
 * registers.
 *
 * The interrupt of a counter freezes them, and sets a bit in the global status that
 * perf_x86_branch_amd_start() clears, since perf_x86_hw_status() hides all bits but the counters'.
 *
 * Owns: nothing. Context: on the CPU, IRQs off, or NMI.
 *
 * Hardware facts: AMD PPR for family 19h model 11h, MSRC000_010E, MSRC000_010F, MSRC001_0300 on;
 * APM volume 2, "Debug and Performance Resources".
 */
#include <linux/bitops.h>
#include <linux/perf_event.h>

#include <asm/cpufeature.h>
#include <asm/debugreg.h>
#include <asm/msr-index.h>

#include "access.h"
#include "branch/branch.h"
#include "branch/registers.h"

#define AMD_MISPREDICTED	BIT_ULL(63)	/* of the source */
#define AMD_VALID		BIT_ULL(63)	/* of the target */
#define AMD_SPECULATIVE		BIT_ULL(62)
#define AMD_ADDRESS_BITS	58

/* By AMD_VALID and AMD_SPECULATIVE; a record with none of them is empty. */
static const u8 branch_amd_spec[] = {
	PERF_BR_SPEC_NA, PERF_BR_SPEC_WRONG_PATH,
	PERF_BR_NON_SPEC_CORRECT_PATH, PERF_BR_SPEC_CORRECT_PATH,
};

/**
 * perf_x86_branch_amd_parse - take a record apart
 * @from:   register of the source
 * @to:     register of the target
 * @record: filled in
 *
 * Context: any.
 */
void perf_x86_branch_amd_parse(u64 from, u64 to, struct perf_x86_branch_record *record)
{
	*record = (struct perf_x86_branch_record) {
		.from	= sign_extend64(from, AMD_ADDRESS_BITS - 1),
		.to	= sign_extend64(to, AMD_ADDRESS_BITS - 1),
		.flags	= (from & AMD_MISPREDICTED ? LBR_INFO_MISPRED : 0) |
			  PERF_X86_BRANCH_PREDICTED,
		.spec	= branch_amd_spec[to >> 62],
		.class	= PERF_X86_BRANCH_UNKNOWN,
	};
}

static void perf_x86_branch_amd_start(const struct perf_x86_pmu *pmu,
				      const struct perf_x86_branches *branches,
				      const struct perf_x86_branch_cpu *here)
{
	perf_x86_wrmsr(pmu, MSR_AMD64_LBR_SELECT, here->select);
	if (branches->freezes) {
		u64 control = perf_x86_rdmsr(pmu, MSR_IA32_DEBUGCTLMSR);

		perf_x86_wrmsr(pmu, MSR_IA32_DEBUGCTLMSR,
			       control | DEBUGCTLMSR_FREEZE_LBRS_ON_PMI);
		perf_x86_wrmsr(pmu, pmu->regs.global_ack, GLOBAL_STATUS_LBRS_FROZEN);
	}
	perf_x86_wrmsr(pmu, MSR_AMD_DBG_EXTN_CFG,
		       perf_x86_rdmsr(pmu, MSR_AMD_DBG_EXTN_CFG) | DBG_EXTN_CFG_LBRV2EN);
}

static void perf_x86_branch_amd_stop(const struct perf_x86_pmu *pmu,
				     const struct perf_x86_branches *branches)
{
	perf_x86_wrmsr(pmu, MSR_AMD_DBG_EXTN_CFG,
		       perf_x86_rdmsr(pmu, MSR_AMD_DBG_EXTN_CFG) & ~DBG_EXTN_CFG_LBRV2EN);
	if (branches->freezes) {
		u64 control = perf_x86_rdmsr(pmu, MSR_IA32_DEBUGCTLMSR);

		perf_x86_wrmsr(pmu, MSR_IA32_DEBUGCTLMSR,
			       control & ~DEBUGCTLMSR_FREEZE_LBRS_ON_PMI);
	}
}

/* The processor leaves gaps where it has discarded a branch that it had not to execute. */
static void perf_x86_branch_amd_read(const struct perf_x86_pmu *pmu,
				     const struct perf_x86_branches *branches,
				     struct perf_x86_branch_records *records)
{
	unsigned int i;

	records->nr = 0;
	records->hw_idx = 0;
	for (i = 0; i < branches->depth; i++) {
		u64 from = perf_x86_rdmsr(pmu, branches->from + 2 * i);
		u64 to = perf_x86_rdmsr(pmu, branches->to + 2 * i);

		if (to & (AMD_VALID | AMD_SPECULATIVE))
			perf_x86_branch_amd_parse(from, to, &records->record[records->nr++]);
	}
}

static void perf_x86_branch_amd_clear(const struct perf_x86_pmu *pmu,
				      const struct perf_x86_branches *branches)
{
	unsigned int i;

	for (i = 0; i < branches->depth; i++) {
		perf_x86_wrmsr(pmu, branches->from + 2 * i, 0);
		perf_x86_wrmsr(pmu, branches->to + 2 * i, 0);
	}
}

const struct perf_x86_branch_ops perf_x86_branch_amd_ops = {
	.start	= perf_x86_branch_amd_start,
	.stop	= perf_x86_branch_amd_stop,
	.read	= perf_x86_branch_amd_read,
	.clear	= perf_x86_branch_amd_clear,
};
