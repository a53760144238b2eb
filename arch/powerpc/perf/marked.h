/* SPDX-License-Identifier: GPL-2.0 */
/* Event codes of marked instructions, on processors whose codes have no bit for that. */
#ifndef _ARCH_POWERPC_PERF_MARKED_H
#define _ARCH_POWERPC_PERF_MARKED_H

#include <linux/types.h>

struct perf_power_regs;

/**
 * struct perf_power_marked - codes that count marked instructions
 * @mask: the bits of a code to compare; a row of zeros ends a table
 * @code: their values
 */
struct perf_power_marked {
	u64	mask;
	u64	code;
};

void perf_power_encode_marked(struct perf_power_regs *regs, const struct perf_power_marked *marked,
			      u64 code);

#endif /* _ARCH_POWERPC_PERF_MARKED_H */
