/* SPDX-License-Identifier: GPL-2.0 */
/* Top-down metrics (Intel). */
#ifndef _ARCH_X86_EVENTS_TOPDOWN_H
#define _ARCH_X86_EVENTS_TOPDOWN_H

#include "feature.h"

struct cpuinfo_x86;

extern const struct perf_x86_feature perf_x86_topdown;

void perf_x86_topdown_probe(struct perf_x86_pmu *pmu, const struct cpuinfo_x86 *cpu);

#endif /* _ARCH_X86_EVENTS_TOPDOWN_H */
