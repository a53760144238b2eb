/* SPDX-License-Identifier: GPL-2.0 */
/* Idle states whose residency processors count. */
#ifndef _ARCH_X86_EVENTS_CSTATE_H
#define _ARCH_X86_EVENTS_CSTATE_H

#include <linux/types.h>

#include <asm/cpu_device_id.h>

/* ABI: attr.config of the events. */
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
 * struct perf_cstate_model - idle states that a processor model counts
 * @core:      mask of core states (enum perf_cstate_core)
 * @pkg:       mask of package states (enum perf_cstate_pkg)
 * @module:    mask of module states; a module is the cores that share a cache
 * @knl_core:  core C6 is in Xeon Phi's MSR_KNL_CORE_C6_RESIDENCY
 * @atom_pkg:  package C6 is in Silvermont's MSR_ATOM_PKG_C6_RESIDENCY
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
