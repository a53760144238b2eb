/* SPDX-License-Identifier: GPL-2.0 */
/* CPUID leaves 0AH and 23H: the counters of a CPU. */
#ifndef _ARCH_X86_EVENTS_LEAF_H
#define _ARCH_X86_EVENTS_LEAF_H

#include <linux/types.h>

#include <asm/perf_event.h>

struct cpuinfo_x86;

/**
 * struct perf_x86_leaf - what CPUID returns about a CPU's counters
 * @eax:         leaf 0AH: version, number and width of the general counters
 * @ebx:         leaf 0AH: mask of missing architectural events
 * @fixed_mask:  leaf 0AH: mask of fixed counters (version 5)
 * @edx:         leaf 0AH: number and width of the fixed counters
 * @own_general: leaf 23H, subleaf 1: mask of general counters; 0: the CPU lacks the leaf
 * @own_fixed:   the same for fixed counters
 */
struct perf_x86_leaf {
	union cpuid10_eax	eax;
	unsigned int		ebx;
	unsigned int		fixed_mask;
	union cpuid10_edx	edx;
	unsigned int		own_general;
	unsigned int		own_fixed;
};

int perf_x86_leaf_read(struct perf_x86_leaf *leaf, const struct cpuinfo_x86 *cpu);
u64 perf_x86_leaf_counters(const struct perf_x86_leaf *leaf, const struct cpuinfo_x86 *cpu,
			   u8 kind);

#endif /* _ARCH_X86_EVENTS_LEAF_H */
