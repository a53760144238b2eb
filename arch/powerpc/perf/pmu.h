/* SPDX-License-Identifier: GPL-2.0 */
/* perf_power_pmu_init(): the CPU's counters as a struct pmu. */
#ifndef _ARCH_POWERPC_PERF_PMU_H
#define _ARCH_POWERPC_PERF_PMU_H

struct perf_power_model;
struct pmu;

int perf_power_pmu_init(struct pmu *pmu, const struct perf_power_model *model);

#endif /* _ARCH_POWERPC_PERF_PMU_H */
