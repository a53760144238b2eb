/* SPDX-License-Identifier: GPL-2.0 */
/* RAPL: the energy domains of each processor. */
#ifndef _ARCH_X86_EVENTS_RAPL_H
#define _ARCH_X86_EVENTS_RAPL_H

#include <linux/types.h>

#include <asm/cpu_device_id.h>

/* ABI: config of the events. */
enum perf_rapl_domain {
	PERF_RAPL_CORES	= 1,
	PERF_RAPL_PKG	= 2,
	PERF_RAPL_RAM	= 3,
	PERF_RAPL_GPU	= 4,
	PERF_RAPL_PSYS	= 5,
	PERF_RAPL_MAX,
};

#define PERF_RAPL_AS_TOLD		0xff

/**
 * struct perf_rapl_model - the domains of a processor
 * @domains:   mask of bits numbered by enum perf_rapl_domain
 * @ram_unit:  unit of PERF_RAPL_RAM, 2^-@ram_unit joules; PERF_RAPL_AS_TOLD: that of the
 *             register of units
 * @psys_unit: unit of PERF_RAPL_PSYS, likewise
 */
struct perf_rapl_model {
	u16	domains;
	u8	ram_unit;
	u8	psys_unit;
};

/* driver_data is a struct perf_rapl_model; NULL: AMD. */
extern const struct x86_cpu_id perf_rapl_cpus[];

#endif /* _ARCH_X86_EVENTS_RAPL_H */
