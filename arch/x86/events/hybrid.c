// SPDX-License-Identifier: GPL-2.0
/*
 * Hybrid processors: CPUs of several kinds, with different counters and events, so each kind
 * has a PMU. attr.type selects the PMU, for a generic event the upper half of attr.config; an
 * event that selects none is for the big CPUs. A task's event counts while the task runs on a
 * CPU of the event's kind.
 *
 * CPUs of a kind that perf_x86_hybrid_kind() does not know get the PMU "cpu_other", with the
 * architectural events. If the boot CPU is of such a kind, all CPUs share the PMU "cpu", with
 * these events and the counters that all have in common.
 *
 * Owns: hybrid_pmus[]. Locks: none.
 * Context: boot, or a CPU that comes up.
 *
 * Hardware facts: Intel SDM volume 2, CPUID leaf 07H (EDX bit 15: hybrid), leaf 1AH (kind
 * and native model of this CPU), and volume 3, "Performance Monitoring for Hybrid".
 */
#include <linux/array_size.h>
#include <linux/bits.h>
#include <linux/smp.h>

#include <asm/cpu_device_id.h>
#include <asm/cpufeature.h>
#include <asm/cpuid.h>
#include <asm/intel-family.h>
#include <asm/processor.h>

#include "counters.h"
#include "hybrid.h"
#include "model.h"

#define CPUID_KIND		0x1a
#define KIND_SHIFT		24
#define KIND_NATIVE_MODEL	GENMASK(23, 0)

/* Arrow Lake H has Skymont's small CPUs on the compute tile, Crestmont's on another one. */
#define NATIVE_MODEL_CRESTMONT	2

#define HYBRID_PMU(_name, _kind, _next)					\
	{ .name = _name, .kind = _kind, .next = &hybrid_pmus[_next], .rdpmc = 1 }

static struct perf_x86_pmu hybrid_pmus[] = {
	HYBRID_PMU("cpu_core", PERF_X86_KIND_BIG, 1),
	HYBRID_PMU("cpu_atom", PERF_X86_KIND_SMALL, 2),
	HYBRID_PMU("cpu_lowpower", PERF_X86_KIND_LOWPOWER, 3),
	HYBRID_PMU("cpu_other", PERF_X86_KIND_OTHER, 0),
};

/**
 * perf_x86_hybrid_kind - the kind of a CPU
 * @cpu: its processor
 * @eax: EAX of CPUID leaf 1AH on that CPU; 0 if the processor lacks the leaf
 *
 * A hybrid processor whose small CPUs are switched off has big CPUs only and need not report
 * that it is hybrid. Tools bind their events for it to the name "cpu_core".
 *
 * Return: PERF_X86_KIND_*; 0 if the processor is not hybrid.
 */
u8 perf_x86_hybrid_kind(const struct cpuinfo_x86 *cpu, u32 eax)
{
	bool known = cpu->x86_vendor == X86_VENDOR_INTEL &&
		     perf_x86_model_find_small(perf_x86_atom_models, cpu->x86_vfm);

	if (!cpu_has(cpu, X86_FEATURE_HYBRID_CPU))
		return known ? PERF_X86_KIND_BIG : 0;
	switch (eax >> KIND_SHIFT) {
	case PERF_X86_KIND_BIG:
		return PERF_X86_KIND_BIG;
	case PERF_X86_KIND_SMALL:
		if (cpu->x86_vfm == INTEL_ARROWLAKE_H &&
		    (eax & KIND_NATIVE_MODEL) == NATIVE_MODEL_CRESTMONT)
			return PERF_X86_KIND_LOWPOWER;
		return PERF_X86_KIND_SMALL;
	case 0:
		return known ? PERF_X86_KIND_BIG : PERF_X86_KIND_OTHER;
	default:
		return PERF_X86_KIND_OTHER;
	}
}

/**
 * perf_x86_hybrid_kind_here - the kind of this CPU
 *
 * Context: any that stays on its CPU.
 * Return: as perf_x86_hybrid_kind().
 */
u8 perf_x86_hybrid_kind_here(void)
{
	const struct cpuinfo_x86 *cpu = &cpu_data(smp_processor_id());
	u32 eax = cpu->cpuid_level >= CPUID_KIND ? cpuid_eax(CPUID_KIND) : 0;

	return perf_x86_hybrid_kind(cpu, eax);
}

/**
 * perf_x86_hybrid_pmu - the PMU of this CPU's kind
 *
 * Return: the PMU, its counters not yet probed; NULL if the processor is not hybrid, or the
 * kind is not known.
 */
struct perf_x86_pmu *perf_x86_hybrid_pmu(void)
{
	u8 kind = perf_x86_hybrid_kind_here();
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(hybrid_pmus); i++) {
		if (hybrid_pmus[i].kind == kind && kind != PERF_X86_KIND_OTHER)
			return &hybrid_pmus[i];
	}
	return NULL;
}
