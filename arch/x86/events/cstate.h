/* SPDX-License-Identifier: GPL-2.0 */
/* Idle states that processors count their time in. */
#ifndef _ARCH_X86_EVENTS_CSTATE_H
#define _ARCH_X86_EVENTS_CSTATE_H

#include <linux/types.h>

#include <asm/cpu_device_id.h>

/* ABI: config of the events. */
enum perf_cstate_core {
	CORE_C1,
	CORE_C3,
	CORE_C6,
	CORE_C7,
	CORE_MAX,
};

enum perf_cstate_pkg {
	PKG_C2,
	PKG_C3,
	PKG_C6,
	PKG_C7,
	PKG_C8,
	PKG_C9,
	PKG_C10,
	PKG_MAX,
};

enum perf_cstate_module {
	MODULE_C6,
	MODULE_MAX,
};

/**
 * struct perf_cstate_model - states that a processor counts
 * @core:      a bit for each of a core
 * @pkg:       and of the package
 * @module:    and of a module, that is, cores that share a cache
 * @knl_core:  a core's C6 is where Xeon Phi has it
 * @atom_pkg:  the package's C6 is where Silvermont has it
 */
struct perf_cstate_model {
	u8	core;
	u8	pkg;
	u8	module;
	bool	knl_core;
	bool	atom_pkg;
};

/* driver_data is a struct perf_cstate_model. */
extern const struct x86_cpu_id perf_cstate_cpus[];

#endif /* _ARCH_X86_EVENTS_CSTATE_H */
