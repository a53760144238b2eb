/* SPDX-License-Identifier: GPL-2.0 */
/* The CPUs that share one instance of a PMU's counters (pmu::scope). */
#ifndef _KERNEL_EVENTS_PMU_SCOPE_H
#define _KERNEL_EVENTS_PMU_SCOPE_H

#include <linux/cpumask.h>
#include <linux/perf_event.h>
#include <linux/topology.h>

/* CPUs whose contexts may count; an outgoing CPU is cleared before its events move. */
extern struct cpumask perf_online_cpus;

/**
 * perf_pmu_scope_cpus - the CPUs that share counters with a CPU
 * @pmu: any PMU; with PERF_PMU_SCOPE_NONE a CPU shares with no other
 * @cpu: the CPU
 *
 * Context: any.
 * Return: the CPUs, online or not.
 */
static inline const struct cpumask *perf_pmu_scope_cpus(const struct pmu *pmu, int cpu)
{
	/* From the widest to the narrowest. */
	switch (pmu->scope) {
	case PERF_PMU_SCOPE_SYS_WIDE:
		return cpu_possible_mask;
	case PERF_PMU_SCOPE_PKG:
		return topology_core_cpumask(cpu);
	case PERF_PMU_SCOPE_DIE:
		return topology_die_cpumask(cpu);
	case PERF_PMU_SCOPE_CLUSTER:
		return topology_cluster_cpumask(cpu);
	case PERF_PMU_SCOPE_CORE:
		return topology_sibling_cpumask(cpu);
	default:
		return cpumask_of(cpu);
	}
}

/**
 * perf_pmu_scope_target - the CPU that counts for all CPUs that share counters
 * @pmu: any PMU
 * @cpu: one of the CPUs
 *
 * Context: any; a caller that needs a stable result excludes CPU hotplug.
 * Return: the first CPU in perf_online_cpus; nr_cpu_ids or more if there is none.
 */
static inline unsigned int perf_pmu_scope_target(const struct pmu *pmu, int cpu)
{
	return cpumask_first_and(perf_pmu_scope_cpus(pmu, cpu), &perf_online_cpus);
}

#endif /* _KERNEL_EVENTS_PMU_SCOPE_H */
