/* SPDX-License-Identifier: GPL-2.0 */
/* Event codes of POWER8 and later, in parts of POWER7: fields, and their bits in registers. */
#ifndef _ARCH_POWERPC_PERF_ISA207_H
#define _ARCH_POWERPC_PERF_ISA207_H

#include <linux/bitfield.h>

#include "model.h"

/* Event code fields; counters 5 and 6 have PERF_CODE_SELECT and PERF_CODE_PMC only. */
#define PERF_CODE_SELECT	GENMASK_ULL(7, 0)
#define PERF_CODE_MARK		BIT_ULL(8)
#define PERF_CODE_UNIT		GENMASK_ULL(15, 12)
#define PERF_CODE_PMC		GENMASK_ULL(19, 16)
#define PERF_CODE_QUALIFIER	GENMASK_ULL(21, 20)
#define PERF_CODE_SAMPLE	GENMASK_ULL(28, 24)
#define PERF_CODE_THRESH_SEL	GENMASK_ULL(31, 29)
#define PERF_CODE_THRESH_STOP	GENMASK_ULL(35, 32)
#define PERF_CODE_THRESH_START	GENMASK_ULL(39, 36)

/* Fields of the registers that exist once. */
#define PERF_MMCR1_QUALIFIER	GENMASK_ULL(47, 46)
#define PERF_MMCRA_SDAR_MODE	GENMASK_ULL(43, 42)
#define PERF_MMCRA_THRESH_SEL	GENMASK_ULL(18, 16)
#define PERF_MMCRA_THRESH_START	GENMASK_ULL(15, 12)
#define PERF_MMCRA_THRESH_STOP	GENMASK_ULL(11, 8)
#define PERF_MMCRA_ELIGIBLE	GENMASK_ULL(6, 4)
#define PERF_MMCRA_SAMPLE_MODE	GENMASK_ULL(2, 1)

/* Shared fields in perf_power_choice.mask: at their bits in a code, where they are in one. */
#define PERF_SHARED_THRESH	(PERF_CODE_THRESH_SEL | PERF_CODE_THRESH_STOP |	\
				 PERF_CODE_THRESH_START)
#define PERF_SHARED_CMP		GENMASK_ULL(63, 53)

/* Likewise, at a bit of PERF_CODE_PMC, which is no shared field: see perf_power_ebb_demand(). */
#define PERF_SHARED_EBB		BIT_ULL(16)

/* Likewise: see perf_power_branch_demand(). */
#define PERF_SHARED_IFM		GENMASK_ULL(18, 17)

int perf_power_isa207_counters(struct perf_power_choice *choice);
int perf_power_isa207_check_compare(u64 compare);
void perf_power_isa207_share(struct perf_power_choice *choice, u64 fields);
void perf_power_isa207_share_threshold(struct perf_power_choice *choice, u64 compare);
void perf_power_isa207_encode(struct perf_power_regs *regs, u64 code, unsigned int counter);
void perf_power_isa207_encode_qualifier(struct perf_power_regs *regs, u64 code);
void perf_power_isa207_encode_threshold(struct perf_power_regs *regs, u64 code);
void perf_power_isa207_encode_sampling(struct perf_power_regs *regs, u64 code);
void perf_power_isa207_encode_sdar(struct perf_power_regs *regs, u64 mode);

#endif /* _ARCH_POWERPC_PERF_ISA207_H */
