/* SPDX-License-Identifier: GPL-2.0 */
/* The struct pmu of the CPU's counters. */
#ifndef _ARCH_X86_EVENTS_PMU_H
#define _ARCH_X86_EVENTS_PMU_H

#include "counters.h"

int perf_x86_pmu_init(struct perf_x86_pmu *pmu);
void perf_x86_pmu_free(struct perf_x86_pmu *pmu);
bool perf_x86_owns(const struct perf_event *event);

#endif /* _ARCH_X86_EVENTS_PMU_H */
