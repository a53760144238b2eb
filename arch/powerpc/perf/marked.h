/* SPDX-License-Identifier: GPL-2.0 */
/* Which event codes are about marked instructions, where codes do not say so. */
#ifndef _ARCH_POWERPC_PERF_MARKED_H
#define _ARCH_POWERPC_PERF_MARKED_H

#include <linux/types.h>

/**
 * struct perf_marked - codes that are about marked instructions
 * @mask: the bits of a code that tell; a row of zeros ends a table
 * @code: what is in them
 */
struct perf_marked {
	u64	mask;
	u64	code;
};

bool perf_power_is_marked(const struct perf_marked *marked, u64 code);

#endif /* _ARCH_POWERPC_PERF_MARKED_H */
