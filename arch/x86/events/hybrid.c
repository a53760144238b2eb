// SPDX-License-Identifier: GPL-2.0
/*
 * Hybrid processors: CPUs of two kinds, with different counters and events, so each kind has
 * a PMU. attr.type selects the PMU, for a generic event the upper half of attr.config; an
 * event that selects none is for the big CPUs. A task's event counts while the task runs on a
 * CPU of the event's kind.
 *
 * Owns: hybrid_pmus[]. Locks: none.
 * Context: boot.
 *
 * Hardware facts: Intel SDM volume 2, CPUID leaf 07H (EDX bit 15: hybrid), leaf 1AH (kind
 * of this CPU), and volume 3, "Performance Monitoring for Hybrid".
 */
#include <linux/array_size.h>

#include <asm/cpu.h>

#include "counters.h"
#include "hybrid.h"

static struct perf_x86_pmu hybrid_pmus[] = {
	{
		.name	= "cpu_core",
		.kind	= PERF_X86_KIND_BIG,
		.other	= &hybrid_pmus[1],
		.rdpmc	= 1,
	}, {
		.name	= "cpu_atom",
		.kind	= PERF_X86_KIND_SMALL,
		.other	= &hybrid_pmus[0],
		.rdpmc	= 1,
	},
};

/**
 * perf_x86_hybrid_pmu - the PMU of this CPU's kind
 *
 * Return: the PMU, its counters not yet probed; NULL if the processor is not hybrid, or the
 * kind is not known.
 */
struct perf_x86_pmu *perf_x86_hybrid_pmu(void)
{
	u8 kind = get_this_hybrid_cpu_type();
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(hybrid_pmus); i++) {
		if (hybrid_pmus[i].kind == kind)
			return &hybrid_pmus[i];
	}
	return NULL;
}
