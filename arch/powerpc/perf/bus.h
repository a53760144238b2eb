/* SPDX-License-Identifier: GPL-2.0 */
/* What an event takes of the bus that units put their events on. */
#ifndef _ARCH_POWERPC_PERF_BUS_H
#define _ARCH_POWERPC_PERF_BUS_H

#include <linux/bits.h>

#include "place.h"

/**
 * struct perf_bus - fields of MMCR1 that exist once, as an event wants them
 * @mask:  the fields it decides
 * @value: what it wants in them, within @mask
 */
struct perf_bus {
	u64	mask;
	u64	value;
};

/* Bits from 4 on stand lower by four where the solver has them; 1 and 0 stay. */
#define PERF_BUS_SHARED(_bits)	((_bits) >> 4 | ((_bits) & GENMASK_ULL(1, 0)))

static inline void perf_bus_decide(struct perf_bus *bus, u64 mask, u64 value)
{
	bus->mask |= mask;
	bus->value |= value;
}

/* The uppermost bits are what the solver has the modes in. */
static inline void perf_bus_share(const struct perf_bus *bus, struct perf_choice *choice)
{
	choice->mask |= PERF_BUS_SHARED(bus->mask);
	choice->value |= PERF_BUS_SHARED(bus->value);
}

#endif /* _ARCH_POWERPC_PERF_BUS_H */
