/* SPDX-License-Identifier: GPL-2.0 */
/* struct perf_power_selectors: the selectors of each counter of a 32-bit processor. */
#ifndef _ARCH_POWERPC_PERF_SELECTORS_H
#define _ARCH_POWERPC_PERF_SELECTORS_H

#include <linux/bits.h>
#include <linux/types.h>

struct perf_power_choice;
struct perf_power_model;
struct perf_power_regs;

#define PERF_SELECTOR_COUNTERS	6
#define PERF_SELECTOR_COMMON	6
#define PERF_SELECTOR_TIMED	9

/* Fields of an event code. User ABI: Linux has had this layout for the 74xx. */
#define PERF_SEL_SELECT		GENMASK_ULL(6, 0)
#define PERF_SEL_COUNTER	GENMASK_ULL(11, 8)
#define PERF_SEL_THRESHOLD	GENMASK_ULL(17, 12)
#define PERF_SEL_MULTIPLIER	BIT_ULL(18)

/**
 * struct perf_power_common - selectors that mean the same on several counters
 * @first:    selector
 * @last:     selector
 * @counters: a bit each
 */
struct perf_power_common {
	u8	first;
	u8	last;
	u8	counters;
};

/**
 * struct perf_power_selectors - the selectors of a processor's counters
 * @last:   by counter, the highest one; some below it are reserved, and count nothing
 * @common: selectors that a code can have without naming a counter; ended by zeros
 * @timed:  codes (counter from 1 and selector) that compare with the threshold; ended by a
 *          zero
 *
 * Selector 0 is "nothing".
 */
struct perf_power_selectors {
	u8				last[PERF_SELECTOR_COUNTERS];
	struct perf_power_common	common[PERF_SELECTOR_COMMON];
	u32				timed[PERF_SELECTOR_TIMED];
};

int perf_power_selectors_choose(const struct perf_power_model *model, u64 config1,
				struct perf_power_choice *choice);
void perf_power_selectors_encode(struct perf_power_regs *regs, u64 code, u64 config1,
				 unsigned int counter);

#endif /* _ARCH_POWERPC_PERF_SELECTORS_H */
