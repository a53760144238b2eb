// SPDX-License-Identifier: GPL-2.0
/*
 * Intel's architectural performance monitoring, versions 1 to 5, and Zhaoxin's version 2.
 *
 * CPUID has the number of counters (leaf.c); the model's tables have their events. A processor
 * without a table gets perf_x86_intel_arch.
 *
 * Owns: nothing. Context: boot, or a CPU that comes up.
 *
 * Hardware facts: Intel SDM volume 3, "Architectural Performance Monitoring" (versions,
 * full-width writes), volume 4, IA32_PERF_CAPABILITIES.
 */
#include <asm/cpu.h>
#include <asm/cpu_device_id.h>
#include <asm/cpufeature.h>
#include <asm/intel-family.h>
#include <asm/msr.h>
#include <asm/processor.h>

#include "families.h"
#include "hw.h"
#include "hw_nehalem.h"
#include "hybrid.h"
#include "leaf.h"
#include "models_intel.h"
#include "models_legacy.h"
#include "tfa.h"
#include "threads.h"
#include "topdown.h"

#define PERF_CAPABILITIES_FULL_WRITE	BIT_ULL(13)

/* A narrow write sign-extends bit 31, so a counter cannot start lower. */
#define NARROW_PERIOD			GENMASK_ULL(30, 0)

/* VIA's Nano has the same model number, with lower steppings. */
#define ZX_MODEL_ZXC_AS_NANO		0x0f
#define ZX_STEPPING_ZXC_AS_NANO		0x0e
#define ZX_MODEL_ZXC			0x19
#define ZX_MODEL_ZXD			0x1b
#define ZX_MODEL_ZXE			0x3b

const struct perf_x86_regs perf_x86_intel_regs_v1 = {
	.enable		= &perf_x86_enable_each,
	.select		= MSR_ARCH_PERFMON_EVENTSEL0,
	.select_step	= 1,
	.counter	= MSR_ARCH_PERFMON_PERFCTR0,
	.counter_step	= 1,
	.legacy_counter	= MSR_ARCH_PERFMON_PERFCTR0,
};

const struct perf_x86_regs perf_x86_intel_regs_v2 = PERF_X86_INTEL_REGS(global);

static bool perf_x86_has_full_writes(const struct cpuinfo_x86 *cpu)
{
	u64 capabilities = 0;

	if (!cpu_has(cpu, X86_FEATURE_PDCM) ||
	    rdmsrl_safe(MSR_IA32_PERF_CAPABILITIES, &capabilities))
		return false;
	return capabilities & PERF_CAPABILITIES_FULL_WRITE;
}

/* Architectural events, in the order of the bits of events_missing. */
static const struct perf_x86_generic_code intel_arch_order[] = {
	PERF_X86_GENERIC(CPU_CYCLES, 0x003c),
	PERF_X86_GENERIC(INSTRUCTIONS, 0x00c0),
	PERF_X86_GENERIC(BUS_CYCLES, 0x013c),
	PERF_X86_GENERIC(CACHE_REFERENCES, 0x4f2e),
	PERF_X86_GENERIC(CACHE_MISSES, 0x412e),
	PERF_X86_GENERIC(BRANCH_INSTRUCTIONS, 0x00c4),
	PERF_X86_GENERIC(BRANCH_MISSES, 0x00c5),
};

static void perf_x86_forget_missing(struct perf_x86_pmu *pmu)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(intel_arch_order) && i < pmu->events_known; i++) {
		u64 *code = &pmu->generic[intel_arch_order[i].id];

		if ((pmu->events_missing & BIT(i)) && *code == intel_arch_order[i].code)
			*code = 0;
	}
	/* 0x0300 exists on fixed counter 2 only. */
	if (!(pmu->counters & BIT_ULL(INTEL_PMC_IDX_FIXED + 2)) &&
	    pmu->generic[PERF_COUNT_HW_REF_CPU_CYCLES] == 0x0300)
		pmu->generic[PERF_COUNT_HW_REF_CPU_CYCLES] = 0;
}

/* Set the registers and counters from CPUID; perf_x86_model_apply() adds the events. */
static int perf_x86_arch_probe(struct perf_x86_pmu *pmu, const struct cpuinfo_x86 *cpu,
			       struct perf_x86_leaf *leaf)
{
	int err = perf_x86_leaf_read(leaf, cpu);

	if (err)
		return err;
	pmu->version = leaf->eax.split.version_id;
	pmu->width = leaf->eax.split.bit_width;
	pmu->events_missing = leaf->ebx;
	pmu->events_known = leaf->eax.split.mask_length;
	pmu->counters = perf_x86_leaf_counters(leaf, cpu, pmu->kind);

	pmu->regs = pmu->version > 1 ? perf_x86_intel_regs_v2 : perf_x86_intel_regs_v1;
	if (pmu->version > 1 && perf_x86_needs_reset(cpu->x86_vfm))
		pmu->regs = perf_x86_nehalem_regs;
	pmu->max_period = NARROW_PERIOD;
	if (perf_x86_has_full_writes(cpu)) {
		pmu->regs.counter = MSR_IA32_PMC0;
		pmu->max_period = GENMASK_ULL(pmu->width - 2, 0);
	}
	return 0;
}

/* A processor whose small CPUs are those that Arrow Lake H has for low power. */
#define LOWPOWER_MODEL		INTEL_METEORLAKE_L

/*
 * All kinds of CPU of a hybrid processor have the same x86_vfm. A small core newer than the
 * tables has at least the events of perf_x86_gracemont, the first one. Without a kind, a PMU
 * of a hybrid processor is for CPUs of all kinds.
 */
static const struct perf_x86_model *perf_x86_intel_model(u8 kind, const struct cpuinfo_x86 *cpu)
{
	if (kind == PERF_X86_KIND_OTHER || (!kind && cpu_has(cpu, X86_FEATURE_HYBRID_CPU)))
		return &perf_x86_intel_arch;
	if (kind == PERF_X86_KIND_LOWPOWER)
		return perf_x86_model_find_small(perf_x86_atom_models, LOWPOWER_MODEL);
	if (kind == PERF_X86_KIND_SMALL)
		return perf_x86_model_find_small(perf_x86_atom_models, cpu->x86_vfm) ?:
		       &perf_x86_gracemont;
	return perf_x86_model_find(perf_x86_core_models, cpu->x86_vfm) ?:
	       perf_x86_model_find(perf_x86_atom_models, cpu->x86_vfm) ?: &perf_x86_intel_arch;
}

/* A bit that every MSR of pmu->extras has. */
#define EXTRA_PROBE		BIT_ULL(0)

static bool perf_x86_extra_answers(u32 msr)
{
	u64 value;

	if (wrmsrl_safe(msr, EXTRA_PROBE) || rdmsrl_safe(msr, &value))
		return false;
	wrmsrl_safe(msr, 0);
	return value == EXTRA_PROBE;
}

/* Hypervisors and emulators with counters do not always have the MSRs of pmu->extras. */
static void perf_x86_forget_extras(struct perf_x86_pmu *pmu)
{
	const struct perf_x86_extra *row;

	for (row = pmu->extras; row && row->code; row++) {
		if (!perf_x86_extra_answers(row->msr))
			pmu->extra_counters &= ~BIT_ULL(row - pmu->extras);
	}
}

static void perf_x86_share_with_microcode(struct perf_x86_pmu *pmu, const struct cpuinfo_x86 *cpu)
{
	if (!cpu_has(cpu, X86_FEATURE_RTM) || !cpu_has(cpu, X86_FEATURE_TSX_FORCE_ABORT) ||
	    !perf_x86_has_global(pmu))
		return;
	pmu->regs.enable = &perf_x86_enable_tfa;
	pmu->avoid = PERF_X86_TFA_COUNTERS;
}

/**
 * perf_x86_intel_probe - detect the counters of an Intel processor with CPUID leaf 0AH
 * @pmu: filled in
 * @cpu: the processor of this CPU
 *
 * Return: 0; -ENODEV if it has no known counters.
 */
int perf_x86_intel_probe(struct perf_x86_pmu *pmu, const struct cpuinfo_x86 *cpu)
{
	struct perf_x86_leaf leaf;
	int err;

	err = perf_x86_arch_probe(pmu, cpu, &leaf);
	if (err)
		return err;
	perf_x86_model_apply(pmu, perf_x86_intel_model(pmu->kind, cpu));
	/* perf_x86_own_bits() drops the bit: no register has it since Sandy Bridge. */
	pmu->raw_mask |= ARCH_PERFMON_EVENTSEL_PIN_CONTROL;
	/* From version 3 on ANY counts both threads, unless CPUID has anythread_deprecated. */
	if (pmu->version >= 3 && !leaf.edx.split.anythread_deprecated)
		pmu->raw_mask |= ARCH_PERFMON_EVENTSEL_ANY;
	/* Haswell and later lack HSW_IN_TX and HSW_IN_TX_CHECKPOINTED without transactions. */
	if (!cpu_has(cpu, X86_FEATURE_RTM))
		pmu->raw_mask &= ~(HSW_IN_TX | HSW_IN_TX_CHECKPOINTED);
	perf_x86_share_with_microcode(pmu, cpu);
	pmu->exclusive = perf_x86_core_exclusive(cpu->x86_vfm) & pmu->counters;
	pmu->avoid |= pmu->exclusive;
	perf_x86_forget_missing(pmu);
	perf_x86_forget_extras(pmu);
	perf_x86_topdown_probe(pmu, cpu);
	return 0;
}

/**
 * perf_x86_intel_has - does this CPU have the counters of a PMU?
 * @pmu: the PMU, filled in on another CPU
 * @cpu: the processor of this CPU
 *
 * Context: IRQs off.
 * Return: false if a counter of @pmu is missing or different.
 */
bool perf_x86_intel_has(const struct perf_x86_pmu *pmu, const struct cpuinfo_x86 *cpu)
{
	struct perf_x86_leaf leaf;

	if (perf_x86_leaf_read(&leaf, cpu))
		return false;
	return leaf.eax.split.version_id == pmu->version &&
	       leaf.eax.split.bit_width == pmu->width &&
	       !(pmu->counters & ~perf_x86_leaf_counters(&leaf, cpu, pmu->kind));
}

static bool perf_x86_is_zxc(const struct cpuinfo_x86 *cpu)
{
	return cpu->x86 == 6 &&
	       (cpu->x86_model == ZX_MODEL_ZXC ||
		(cpu->x86_model == ZX_MODEL_ZXC_AS_NANO &&
		 cpu->x86_stepping >= ZX_STEPPING_ZXC_AS_NANO));
}

/**
 * perf_x86_zhaoxin_model - the tables of a Zhaoxin processor
 * @cpu: a Zhaoxin or Centaur processor
 *
 * VIA's Nano has leaf 0AH too, but lacks the fixed counters of version 2.
 *
 * Return: the tables; NULL if the processor has none.
 */
const struct perf_x86_model *perf_x86_zhaoxin_model(const struct cpuinfo_x86 *cpu)
{
	if (perf_x86_is_zxc(cpu))
		return &perf_x86_zxc;
	if (cpu->x86 == 7 && cpu->x86_model == ZX_MODEL_ZXD)
		return &perf_x86_zxd;
	if (cpu->x86 == 7 && cpu->x86_model == ZX_MODEL_ZXE)
		return &perf_x86_zxe;
	return NULL;
}

/**
 * perf_x86_zhaoxin_probe - detect the counters of a Zhaoxin processor
 * @pmu: filled in
 * @cpu: the processor of this CPU
 *
 * Return: 0; -ENODEV if it has no known counters.
 */
int perf_x86_zhaoxin_probe(struct perf_x86_pmu *pmu, const struct cpuinfo_x86 *cpu)
{
	const struct perf_x86_model *model = perf_x86_zhaoxin_model(cpu);
	struct perf_x86_leaf leaf;

	if (!model || perf_x86_arch_probe(pmu, cpu, &leaf) || pmu->version != 2)
		return -ENODEV;
	pmu->regs.ack_running = model == &perf_x86_zxc;
	perf_x86_model_apply(pmu, model);
	return 0;
}
