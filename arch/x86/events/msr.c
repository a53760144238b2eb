// SPDX-License-Identifier: GPL-2.0
/*
 * The PMU "msr": processor registers that count all the time.
 *
 * Owns: perf_msr and the set of its counters (constant after boot). Context: boot.
 *
 * Hardware facts: Intel SDM volume 4 (IA32_APERF, IA32_MPERF, MSR_PPERF, MSR_SMI_COUNT,
 * IA32_THERM_STATUS); AMD APM volume 2 (PTSC), PPR (IRPERF).
 */
#include <linux/init.h>
#include <linux/sysfs.h>

#include <asm/cpu_device_id.h>
#include <asm/cpufeature.h>
#include <asm/intel-family.h>
#include <asm/msr-index.h>

#include "free_running.h"

enum perf_msr_id {
	PERF_MSR_TSC,
	PERF_MSR_APERF,
	PERF_MSR_MPERF,
	PERF_MSR_PPERF,
	PERF_MSR_SMI,
	PERF_MSR_PTSC,
	PERF_MSR_IRPERF,
	PERF_MSR_THERM,
	PERF_MSR_MAX,
};

/* MSR_SMI_COUNT: Nehalem to Broadwell, small cores, Xeon Phi; pperf_cpus have it as well. */
static const struct x86_cpu_id smi_cpus[] = {
	X86_MATCH_VFM(INTEL_NEHALEM, NULL), X86_MATCH_VFM(INTEL_NEHALEM_G, NULL),
	X86_MATCH_VFM(INTEL_NEHALEM_EP, NULL), X86_MATCH_VFM(INTEL_NEHALEM_EX, NULL),
	X86_MATCH_VFM(INTEL_WESTMERE, NULL), X86_MATCH_VFM(INTEL_WESTMERE_EP, NULL),
	X86_MATCH_VFM(INTEL_WESTMERE_EX, NULL),
	X86_MATCH_VFM(INTEL_SANDYBRIDGE, NULL), X86_MATCH_VFM(INTEL_SANDYBRIDGE_X, NULL),
	X86_MATCH_VFM(INTEL_IVYBRIDGE, NULL), X86_MATCH_VFM(INTEL_IVYBRIDGE_X, NULL),
	X86_MATCH_VFM(INTEL_HASWELL, NULL), X86_MATCH_VFM(INTEL_HASWELL_X, NULL),
	X86_MATCH_VFM(INTEL_HASWELL_L, NULL), X86_MATCH_VFM(INTEL_HASWELL_G, NULL),
	X86_MATCH_VFM(INTEL_BROADWELL, NULL), X86_MATCH_VFM(INTEL_BROADWELL_G, NULL),
	X86_MATCH_VFM(INTEL_BROADWELL_X, NULL), X86_MATCH_VFM(INTEL_BROADWELL_D, NULL),
	X86_MATCH_VFM(INTEL_ATOM_SILVERMONT, NULL), X86_MATCH_VFM(INTEL_ATOM_SILVERMONT_D, NULL),
	X86_MATCH_VFM(INTEL_ATOM_AIRMONT, NULL), X86_MATCH_VFM(INTEL_ATOM_AIRMONT_NP, NULL),
	X86_MATCH_VFM(INTEL_ATOM_GOLDMONT, NULL),
	X86_MATCH_VFM(INTEL_ATOM_GOLDMONT_D, NULL), X86_MATCH_VFM(INTEL_ATOM_GOLDMONT_PLUS, NULL),
	X86_MATCH_VFM(INTEL_ATOM_TREMONT, NULL), X86_MATCH_VFM(INTEL_ATOM_TREMONT_D, NULL),
	X86_MATCH_VFM(INTEL_ATOM_TREMONT_L, NULL),
	X86_MATCH_VFM(INTEL_XEON_PHI_KNL, NULL), X86_MATCH_VFM(INTEL_XEON_PHI_KNM, NULL),
	{ }
};

/* MSR_PPERF and MSR_SMI_COUNT: Skylake and later */
static const struct x86_cpu_id pperf_cpus[] = {
	X86_MATCH_VFM(INTEL_SKYLAKE_L, NULL), X86_MATCH_VFM(INTEL_SKYLAKE, NULL),
	X86_MATCH_VFM(INTEL_SKYLAKE_X, NULL), X86_MATCH_VFM(INTEL_KABYLAKE_L, NULL),
	X86_MATCH_VFM(INTEL_KABYLAKE, NULL), X86_MATCH_VFM(INTEL_COMETLAKE, NULL),
	X86_MATCH_VFM(INTEL_COMETLAKE_L, NULL), X86_MATCH_VFM(INTEL_ICELAKE, NULL),
	X86_MATCH_VFM(INTEL_ICELAKE_L, NULL), X86_MATCH_VFM(INTEL_ICELAKE_X, NULL),
	X86_MATCH_VFM(INTEL_ICELAKE_D, NULL), X86_MATCH_VFM(INTEL_ROCKETLAKE, NULL),
	X86_MATCH_VFM(INTEL_TIGERLAKE, NULL), X86_MATCH_VFM(INTEL_TIGERLAKE_L, NULL),
	X86_MATCH_VFM(INTEL_SAPPHIRERAPIDS_X, NULL), X86_MATCH_VFM(INTEL_EMERALDRAPIDS_X, NULL),
	X86_MATCH_VFM(INTEL_GRANITERAPIDS_X, NULL), X86_MATCH_VFM(INTEL_GRANITERAPIDS_D, NULL),
	X86_MATCH_VFM(INTEL_ALDERLAKE, NULL), X86_MATCH_VFM(INTEL_ALDERLAKE_L, NULL),
	X86_MATCH_VFM(INTEL_RAPTORLAKE, NULL), X86_MATCH_VFM(INTEL_RAPTORLAKE_P, NULL),
	X86_MATCH_VFM(INTEL_RAPTORLAKE_S, NULL), X86_MATCH_VFM(INTEL_METEORLAKE, NULL),
	X86_MATCH_VFM(INTEL_METEORLAKE_L, NULL), X86_MATCH_VFM(INTEL_ATOM_GRACEMONT, NULL),
	{ }
};

static const struct perf_free_row perf_msr_rows[PERF_MSR_MAX] = {
	[PERF_MSR_TSC]	  = { PERF_FREE_TSC, 64 },
	[PERF_MSR_APERF]  = { PERF_FREE_COUNT, 64, MSR_IA32_APERF },
	[PERF_MSR_MPERF]  = { PERF_FREE_COUNT, 64, MSR_IA32_MPERF },
	[PERF_MSR_PPERF]  = { PERF_FREE_COUNT, 64, MSR_PPERF },
	[PERF_MSR_SMI]	  = { PERF_FREE_COUNT, 32, MSR_SMI_COUNT },
	[PERF_MSR_PTSC]	  = { PERF_FREE_COUNT, 64, MSR_F15H_PTSC },
	[PERF_MSR_IRPERF] = { PERF_FREE_COUNT, 64, MSR_F17H_IRPERF },
	[PERF_MSR_THERM]  = { PERF_FREE_MARGIN, 64, MSR_IA32_THERM_STATUS },
};

static struct attribute *perf_msr_event_attrs[] = {
	PERF_FREE_EVENT("tsc", PERF_MSR_TSC),
	PERF_FREE_EVENT("aperf", PERF_MSR_APERF),
	PERF_FREE_EVENT("mperf", PERF_MSR_MPERF),
	PERF_FREE_EVENT("pperf", PERF_MSR_PPERF),
	PERF_FREE_EVENT("smi", PERF_MSR_SMI),
	PERF_FREE_EVENT("ptsc", PERF_MSR_PTSC),
	PERF_FREE_EVENT("irperf", PERF_MSR_IRPERF),
	PERF_FREE_EVENT("cpu_thermal_margin", PERF_MSR_THERM),
	PERF_FREE_TEXT("cpu_thermal_margin.snapshot", PERF_MSR_THERM, "1"),
	PERF_FREE_TEXT("cpu_thermal_margin.unit", PERF_MSR_THERM, "C"),
	NULL
};

static const struct attribute_group perf_msr_events_group = {
	.name		= "events",
	.attrs		= perf_msr_event_attrs,
	.is_visible	= perf_free_visible,
};

static const struct attribute_group *perf_msr_groups[] = {
	&perf_free_format_group,
	&perf_msr_events_group,
	NULL
};

static struct perf_free_running perf_msr = {
	.pmu	= {
		.task_ctx_nr	= perf_sw_context,
		.attr_groups	= perf_msr_groups,
	},
	.rows	= perf_msr_rows,
	.number	= PERF_MSR_MAX,
};

static bool __init perf_msr_is_known(enum perf_msr_id id)
{
	switch (id) {
	case PERF_MSR_TSC:
		return boot_cpu_has(X86_FEATURE_TSC);
	case PERF_MSR_APERF:
	case PERF_MSR_MPERF:
		return boot_cpu_has(X86_FEATURE_APERFMPERF);
	case PERF_MSR_PPERF:
		return x86_match_cpu(pperf_cpus);
	case PERF_MSR_SMI:
		return x86_match_cpu(smi_cpus) || x86_match_cpu(pperf_cpus);
	case PERF_MSR_PTSC:
		return boot_cpu_has(X86_FEATURE_PTSC);
	case PERF_MSR_IRPERF:
		return boot_cpu_has(X86_FEATURE_IRPERF);
	case PERF_MSR_THERM:
		return boot_cpu_has(X86_FEATURE_DTHERM);
	default:
		return false;
	}
}

static int __init perf_msr_init(void)
{
	unsigned int id;

	for (id = 0; id < PERF_MSR_MAX; id++) {
		if (perf_msr_is_known(id))
			perf_free_probe(&perf_msr, id);
	}
	return perf_free_register(&perf_msr, "msr");
}
device_initcall(perf_msr_init);
