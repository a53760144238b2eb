/* SPDX-License-Identifier: GPL-2.0 */
/* Precise samples of Intel's processors (PEBS). */
#ifndef _ARCH_X86_EVENTS_PRECISE_PRECISE_H
#define _ARCH_X86_EVENTS_PRECISE_PRECISE_H

#include "counters.h"

struct cpuinfo_x86;
struct perf_guest_switch_msr;

#if defined(CONFIG_CPU_SUP_INTEL) && defined(CONFIG_X86_64)
void perf_x86_precise_probe(struct perf_x86_pmu *pmu, const struct cpuinfo_x86 *cpu);
void perf_x86_precise_attach(struct perf_x86_pmu *pmu, u64 capabilities);
int perf_x86_precise_setup(struct perf_event *event);
bool perf_x86_precise_guest(const struct perf_x86_cpu *cpu, struct perf_guest_switch_msr *msr);
#else
static inline void perf_x86_precise_probe(struct perf_x86_pmu *pmu, const struct cpuinfo_x86 *cpu)
{
}

static inline bool perf_x86_precise_guest(const struct perf_x86_cpu *cpu,
					  struct perf_guest_switch_msr *msr)
{
	return false;
}
#endif

#endif /* _ARCH_X86_EVENTS_PRECISE_PRECISE_H */
