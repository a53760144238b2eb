// SPDX-License-Identifier: GPL-2.0
/*
 * AMD's counters: the four of Athlon and Opteron, the six of the core extension (family
 * 15h on), and version 2 with global registers (Zen 4 on). Hygon's are those of Zen.
 *
 * Owns: nothing. Context: boot.
 *
 * Hardware facts: AMD APM volume 2, "Performance Monitoring Counters" (core extension,
 * version 2's PerfCntrGlobal registers, the host-only and guest-only bits), volume 3,
 * CPUID Fn8000_0001_ECX and Fn8000_0022.
 */
#include <asm/cpu_device_id.h>
#include <asm/cpufeature.h>
#include <asm/msr.h>
#include <asm/processor.h>

#include "families.h"
#include "feature.h"
#include "hw.h"
#include "ibs/init.h"
#include "merge.h"
#include "models_amd.h"

#define CPUID_PERFMON_V2	0x80000022
#define AMD_COUNTER_WIDTH	48

/* The host-only and guest-only bits came with family 10h, virtualisation late in family 0Fh. */
#define AMD_FAMILY_WITH_FILTER	0x10

#define AMD_FAMILY_ZEN5		0x1a
#define HYGON_FAMILY_ZEN	0x18

/* late_nmis: unlike Intel's, AMD's local APIC does not mask APIC_LVTPC on delivery. */
const struct perf_x86_regs perf_x86_amd_regs_legacy = {
	.enable		= &perf_x86_enable_each,
	.late_nmis	= true,
	.select		= MSR_K7_EVNTSEL0,
	.select_step	= 1,
	.counter	= MSR_K7_PERFCTR0,
	.counter_step	= 1,
	.legacy_counter	= MSR_K7_PERFCTR0,
};

const struct perf_x86_regs perf_x86_amd_regs_core = {
	.enable		= &perf_x86_enable_each,
	.late_nmis	= true,
	.select		= MSR_F15H_PERF_CTL,
	.select_step	= 2,
	.counter	= MSR_F15H_PERF_CTR,
	.counter_step	= 2,
	.legacy_counter	= MSR_F15H_PERF_CTR,
};

/*
 * Some microcode sets reserved bits of global_status, which cannot be cleared.
 */
const struct perf_x86_regs perf_x86_amd_regs_v2 = {
	.enable		= &perf_x86_enable_global,
	.only_counters	= true,
	.late_nmis	= true,
	.select		= MSR_F15H_PERF_CTL,
	.select_step	= 2,
	.counter	= MSR_F15H_PERF_CTR,
	.counter_step	= 2,
	.legacy_counter	= MSR_F15H_PERF_CTR,
	.global_ctrl	= MSR_AMD64_PERF_CNTR_GLOBAL_CTL,
	.global_status	= MSR_AMD64_PERF_CNTR_GLOBAL_STATUS,
	.global_ack	= MSR_AMD64_PERF_CNTR_GLOBAL_STATUS_CLR,
};

/* The counters have no precise samples: perf_ibs_take() passes such events to another PMU. */
static const struct perf_x86_feature perf_x86_amd_precise = {
	.setup	= perf_ibs_take,
};

static unsigned int perf_x86_amd_v2_counters(void)
{
	union cpuid_0x80000022_ebx ebx = { .full = cpuid_ebx(CPUID_PERFMON_V2) };

	return ebx.split.num_core_pmc;
}

static void perf_x86_amd_registers(struct perf_x86_pmu *pmu, const struct cpuinfo_x86 *cpu)
{
	unsigned int number = AMD64_NUM_COUNTERS;

	pmu->regs = perf_x86_amd_regs_legacy;
	if (cpu_has(cpu, X86_FEATURE_PERFCTR_CORE)) {
		pmu->regs = perf_x86_amd_regs_core;
		number = AMD64_NUM_COUNTERS_CORE;
		if (cpu_has(cpu, X86_FEATURE_PERFMON_V2) && perf_x86_amd_v2_counters()) {
			pmu->regs = perf_x86_amd_regs_v2;
			pmu->version = 2;
			number = perf_x86_amd_v2_counters();
		}
	}
	pmu->counters = GENMASK_ULL(number - 1, 0);
}

/* A family newer than the tables most probably has the events of the newest one in them. */
static const struct perf_x86_model *perf_x86_amd_newest(const struct cpuinfo_x86 *cpu)
{
	if (cpu->x86_vendor == X86_VENDOR_HYGON)
		return cpu->x86 > HYGON_FAMILY_ZEN ? &perf_x86_zen : NULL;
	return cpu->x86 > AMD_FAMILY_ZEN5 ? &perf_x86_zen4 : NULL;
}

/**
 * perf_x86_amd_probe - detect the counters of an AMD or Hygon processor
 * @pmu: filled in
 * @cpu: the processor of this CPU
 *
 * Return: 0; -ENODEV if perf_x86_amd_models has no table for its family.
 */
int perf_x86_amd_probe(struct perf_x86_pmu *pmu, const struct cpuinfo_x86 *cpu)
{
	u32 family = VFM_MAKE(cpu->x86_vendor, cpu->x86, X86_MODEL_ANY);
	const struct perf_x86_model *model;

	model = perf_x86_model_find(perf_x86_amd_models, family) ?: perf_x86_amd_newest(cpu);
	if (!model)
		return -ENODEV;
	perf_x86_amd_registers(pmu, cpu);
	if (pmu->version >= 2)
		model = &perf_x86_zen4;
	pmu->width = AMD_COUNTER_WIDTH;
	pmu->max_period = GENMASK_ULL(AMD_COUNTER_WIDTH - 2, 0);
	if (cpu->x86 >= AMD_FAMILY_WITH_FILTER)
		pmu->virt_bits = AMD64_EVENTSEL_HOSTONLY | AMD64_EVENTSEL_GUESTONLY;
	pmu->features[PERF_X86_MERGE] = &perf_x86_merge;
	if (cpu_has(cpu, X86_FEATURE_IBS))
		pmu->features[PERF_X86_PRECISE] = &perf_x86_amd_precise;
	perf_x86_model_apply(pmu, model);
	return 0;
}
