/* SPDX-License-Identifier: GPL-2.0 */
/* struct perf_bus: the fields of MMCR1 that route a unit's events over the shared bus. */
#ifndef _ARCH_POWERPC_PERF_SHARED_MMCR1_H
#define _ARCH_POWERPC_PERF_SHARED_MMCR1_H

#include <linux/bits.h>

#include "assign.h"

/**
 * struct perf_bus - an event's values in the fields of MMCR1 that exist once
 * @mask:  the fields that the event decides
 * @value: their values, within @mask
 */
struct perf_bus {
	u64	mask;
	u64	value;
};

/* perf_choice.mask has MMCR1's bits from 4 on shifted down by four, and bits 1 and 0 unshifted. */
#define PERF_BUS_SHARED(_bits)	((_bits) >> 4 | ((_bits) & GENMASK_ULL(1, 0)))

static inline void perf_bus_decide(struct perf_bus *bus, u64 mask, u64 value)
{
	bus->mask |= mask;
	bus->value |= value;
}

/* perf_choice.mask has the modes in its uppermost bits (PERF_POWER_FREEZE_BITS). */
static inline void perf_bus_share(const struct perf_bus *bus, struct perf_choice *choice)
{
	choice->mask |= PERF_BUS_SHARED(bus->mask);
	choice->value |= PERF_BUS_SHARED(bus->value);
}

#endif /* _ARCH_POWERPC_PERF_SHARED_MMCR1_H */
