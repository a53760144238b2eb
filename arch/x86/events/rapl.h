/* SPDX-License-Identifier: GPL-2.0 */
/* What processors count the energy of. */
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
 * struct perf_rapl_model - what a processor has
 * @domains:   a bit for each
 * @ram_unit:  of memory: PERF_RAPL_AS_TOLD, or what it is whatever the register says
 * @psys_unit: of the platform
 */
struct perf_rapl_model {
	u16	domains;
	u8	ram_unit;
	u8	psys_unit;
};

/* driver_data is a struct perf_rapl_model. */
extern const struct x86_cpu_id perf_rapl_cpus[];

#endif /* _ARCH_X86_EVENTS_RAPL_H */
