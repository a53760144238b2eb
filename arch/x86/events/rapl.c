// SPDX-License-Identifier: GPL-2.0
/*
 * The PMU "power": energy used by parts of a package.
 *
 * Each part, or domain, has a register that counts energy in a unit of the processor's.
 * perf_rapl.shift scales counts to 2^-32 joules, so one scale in sysfs serves all domains.
 *
 * Owns: perf_rapl, its domains and their units (constant once the driver has started).
 * Context: boot, or loading and unloading of the module.
 *
 * Hardware facts: Intel SDM volume 3, "Platform Specific Power Management Support (RAPL
 * Interfaces)", volume 4 for the registers and the units that differ from model to model;
 * AMD PPR of family 17h, "RAPL".
 */
#include <linux/module.h>
#include <linux/sysfs.h>

#include <asm/cpufeature.h>
#include <asm/intel-family.h>
#include <asm/msr.h>

#include "free_running.h"
#include "rapl.h"

/* MSR_RAPL_POWER_UNIT: RAPL_UNIT of n means that the counters count 2^-n joules. */
#define RAPL_UNIT		GENMASK_ULL(12, 8)
#define RAPL_UNIT_SHIFT		8

/* Counts are scaled to 2^-32 J; RAPL_SCALE is that number in sysfs. */
#define RAPL_FRACTION		32
#define RAPL_SCALE		"2.3283064365386962890625e-10"

/* At 1 kW a 32-bit counter of 2^-16 J wraps in 65 s. */
#define RAPL_POLL_NS		(30ULL * NSEC_PER_SEC)

#define CORES	BIT(PERF_RAPL_CORES)
#define PKG	BIT(PERF_RAPL_PKG)
#define RAM	BIT(PERF_RAPL_RAM)
#define GPU	BIT(PERF_RAPL_GPU)
#define PSYS	BIT(PERF_RAPL_PSYS)

static const struct perf_rapl_model sandybridge = {
	CORES | PKG | GPU, PERF_RAPL_AS_TOLD, PERF_RAPL_AS_TOLD,
};

static const struct perf_rapl_model sandybridge_server = {
	CORES | PKG | RAM, PERF_RAPL_AS_TOLD, PERF_RAPL_AS_TOLD,
};

static const struct perf_rapl_model haswell = {
	CORES | PKG | RAM | GPU, PERF_RAPL_AS_TOLD, PERF_RAPL_AS_TOLD,
};

/* perf_rapl_probe() drops the cores' domain where its register reads as 0. */
static const struct perf_rapl_model haswell_server = {
	CORES | PKG | RAM, 16, PERF_RAPL_AS_TOLD,
};

static const struct perf_rapl_model knl = { PKG | RAM, 16, PERF_RAPL_AS_TOLD };

static const struct perf_rapl_model skylake = {
	CORES | PKG | RAM | GPU | PSYS, PERF_RAPL_AS_TOLD, PERF_RAPL_AS_TOLD,
};

static const struct perf_rapl_model sapphirerapids = {
	CORES | PKG | RAM | PSYS, 16, 0,
};

const struct x86_cpu_id perf_rapl_cpus[] = {
	X86_MATCH_VFM(INTEL_SANDYBRIDGE, &sandybridge),
	X86_MATCH_VFM(INTEL_SANDYBRIDGE_X, &sandybridge_server),
	X86_MATCH_VFM(INTEL_IVYBRIDGE, &sandybridge),
	X86_MATCH_VFM(INTEL_IVYBRIDGE_X, &sandybridge_server),
	X86_MATCH_VFM(INTEL_HASWELL, &haswell),
	X86_MATCH_VFM(INTEL_HASWELL_L, &haswell),
	X86_MATCH_VFM(INTEL_HASWELL_G, &haswell),
	X86_MATCH_VFM(INTEL_HASWELL_X, &haswell_server),
	X86_MATCH_VFM(INTEL_BROADWELL, &haswell),
	X86_MATCH_VFM(INTEL_BROADWELL_G, &haswell),
	X86_MATCH_VFM(INTEL_BROADWELL_X, &haswell_server),
	X86_MATCH_VFM(INTEL_BROADWELL_D, &haswell_server),
	X86_MATCH_VFM(INTEL_XEON_PHI_KNL, &knl),
	X86_MATCH_VFM(INTEL_XEON_PHI_KNM, &knl),
	X86_MATCH_VFM(INTEL_SKYLAKE_L, &skylake),
	X86_MATCH_VFM(INTEL_SKYLAKE, &skylake),
	X86_MATCH_VFM(INTEL_SKYLAKE_X, &haswell_server),
	X86_MATCH_VFM(INTEL_KABYLAKE_L, &skylake),
	X86_MATCH_VFM(INTEL_KABYLAKE, &skylake),
	X86_MATCH_VFM(INTEL_COMETLAKE_L, &skylake),
	X86_MATCH_VFM(INTEL_COMETLAKE, &skylake),
	X86_MATCH_VFM(INTEL_CANNONLAKE_L, &skylake),
	X86_MATCH_VFM(INTEL_ATOM_GOLDMONT, &haswell),
	X86_MATCH_VFM(INTEL_ATOM_GOLDMONT_D, &haswell),
	X86_MATCH_VFM(INTEL_ATOM_GOLDMONT_PLUS, &haswell),
	X86_MATCH_VFM(INTEL_ICELAKE_L, &skylake),
	X86_MATCH_VFM(INTEL_ICELAKE, &skylake),
	X86_MATCH_VFM(INTEL_ICELAKE_D, &haswell_server),
	X86_MATCH_VFM(INTEL_ICELAKE_X, &haswell_server),
	X86_MATCH_VFM(INTEL_ROCKETLAKE, &skylake),
	X86_MATCH_VFM(INTEL_TIGERLAKE_L, &skylake),
	X86_MATCH_VFM(INTEL_TIGERLAKE, &skylake),
	X86_MATCH_VFM(INTEL_ALDERLAKE, &skylake),
	X86_MATCH_VFM(INTEL_ALDERLAKE_L, &skylake),
	X86_MATCH_VFM(INTEL_ATOM_GRACEMONT, &skylake),
	X86_MATCH_VFM(INTEL_RAPTORLAKE, &skylake),
	X86_MATCH_VFM(INTEL_RAPTORLAKE_P, &skylake),
	X86_MATCH_VFM(INTEL_RAPTORLAKE_S, &skylake),
	X86_MATCH_VFM(INTEL_METEORLAKE, &skylake),
	X86_MATCH_VFM(INTEL_METEORLAKE_L, &skylake),
	X86_MATCH_VFM(INTEL_ARROWLAKE, &skylake),
	X86_MATCH_VFM(INTEL_ARROWLAKE_H, &skylake),
	X86_MATCH_VFM(INTEL_ARROWLAKE_U, &skylake),
	X86_MATCH_VFM(INTEL_LUNARLAKE_M, &skylake),
	X86_MATCH_VFM(INTEL_SAPPHIRERAPIDS_X, &sapphirerapids),
	X86_MATCH_VFM(INTEL_EMERALDRAPIDS_X, &sapphirerapids),
	/* AMD processors: X86_FEATURE_RAPL is their CPUID bit */
	X86_MATCH_FEATURE(X86_FEATURE_RAPL, NULL),
	{ }
};
MODULE_DEVICE_TABLE(x86cpu, perf_rapl_cpus);

static const struct perf_free_row perf_rapl_intel_rows[PERF_RAPL_MAX] = {
	[PERF_RAPL_CORES] = { PERF_FREE_COUNT, 32, MSR_PP0_ENERGY_STATUS },
	[PERF_RAPL_PKG]	  = { PERF_FREE_COUNT, 32, MSR_PKG_ENERGY_STATUS },
	[PERF_RAPL_RAM]	  = { PERF_FREE_COUNT, 32, MSR_DRAM_ENERGY_STATUS },
	[PERF_RAPL_GPU]	  = { PERF_FREE_COUNT, 32, MSR_PP1_ENERGY_STATUS },
	[PERF_RAPL_PSYS]  = { PERF_FREE_COUNT, 32, MSR_PLATFORM_ENERGY_STATUS },
};

/* AMD counts the cores' energy per core; perf_rapl has PERF_PMU_SCOPE_PKG there. */
static const struct perf_free_row perf_rapl_amd_rows[PERF_RAPL_MAX] = {
	[PERF_RAPL_PKG]	  = { PERF_FREE_COUNT, 32, MSR_AMD_PKG_ENERGY_STATUS },
};

static struct attribute *perf_rapl_event_attrs[] = {
	PERF_FREE_EVENT("energy-cores", PERF_RAPL_CORES),
	PERF_FREE_TEXT("energy-cores.unit", PERF_RAPL_CORES, "Joules"),
	PERF_FREE_TEXT("energy-cores.scale", PERF_RAPL_CORES, RAPL_SCALE),
	PERF_FREE_EVENT("energy-pkg", PERF_RAPL_PKG),
	PERF_FREE_TEXT("energy-pkg.unit", PERF_RAPL_PKG, "Joules"),
	PERF_FREE_TEXT("energy-pkg.scale", PERF_RAPL_PKG, RAPL_SCALE),
	PERF_FREE_EVENT("energy-ram", PERF_RAPL_RAM),
	PERF_FREE_TEXT("energy-ram.unit", PERF_RAPL_RAM, "Joules"),
	PERF_FREE_TEXT("energy-ram.scale", PERF_RAPL_RAM, RAPL_SCALE),
	PERF_FREE_EVENT("energy-gpu", PERF_RAPL_GPU),
	PERF_FREE_TEXT("energy-gpu.unit", PERF_RAPL_GPU, "Joules"),
	PERF_FREE_TEXT("energy-gpu.scale", PERF_RAPL_GPU, RAPL_SCALE),
	PERF_FREE_EVENT("energy-psys", PERF_RAPL_PSYS),
	PERF_FREE_TEXT("energy-psys.unit", PERF_RAPL_PSYS, "Joules"),
	PERF_FREE_TEXT("energy-psys.scale", PERF_RAPL_PSYS, RAPL_SCALE),
	NULL
};

static const struct attribute_group perf_rapl_events_group = {
	.name		= "events",
	.attrs		= perf_rapl_event_attrs,
	.is_visible	= perf_free_visible,
};

static const struct attribute_group *perf_rapl_groups[] = {
	&perf_free_format_group,
	&perf_rapl_events_group,
	NULL
};

static struct perf_free_running perf_rapl = {
	.pmu	= {
		.module		= THIS_MODULE,
		.task_ctx_nr	= perf_invalid_context,
		.attr_groups	= perf_rapl_groups,
	},
	.number		= PERF_RAPL_MAX,
	.poll_ns	= RAPL_POLL_NS,
};

/* The register of a domain that the package does not have reads as 0. */
static void __init perf_rapl_probe(unsigned int id, unsigned int unit)
{
	u64 value = 0;

	if (rdmsrl_safe(perf_rapl.rows[id].msr, &value) || !value)
		return;
	perf_free_probe(&perf_rapl, id);
	perf_rapl.shift[id] = RAPL_FRACTION - unit;
}

static int __init perf_rapl_init_intel(const struct perf_rapl_model *model)
{
	unsigned int id, unit;
	u64 units;

	if (rdmsrl_safe(MSR_RAPL_POWER_UNIT, &units))
		return -ENODEV;
	perf_rapl.rows = perf_rapl_intel_rows;
	perf_rapl.pmu.scope = PERF_PMU_SCOPE_DIE;
	for (id = PERF_RAPL_CORES; id < PERF_RAPL_MAX; id++) {
		unit = (units & RAPL_UNIT) >> RAPL_UNIT_SHIFT;
		if (id == PERF_RAPL_RAM && model->ram_unit != PERF_RAPL_AS_TOLD)
			unit = model->ram_unit;
		if (id == PERF_RAPL_PSYS && model->psys_unit != PERF_RAPL_AS_TOLD)
			unit = model->psys_unit;
		if (model->domains & BIT(id))
			perf_rapl_probe(id, unit);
	}
	return perf_free_register(&perf_rapl, "power");
}

static int __init perf_rapl_init_amd(void)
{
	u64 units;

	if (rdmsrl_safe(MSR_AMD_RAPL_POWER_UNIT, &units))
		return -ENODEV;
	perf_rapl.rows = perf_rapl_amd_rows;
	perf_rapl.pmu.scope = PERF_PMU_SCOPE_PKG;
	perf_rapl_probe(PERF_RAPL_PKG, (units & RAPL_UNIT) >> RAPL_UNIT_SHIFT);
	return perf_free_register(&perf_rapl, "power");
}

static int __init perf_rapl_init(void)
{
	const struct x86_cpu_id *cpu = x86_match_cpu(perf_rapl_cpus);
	int err;

	if (!cpu)
		return -ENODEV;
	if (cpu->driver_data)
		err = perf_rapl_init_intel((const struct perf_rapl_model *)cpu->driver_data);
	else
		err = perf_rapl_init_amd();
	if (err)
		return err;
	/* Without a domain, perf_free_register() registered no PMU: unload the module. */
	return perf_rapl.there ? 0 : -ENODEV;
}
module_init(perf_rapl_init);

static void __exit perf_rapl_exit(void)
{
	perf_free_unregister(&perf_rapl);
}
module_exit(perf_rapl_exit);

MODULE_DESCRIPTION("PMU for the energy that parts of a package have used");
MODULE_LICENSE("GPL");
