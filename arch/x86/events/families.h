/* SPDX-License-Identifier: GPL-2.0 */
/* Detecting the processor's counters, one *_probe() function per vendor. */
#ifndef _ARCH_X86_EVENTS_FAMILIES_H
#define _ARCH_X86_EVENTS_FAMILIES_H

#include "counters.h"

struct cpuinfo_x86;
struct perf_x86_model;

extern const struct perf_x86_regs perf_x86_intel_regs_v1;
extern const struct perf_x86_regs perf_x86_intel_regs_v2;
extern const struct perf_x86_regs perf_x86_amd_regs_legacy;
extern const struct perf_x86_regs perf_x86_amd_regs_core;
extern const struct perf_x86_regs perf_x86_amd_regs_v2;
extern const struct perf_x86_regs perf_x86_p6_regs;
extern const struct perf_x86_regs perf_x86_knc_regs;
extern const struct perf_x86_regs perf_x86_pentium_regs;
extern const struct perf_x86_regs perf_x86_winchip_regs;
extern const struct perf_x86_regs perf_x86_c3_regs;

const struct perf_x86_model *perf_x86_zhaoxin_model(const struct cpuinfo_x86 *cpu);

/*
 * The *_probe() functions fill in @pmu's registers, counters, width and model. They return 0,
 * or -ENODEV if the processor has no counters, or none that are known.
 */
int perf_x86_intel_probe(struct perf_x86_pmu *pmu, const struct cpuinfo_x86 *cpu);
bool perf_x86_intel_has(const struct perf_x86_pmu *pmu, const struct cpuinfo_x86 *cpu);
int perf_x86_amd_probe(struct perf_x86_pmu *pmu, const struct cpuinfo_x86 *cpu);
int perf_x86_zhaoxin_probe(struct perf_x86_pmu *pmu, const struct cpuinfo_x86 *cpu);
int perf_x86_legacy_intel_probe(struct perf_x86_pmu *pmu, const struct cpuinfo_x86 *cpu);
int perf_x86_cyrix_probe(struct perf_x86_pmu *pmu, const struct cpuinfo_x86 *cpu);
int perf_x86_centaur_probe(struct perf_x86_pmu *pmu, const struct cpuinfo_x86 *cpu);

#endif /* _ARCH_X86_EVENTS_FAMILIES_H */
