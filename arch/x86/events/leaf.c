// SPDX-License-Identifier: GPL-2.0
/*
 * Detecting the counters of a CPU with CPUID.
 *
 * Leaf 0AH of a hybrid processor describes the counters that all its CPUs have in common.
 * perf_x86_leaf_counters() therefore takes those of the CPU's own kind from leaf 23H, or,
 * for processors older than that leaf, from kind_counters[].
 *
 * Owns: nothing. Context: boot, or a CPU that comes up.
 *
 * Hardware facts: Intel SDM volume 2, CPUID leaves 0AH and 23H; volume 3, "Architectural
 * Performance Monitoring"; the "Counter" fields of Intel's published event lists for Alder
 * Lake; for Bonnell the SDM's volume 3, "Performance Monitoring (45 nm and 32 nm Intel Atom
 * Processors)".
 */
#include <linux/array_size.h>
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/minmax.h>

#include <asm/cpu_device_id.h>
#include <asm/cpufeature.h>
#include <asm/cpuid.h>
#include <asm/intel-family.h>
#include <asm/processor.h>

#include "counters.h"
#include "hybrid.h"
#include "leaf.h"

#define CPUID_PERFMON		0x0a
#define CPUID_PERFMON_OWN	0x23
/* Subleaf of CPUID_PERFMON_OWN, and its bit in the mask that subleaf 0 returns in EAX. */
#define SUBLEAF_COUNTERS	1

/* Fixed counters that versions 2 to 4 have, whatever leaf 0AH returns. */
#define LEAST_FIXED		3U

/**
 * struct perf_x86_kind_counters - counters of one kind of CPU of a hybrid processor
 * @cpu:     cpuinfo_x86::x86_vfm
 * @kind:    PERF_X86_KIND_BIG or PERF_X86_KIND_SMALL
 * @general: mask of general counters
 * @fixed:   mask of fixed counters
 */
struct perf_x86_kind_counters {
	u32	cpu;
	u8	kind;
	u8	general;
	u8	fixed;
};

/* Golden Cove has eight general counters and four fixed ones, Gracemont six and three. */
#define GOLDENCOVE(_cpu)	{ _cpu, PERF_X86_KIND_BIG, 0xff, 0xf }
#define GRACEMONT(_cpu)		{ _cpu, PERF_X86_KIND_SMALL, 0x3f, 0x7 }

/* Hybrid processors without leaf 23H. */
static const struct perf_x86_kind_counters kind_counters[] = {
	GOLDENCOVE(INTEL_ALDERLAKE), GRACEMONT(INTEL_ALDERLAKE),
	GOLDENCOVE(INTEL_ALDERLAKE_L), GRACEMONT(INTEL_ALDERLAKE_L),
	GOLDENCOVE(INTEL_RAPTORLAKE), GRACEMONT(INTEL_RAPTORLAKE),
	GOLDENCOVE(INTEL_RAPTORLAKE_P), GRACEMONT(INTEL_RAPTORLAKE_P),
	GOLDENCOVE(INTEL_RAPTORLAKE_S), GRACEMONT(INTEL_RAPTORLAKE_S),
};

static const struct perf_x86_kind_counters *perf_x86_find_kind(const struct cpuinfo_x86 *cpu,
							       u8 kind)
{
	unsigned int i;

	if (!cpu_has(cpu, X86_FEATURE_HYBRID_CPU))
		return NULL;
	for (i = 0; i < ARRAY_SIZE(kind_counters); i++) {
		if (kind_counters[i].cpu == cpu->x86_vfm && kind_counters[i].kind == kind)
			return &kind_counters[i];
	}
	return NULL;
}

static u64 perf_x86_low_mask(unsigned int number, unsigned int most)
{
	return number ? GENMASK_ULL(min(number, most) - 1, 0) : 0;
}

/*
 * Core 2 has three fixed counters but reports 0, Bonnell has three but reports 1. A hypervisor
 * that reports fewer has fewer. From version 5 on fixed_mask may add to their number.
 */
static u64 perf_x86_leaf_fixed(const struct perf_x86_leaf *leaf, const struct cpuinfo_x86 *cpu)
{
	unsigned int number = leaf->edx.split.num_counters_fixed;
	unsigned int version = leaf->eax.split.version_id;
	u64 mask;

	if (version < 2)
		return 0;
	if (version < 5 && cpu->x86_vendor == X86_VENDOR_INTEL &&
	    !cpu_has(cpu, X86_FEATURE_HYPERVISOR))
		number = max(number, LEAST_FIXED);
	mask = perf_x86_low_mask(number, INTEL_PMC_MAX_FIXED);
	if (version >= 5)
		mask |= leaf->fixed_mask;
	return mask;
}

/* perf_x86_pmu::width is the same for all counters. */
static bool perf_x86_fixed_are_usable(const struct perf_x86_leaf *leaf)
{
	unsigned int width = leaf->edx.split.bit_width_fixed;

	return !width || width == leaf->eax.split.bit_width;
}

/**
 * perf_x86_leaf_counters - the counters of a CPU
 * @leaf: what CPUID returns on it
 * @cpu:  its processor
 * @kind: its kind, 0 if the processor is not hybrid
 *
 * Return: mask of counters.
 */
u64 perf_x86_leaf_counters(const struct perf_x86_leaf *leaf, const struct cpuinfo_x86 *cpu,
			   u8 kind)
{
	u64 general = perf_x86_low_mask(leaf->eax.split.num_counters, PERF_X86_GENERAL);
	u64 fixed = perf_x86_leaf_fixed(leaf, cpu);
	const struct perf_x86_kind_counters *row = perf_x86_find_kind(cpu, kind);

	if (leaf->own_general) {
		general = leaf->own_general;
		fixed = leaf->own_fixed;
	} else if (row) {
		general = row->general;
		fixed = row->fixed;
	}
	if (!perf_x86_fixed_are_usable(leaf))
		fixed = 0;
	fixed &= GENMASK_ULL(INTEL_PMC_MAX_FIXED - 1, 0);
	return general | fixed << INTEL_PMC_IDX_FIXED;
}

static void perf_x86_leaf_read_own(struct perf_x86_leaf *leaf, const struct cpuinfo_x86 *cpu)
{
	unsigned int ecx, edx;

	if (cpu->cpuid_level < CPUID_PERFMON_OWN || !cpu_has(cpu, X86_FEATURE_ARCH_PERFMON_EXT) ||
	    !(cpuid_eax(CPUID_PERFMON_OWN) & BIT(SUBLEAF_COUNTERS)))
		return;
	cpuid_count(CPUID_PERFMON_OWN, SUBLEAF_COUNTERS, &leaf->own_general, &leaf->own_fixed,
		    &ecx, &edx);
}

/**
 * perf_x86_leaf_read - read the leaves of this CPU
 * @leaf: set to their values
 * @cpu:  the processor of this CPU
 *
 * Context: any that stays on its CPU.
 * Return: 0; -ENODEV if the processor lacks architectural performance monitoring.
 */
int perf_x86_leaf_read(struct perf_x86_leaf *leaf, const struct cpuinfo_x86 *cpu)
{
	*leaf = (struct perf_x86_leaf) { };
	if (cpu->cpuid_level < CPUID_PERFMON)
		return -ENODEV;
	cpuid(CPUID_PERFMON, &leaf->eax.full, &leaf->ebx, &leaf->fixed_mask, &leaf->edx.full);
	if (!leaf->eax.split.version_id || !leaf->eax.split.num_counters ||
	    leaf->eax.split.bit_width < 32 || leaf->eax.split.bit_width > 63)
		return -ENODEV;
	perf_x86_leaf_read_own(leaf, cpu);
	return 0;
}
