// SPDX-License-Identifier: GPL-2.0
/*
 * Processors whose counters follow no architecture: the P6 family, the Pentium 4, Knights
 * Corner, the Pentium, Cyrix's and IDT's processors like it, VIA's C3.
 *
 * All but the first three have no counter interrupt, so their events count and do not
 * sample; WinChip and C3 cannot exclude user or kernel mode either.
 *
 * Owns nothing. Context: boot.
 *
 * Hardware facts: sources of models_legacy.c. WinChip's and C3's register layouts are the
 * Pentium's and P6's with fields left out.
 */
#include <asm/cpufeature.h>
#include <asm/cpu_device_id.h>
#include <asm/intel-family.h>
#include <asm/msr.h>
#include <asm/processor.h>
#include <asm/topology.h>

#include "families.h"
#include "hw.h"
#include "hw_legacy.h"
#include "models_legacy.h"
#include "models_p4.h"
#include "p4.h"

#define MSR_P5_CESR		0x11
#define MSR_P5_CTR0		0x12

#define PENTIUM_MODEL_MMX	4
#define PENTIUM_MODEL_TILLAMOOK	8
#define WINCHIP_MODEL_C6	4
#define C3_LAST_MODEL		9
#define P4_MODEL_PRESCOTT	3

/* Pentium Pro, erratum 26: no RDPMC in user mode before PPRO_STEPPING_RDPMC. */
#define PPRO_MODEL		1
#define PPRO_STEPPING_RDPMC	9

const struct perf_x86_regs perf_x86_p6_regs = {
	.enable		= &perf_x86_enable_first,
	.select		= MSR_P6_EVNTSEL0,
	.select_step	= 1,
	.counter	= MSR_P6_PERFCTR0,
	.counter_step	= 1,
	.legacy_counter	= MSR_P6_PERFCTR0,
};

/* Knights Corner's global registers differ from the architectural ones in address alone. */
#define MSR_KNC_GLOBAL_STATUS	0x2d
#define MSR_KNC_GLOBAL_ACK	0x2e
#define MSR_KNC_GLOBAL_CTRL	0x2f

const struct perf_x86_regs perf_x86_knc_regs = {
	.enable		= &perf_x86_enable_global,
	.select		= MSR_KNC_EVNTSEL0,
	.select_step	= 1,
	.counter	= MSR_KNC_PERFCTR0,
	.counter_step	= 1,
	.legacy_counter	= MSR_KNC_PERFCTR0,
	.global_ctrl	= MSR_KNC_GLOBAL_CTRL,
	.global_status	= MSR_KNC_GLOBAL_STATUS,
	.global_ack	= MSR_KNC_GLOBAL_ACK,
};

const struct perf_x86_regs perf_x86_pentium_regs = {
	.enable		= &perf_x86_enable_packed,
	.no_rdpmc	= true,
	.no_interrupt	= true,
	.select		= MSR_P5_CESR,
	.counter	= MSR_P5_CTR0,
	.counter_step	= 1,
};

const struct perf_x86_regs perf_x86_winchip_regs = {
	.enable		= &perf_x86_enable_packed,
	.no_rdpmc	= true,
	.no_interrupt	= true,
	.always_on	= true,
	.select		= MSR_P5_CESR,
	.counter	= MSR_P5_CTR0,
	.counter_step	= 1,
};

/* C3's counter 0 is the time stamp counter, so perf's counter 0 is the second one. */
const struct perf_x86_regs perf_x86_c3_regs = {
	.enable		= &perf_x86_enable_packed,
	.no_rdpmc	= true,
	.no_interrupt	= true,
	.always_on	= true,
	.select		= MSR_P6_EVNTSEL1,
	.counter	= MSR_P6_PERFCTR1,
	.counter_step	= 1,
};

static void perf_x86_simple(struct perf_x86_pmu *pmu, const struct perf_x86_regs *regs,
			    const struct perf_x86_model *model, unsigned int counters,
			    unsigned int width)
{
	pmu->regs = *regs;
	pmu->counters = GENMASK_ULL(counters - 1, 0);
	pmu->width = width;
	pmu->max_period = GENMASK_ULL(width - 2, 0);
	pmu->rdpmc = regs->no_rdpmc ? 0 : pmu->rdpmc;
	if (regs->no_interrupt)
		pmu->pmu.capabilities |= PERF_PMU_CAP_NO_INTERRUPT;
	if (regs->always_on)
		pmu->pmu.capabilities |= PERF_PMU_CAP_NO_EXCLUDE;
	perf_x86_model_apply(pmu, model);
}

static int perf_x86_p6_probe(struct perf_x86_pmu *pmu, const struct cpuinfo_x86 *cpu)
{
	perf_x86_simple(pmu, &perf_x86_p6_regs, &perf_x86_p6, 2, 40);
	/* WRMSR writes 32 bits, sign-extended. */
	pmu->max_period = GENMASK_ULL(30, 0);
	if (cpu->x86_model == PPRO_MODEL && cpu->x86_stepping < PPRO_STEPPING_RDPMC)
		pmu->rdpmc = 0;
	return 0;
}

/* A hypervisor or the firmware may have switched the counters off in IA32_MISC_ENABLE. */
static int perf_x86_p4_probe(struct perf_x86_pmu *pmu, const struct cpuinfo_x86 *cpu)
{
	u64 enables;

	if (rdmsrl_safe(MSR_IA32_MISC_ENABLE, &enables) ||
	    !(enables & MSR_IA32_MISC_ENABLE_EMON))
		return -ENODEV;
	perf_x86_simple(pmu, &perf_x86_p4_regs,
			cpu->x86_model < P4_MODEL_PRESCOTT ? &perf_x86_p4_early : &perf_x86_p4, 18,
			40);
	pmu->banks = perf_x86_p4_banks[P4_WHOLE];
	/* topology_max_smt_threads() is 1 until the second thread comes up. */
	if (__max_threads_per_core > 1)
		pmu->banks = perf_x86_p4_banks[P4_FIRST_THREAD];
	return 0;
}

static int perf_x86_pentium_probe(struct perf_x86_pmu *pmu, const struct cpuinfo_x86 *cpu)
{
	bool mmx = cpu->x86_model == PENTIUM_MODEL_MMX || cpu->x86_model == PENTIUM_MODEL_TILLAMOOK;

	/* Quark is of family 5 and has no counters. */
	if (cpu->x86_model == INTEL_FAM5_QUARK_X1000)
		return -ENODEV;
	perf_x86_simple(pmu, &perf_x86_pentium_regs,
			mmx ? &perf_x86_pentium_mmx : &perf_x86_pentium, 2, 40);
	return 0;
}

/**
 * perf_x86_legacy_intel_probe - counters of an Intel processor without CPUID leaf 0AH
 * @pmu: filled in
 * @cpu: the processor
 *
 * Return: 0; -ENODEV: no counters known.
 */
int perf_x86_legacy_intel_probe(struct perf_x86_pmu *pmu, const struct cpuinfo_x86 *cpu)
{
	/* A hypervisor that hides leaf 0AH has no counters of any kind. */
	if (cpu_has(cpu, X86_FEATURE_HYPERVISOR) || cpu_has(cpu, X86_FEATURE_ARCH_PERFMON))
		return -ENODEV;
	switch (cpu->x86) {
	case 5:
		return perf_x86_pentium_probe(pmu, cpu);
	case 6:
		return perf_x86_p6_probe(pmu, cpu);
	case 11:
		perf_x86_simple(pmu, &perf_x86_knc_regs, &perf_x86_knc, 2, 40);
		return 0;
	case 15:
		return perf_x86_p4_probe(pmu, cpu);
	default:
		return -ENODEV;
	}
}

/**
 * perf_x86_cyrix_probe - counters of a 6x86MX, M II or Cyrix III
 * @pmu: filled in
 * @cpu: the processor
 *
 * Return: 0; -ENODEV: an earlier processor.
 */
int perf_x86_cyrix_probe(struct perf_x86_pmu *pmu, const struct cpuinfo_x86 *cpu)
{
	if (cpu->x86 != 6)
		return -ENODEV;
	perf_x86_simple(pmu, &perf_x86_pentium_regs, &perf_x86_cyrix, 2, 48);
	return 0;
}

/**
 * perf_x86_centaur_probe - counters of a WinChip or a C3
 * @pmu: filled in
 * @cpu: the processor
 *
 * Return: 0; -ENODEV: no counters known.
 */
int perf_x86_centaur_probe(struct perf_x86_pmu *pmu, const struct cpuinfo_x86 *cpu)
{
	if (cpu->x86 == 5) {
		perf_x86_simple(pmu, &perf_x86_winchip_regs,
				cpu->x86_model == WINCHIP_MODEL_C6 ? &perf_x86_winchip :
								     &perf_x86_winchip2, 2, 40);
		return 0;
	}
	if (cpu->x86 == 6 && cpu->x86_model <= C3_LAST_MODEL) {
		perf_x86_simple(pmu, &perf_x86_c3_regs, &perf_x86_c3, 1, 32);
		return 0;
	}
	return -ENODEV;
}
