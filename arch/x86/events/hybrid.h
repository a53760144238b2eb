/* SPDX-License-Identifier: GPL-2.0 */
/* Processors with CPUs of two kinds. */
#ifndef _ARCH_X86_EVENTS_HYBRID_H
#define _ARCH_X86_EVENTS_HYBRID_H

struct perf_x86_pmu;

/* CPU kinds returned by CPUID leaf 1AH (Intel SDM volume 2, CPUID, "Hybrid Information"). */
#define PERF_X86_KIND_SMALL	0x20
#define PERF_X86_KIND_BIG	0x40

struct perf_x86_pmu *perf_x86_hybrid_pmu(void);

#endif /* _ARCH_X86_EVENTS_HYBRID_H */
