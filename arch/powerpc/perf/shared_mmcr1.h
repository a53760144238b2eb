/* SPDX-License-Identifier: GPL-2.0 */
/* struct perf_power_mmcr1: the fields of MMCR1 that exist once, so that all events share them. */
#ifndef _ARCH_POWERPC_PERF_SHARED_MMCR1_H
#define _ARCH_POWERPC_PERF_SHARED_MMCR1_H

#include <linux/bits.h>

#include "assign.h"

/**
 * struct perf_power_mmcr1 - an event's values in the shared fields of MMCR1
 * @mask:  the fields that the event decides
 * @value: their values, within @mask
 *
 * Most of these fields route the events of a unit over the event bus.
 */
struct perf_power_mmcr1 {
	u64	mask;
	u64	value;
};

/* In perf_power_choice.mask: MMCR1's bits from 4 on, shifted down by four, and bits 1 and 0. */
#define PERF_POWER_MMCR1_SHARED(_bits)	((_bits) >> 4 | ((_bits) & GENMASK_ULL(1, 0)))

static inline void perf_power_mmcr1_set(struct perf_power_mmcr1 *mmcr1, u64 mask, u64 value)
{
	mmcr1->mask |= mask;
	mmcr1->value |= value;
}

/* perf_power_choice.mask has the modes in its uppermost bits (PERF_POWER_FREEZE_BITS). */
static inline void perf_power_mmcr1_share(const struct perf_power_mmcr1 *mmcr1,
					  struct perf_power_choice *choice)
{
	choice->mask |= PERF_POWER_MMCR1_SHARED(mmcr1->mask);
	choice->value |= PERF_POWER_MMCR1_SHARED(mmcr1->value);
}

#endif /* _ARCH_POWERPC_PERF_SHARED_MMCR1_H */
