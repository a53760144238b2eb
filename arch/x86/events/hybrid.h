/* SPDX-License-Identifier: GPL-2.0 */
/* Processors with CPUs of several kinds. */
#ifndef _ARCH_X86_EVENTS_HYBRID_H
#define _ARCH_X86_EVENTS_HYBRID_H

#include <linux/types.h>

struct cpuinfo_x86;
struct perf_x86_pmu;

/*
 * Kinds of CPUs: the first two as CPUID leaf 1AH returns them (Intel SDM volume 2, CPUID,
 * "Hybrid Information"); the others are numbers that the leaf does not use.
 * PERF_X86_KIND_LOWPOWER: small CPUs with fewer counters than the other small ones.
 */
#define PERF_X86_KIND_SMALL	0x20
#define PERF_X86_KIND_BIG	0x40
#define PERF_X86_KIND_LOWPOWER	0xfe
#define PERF_X86_KIND_OTHER	0xff

u8 perf_x86_hybrid_kind(const struct cpuinfo_x86 *cpu, u32 eax);
u8 perf_x86_hybrid_kind_here(void);
struct perf_x86_pmu *perf_x86_hybrid_pmu(void);

#endif /* _ARCH_X86_EVENTS_HYBRID_H */
