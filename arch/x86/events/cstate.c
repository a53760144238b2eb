// SPDX-License-Identifier: GPL-2.0
/*
 * The PMUs "cstate_core", "cstate_pkg" and "cstate_module": time that a core, a package, or
 * cores that share a cache have spent in an idle state, in cycles of the time stamp counter.
 * On packages with several dies cstate_pkg counts for a die and is named "cstate_die", its
 * name in Linux.
 *
 * Owns: perf_cstate_core, perf_cstate_pkg, perf_cstate_module and their rows (constant once
 * the driver has started).
 * Context: boot, or module load and unload.
 *
 * Hardware facts: Intel SDM volume 4, MSR_CORE_Cx_RESIDENCY, MSR_PKG_Cx_RESIDENCY and
 * MSR_MC6_RESIDENCY_COUNTER in the tables of each model.
 */
#include <linux/module.h>
#include <linux/sysfs.h>

#include <asm/intel-family.h>
#include <asm/msr-index.h>
#include <asm/topology.h>

#include "cstate.h"
#include "free_running.h"

#define C(_state)		BIT(CORE_C##_state)
#define P(_state)		BIT(PKG_C##_state)
#define M(_state)		BIT(MODULE_C##_state)

static const struct perf_cstate_model nehalem = { C(3) | C(6), P(3) | P(6) | P(7) };

static const struct perf_cstate_model sandybridge = {
	C(3) | C(6) | C(7), P(2) | P(3) | P(6) | P(7),
};

/* Models that reach the deep states of a package */
static const struct perf_cstate_model haswell_l = {
	C(3) | C(6) | C(7), P(2) | P(3) | P(6) | P(7) | P(8) | P(9) | P(10),
};

static const struct perf_cstate_model cannonlake = {
	C(1) | C(3) | C(6) | C(7), P(2) | P(3) | P(6) | P(7) | P(8) | P(9) | P(10),
};

static const struct perf_cstate_model icelake = {
	C(6) | C(7), P(2) | P(3) | P(6) | P(7) | P(8) | P(9) | P(10),
};

static const struct perf_cstate_model icelake_server = { C(1) | C(6), P(2) | P(6) };

static const struct perf_cstate_model alderlake = {
	C(1) | C(6) | C(7), P(2) | P(3) | P(6) | P(8) | P(10),
};

static const struct perf_cstate_model lunarlake = {
	C(1) | C(6) | C(7), P(2) | P(6) | P(10),
};

/* Small cores of servers, four to a module */
static const struct perf_cstate_model sierraforest = {
	.core = C(1) | C(6), .pkg = P(2) | P(6), .module = M(6),
};

static const struct perf_cstate_model grandridge = { .core = C(1) | C(6), .module = M(6) };

static const struct perf_cstate_model silvermont = {
	.core = C(1) | C(6), .pkg = P(6), .atom_pkg = true,
};

static const struct perf_cstate_model goldmont = {
	C(1) | C(3) | C(6), P(2) | P(3) | P(6) | P(10),
};

static const struct perf_cstate_model knl = {
	.core = C(6), .pkg = P(2) | P(3) | P(6), .knl_core = true,
};

const struct x86_cpu_id perf_cstate_cpus[] = {
	X86_MATCH_VFM(INTEL_NEHALEM, &nehalem),
	X86_MATCH_VFM(INTEL_NEHALEM_EP, &nehalem),
	X86_MATCH_VFM(INTEL_NEHALEM_EX, &nehalem),
	X86_MATCH_VFM(INTEL_WESTMERE, &nehalem),
	X86_MATCH_VFM(INTEL_WESTMERE_EP, &nehalem),
	X86_MATCH_VFM(INTEL_WESTMERE_EX, &nehalem),
	X86_MATCH_VFM(INTEL_SANDYBRIDGE, &sandybridge),
	X86_MATCH_VFM(INTEL_SANDYBRIDGE_X, &sandybridge),
	X86_MATCH_VFM(INTEL_IVYBRIDGE, &sandybridge),
	X86_MATCH_VFM(INTEL_IVYBRIDGE_X, &sandybridge),
	X86_MATCH_VFM(INTEL_HASWELL, &sandybridge),
	X86_MATCH_VFM(INTEL_HASWELL_X, &sandybridge),
	X86_MATCH_VFM(INTEL_HASWELL_G, &sandybridge),
	X86_MATCH_VFM(INTEL_HASWELL_L, &haswell_l),
	X86_MATCH_VFM(INTEL_BROADWELL, &sandybridge),
	X86_MATCH_VFM(INTEL_BROADWELL_D, &sandybridge),
	X86_MATCH_VFM(INTEL_BROADWELL_G, &sandybridge),
	X86_MATCH_VFM(INTEL_BROADWELL_X, &sandybridge),
	X86_MATCH_VFM(INTEL_SKYLAKE_L, &sandybridge),
	X86_MATCH_VFM(INTEL_SKYLAKE, &sandybridge),
	X86_MATCH_VFM(INTEL_SKYLAKE_X, &sandybridge),
	X86_MATCH_VFM(INTEL_KABYLAKE_L, &haswell_l),
	X86_MATCH_VFM(INTEL_KABYLAKE, &haswell_l),
	X86_MATCH_VFM(INTEL_COMETLAKE_L, &haswell_l),
	X86_MATCH_VFM(INTEL_COMETLAKE, &haswell_l),
	X86_MATCH_VFM(INTEL_CANNONLAKE_L, &cannonlake),
	X86_MATCH_VFM(INTEL_ATOM_SILVERMONT, &silvermont),
	X86_MATCH_VFM(INTEL_ATOM_SILVERMONT_D, &silvermont),
	X86_MATCH_VFM(INTEL_ATOM_AIRMONT, &silvermont),
	X86_MATCH_VFM(INTEL_ATOM_AIRMONT_NP, &silvermont),
	X86_MATCH_VFM(INTEL_XEON_PHI_KNL, &knl),
	X86_MATCH_VFM(INTEL_XEON_PHI_KNM, &knl),
	X86_MATCH_VFM(INTEL_ATOM_GOLDMONT, &goldmont),
	X86_MATCH_VFM(INTEL_ATOM_GOLDMONT_D, &goldmont),
	X86_MATCH_VFM(INTEL_ATOM_GOLDMONT_PLUS, &goldmont),
	X86_MATCH_VFM(INTEL_ATOM_TREMONT, &goldmont),
	X86_MATCH_VFM(INTEL_ATOM_TREMONT_D, &goldmont),
	X86_MATCH_VFM(INTEL_ATOM_TREMONT_L, &goldmont),
	X86_MATCH_VFM(INTEL_ATOM_GRACEMONT, &alderlake),
	X86_MATCH_VFM(INTEL_ATOM_CRESTMONT_X, &sierraforest),
	X86_MATCH_VFM(INTEL_ATOM_CRESTMONT, &grandridge),
	X86_MATCH_VFM(INTEL_ICELAKE_L, &icelake),
	X86_MATCH_VFM(INTEL_ICELAKE, &icelake),
	X86_MATCH_VFM(INTEL_ICELAKE_X, &icelake_server),
	X86_MATCH_VFM(INTEL_ICELAKE_D, &icelake_server),
	X86_MATCH_VFM(INTEL_SAPPHIRERAPIDS_X, &icelake_server),
	X86_MATCH_VFM(INTEL_EMERALDRAPIDS_X, &icelake_server),
	X86_MATCH_VFM(INTEL_GRANITERAPIDS_X, &icelake_server),
	X86_MATCH_VFM(INTEL_GRANITERAPIDS_D, &icelake_server),
	X86_MATCH_VFM(INTEL_TIGERLAKE_L, &icelake),
	X86_MATCH_VFM(INTEL_TIGERLAKE, &icelake),
	X86_MATCH_VFM(INTEL_ROCKETLAKE, &icelake),
	X86_MATCH_VFM(INTEL_ALDERLAKE, &alderlake),
	X86_MATCH_VFM(INTEL_ALDERLAKE_L, &alderlake),
	X86_MATCH_VFM(INTEL_RAPTORLAKE, &alderlake),
	X86_MATCH_VFM(INTEL_RAPTORLAKE_P, &alderlake),
	X86_MATCH_VFM(INTEL_RAPTORLAKE_S, &alderlake),
	X86_MATCH_VFM(INTEL_METEORLAKE, &alderlake),
	X86_MATCH_VFM(INTEL_METEORLAKE_L, &alderlake),
	X86_MATCH_VFM(INTEL_ARROWLAKE, &alderlake),
	X86_MATCH_VFM(INTEL_ARROWLAKE_H, &alderlake),
	X86_MATCH_VFM(INTEL_ARROWLAKE_U, &alderlake),
	X86_MATCH_VFM(INTEL_LUNARLAKE_M, &lunarlake),
	{ }
};
MODULE_DEVICE_TABLE(x86cpu, perf_cstate_cpus);

static struct perf_free_row perf_cstate_core_rows[CORE_MAX] __ro_after_init = {
	[CORE_C1] = { PERF_FREE_COUNT, 64, MSR_CORE_C1_RES },
	[CORE_C3] = { PERF_FREE_COUNT, 64, MSR_CORE_C3_RESIDENCY },
	[CORE_C6] = { PERF_FREE_COUNT, 64, MSR_CORE_C6_RESIDENCY },
	[CORE_C7] = { PERF_FREE_COUNT, 64, MSR_CORE_C7_RESIDENCY },
};

static struct perf_free_row perf_cstate_pkg_rows[PKG_MAX] __ro_after_init = {
	[PKG_C2]  = { PERF_FREE_COUNT, 64, MSR_PKG_C2_RESIDENCY },
	[PKG_C3]  = { PERF_FREE_COUNT, 64, MSR_PKG_C3_RESIDENCY },
	[PKG_C6]  = { PERF_FREE_COUNT, 64, MSR_PKG_C6_RESIDENCY },
	[PKG_C7]  = { PERF_FREE_COUNT, 64, MSR_PKG_C7_RESIDENCY },
	[PKG_C8]  = { PERF_FREE_COUNT, 64, MSR_PKG_C8_RESIDENCY },
	[PKG_C9]  = { PERF_FREE_COUNT, 64, MSR_PKG_C9_RESIDENCY },
	[PKG_C10] = { PERF_FREE_COUNT, 64, MSR_PKG_C10_RESIDENCY },
};

static const struct perf_free_row perf_cstate_module_rows[MODULE_MAX] = {
	[MODULE_C6] = { PERF_FREE_COUNT, 64, MSR_MODULE_C6_RES_MS },
};

static struct attribute *perf_cstate_core_attrs[] = {
	PERF_FREE_EVENT("c1-residency", CORE_C1),
	PERF_FREE_EVENT("c3-residency", CORE_C3),
	PERF_FREE_EVENT("c6-residency", CORE_C6),
	PERF_FREE_EVENT("c7-residency", CORE_C7),
	NULL
};

static struct attribute *perf_cstate_pkg_attrs[] = {
	PERF_FREE_EVENT("c2-residency", PKG_C2),
	PERF_FREE_EVENT("c3-residency", PKG_C3),
	PERF_FREE_EVENT("c6-residency", PKG_C6),
	PERF_FREE_EVENT("c7-residency", PKG_C7),
	PERF_FREE_EVENT("c8-residency", PKG_C8),
	PERF_FREE_EVENT("c9-residency", PKG_C9),
	PERF_FREE_EVENT("c10-residency", PKG_C10),
	NULL
};

static struct attribute *perf_cstate_module_attrs[] = {
	PERF_FREE_EVENT("c6-residency", MODULE_C6),
	NULL
};

static const struct attribute_group perf_cstate_core_events = {
	.name		= "events",
	.attrs		= perf_cstate_core_attrs,
	.is_visible	= perf_free_visible,
};

static const struct attribute_group perf_cstate_pkg_events = {
	.name		= "events",
	.attrs		= perf_cstate_pkg_attrs,
	.is_visible	= perf_free_visible,
};

static const struct attribute_group perf_cstate_module_events = {
	.name		= "events",
	.attrs		= perf_cstate_module_attrs,
	.is_visible	= perf_free_visible,
};

static const struct attribute_group *perf_cstate_core_groups[] = {
	&perf_free_format_group,
	&perf_cstate_core_events,
	NULL
};

static const struct attribute_group *perf_cstate_pkg_groups[] = {
	&perf_free_format_group,
	&perf_cstate_pkg_events,
	NULL
};

static const struct attribute_group *perf_cstate_module_groups[] = {
	&perf_free_format_group,
	&perf_cstate_module_events,
	NULL
};

static struct perf_free_running perf_cstate_core = {
	.pmu	= {
		.module		= THIS_MODULE,
		.task_ctx_nr	= perf_invalid_context,
		.scope		= PERF_PMU_SCOPE_CORE,
		.attr_groups	= perf_cstate_core_groups,
	},
	.rows	= perf_cstate_core_rows,
	.number	= CORE_MAX,
};

static struct perf_free_running perf_cstate_pkg = {
	.pmu	= {
		.module		= THIS_MODULE,
		.task_ctx_nr	= perf_invalid_context,
		.scope		= PERF_PMU_SCOPE_PKG,
		.attr_groups	= perf_cstate_pkg_groups,
	},
	.rows	= perf_cstate_pkg_rows,
	.number	= PKG_MAX,
};

static struct perf_free_running perf_cstate_module = {
	.pmu	= {
		.module		= THIS_MODULE,
		.task_ctx_nr	= perf_invalid_context,
		.scope		= PERF_PMU_SCOPE_CLUSTER,
		.attr_groups	= perf_cstate_module_groups,
	},
	.rows	= perf_cstate_module_rows,
	.number	= MODULE_MAX,
};

static int __init perf_cstate_start(struct perf_free_running *free, const char *name, u8 states)
{
	unsigned int id;
	int err;

	for (id = 0; id < free->number; id++) {
		if (states & BIT(id))
			perf_free_probe(free, id);
	}
	err = perf_free_register(free, name);
	/* perf_cstate_stop() must not unregister this PMU. */
	if (err)
		free->there = 0;
	return err;
}

static void perf_cstate_stop(void)
{
	perf_free_unregister(&perf_cstate_module);
	perf_free_unregister(&perf_cstate_pkg);
	perf_free_unregister(&perf_cstate_core);
}

static int __init perf_cstate_start_all(const struct perf_cstate_model *model, const char *pkg)
{
	int err;

	err = perf_cstate_start(&perf_cstate_core, "cstate_core", model->core);
	if (!err)
		err = perf_cstate_start(&perf_cstate_pkg, pkg, model->pkg);
	if (!err)
		err = perf_cstate_start(&perf_cstate_module, "cstate_module", model->module);
	if (err)
		perf_cstate_stop();
	return err;
}

static int __init perf_cstate_init(void)
{
	const struct x86_cpu_id *cpu = x86_match_cpu(perf_cstate_cpus);
	const struct perf_cstate_model *model;
	const char *pkg = "cstate_pkg";
	int err;

	/* A guest's registers, if present, count for its host. */
	if (!cpu || boot_cpu_has(X86_FEATURE_HYPERVISOR))
		return -ENODEV;
	model = (const struct perf_cstate_model *)cpu->driver_data;
	if (model->knl_core)
		perf_cstate_core_rows[CORE_C6].msr = MSR_KNL_CORE_C6_RESIDENCY;
	if (model->atom_pkg)
		perf_cstate_pkg_rows[PKG_C6].msr = MSR_ATOM_PKG_C6_RESIDENCY;
	/* Cascade Lake-AP has two dies to a package, each with its own registers. */
	if (topology_max_dies_per_package() > 1) {
		perf_cstate_pkg.pmu.scope = PERF_PMU_SCOPE_DIE;
		pkg = "cstate_die";
	}
	err = perf_cstate_start_all(model, pkg);
	if (err)
		return err;
	/* perf_cstate_init() fails without a state to count, so that the module does not load. */
	return perf_cstate_core.there || perf_cstate_pkg.there || perf_cstate_module.there ?
	       0 : -ENODEV;
}
module_init(perf_cstate_init);

static void __exit perf_cstate_exit(void)
{
	perf_cstate_stop();
}
module_exit(perf_cstate_exit);

MODULE_DESCRIPTION("PMUs for the time that cores and packages have spent in idle states");
MODULE_LICENSE("GPL");
