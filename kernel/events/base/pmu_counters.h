/* SPDX-License-Identifier: GPL-2.0 */
/* How many counters of a PMU are in use. */
#ifndef _KERNEL_EVENTS_PMU_COUNTERS_H
#define _KERNEL_EVENTS_PMU_COUNTERS_H

struct pmu;

/**
 * struct perf_counter_use - counters of a PMU in use on the CPU that uses most
 * @used:   events scheduled in, of programs and of the kernel
 * @kernel: those that kernel code has opened
 */
struct perf_counter_use {
	unsigned int	used;
	unsigned int	kernel;
};

void perf_pmu_counter_use(const struct pmu *pmu, struct perf_counter_use *use);

#endif /* _KERNEL_EVENTS_PMU_COUNTERS_H */
