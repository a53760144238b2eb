// SPDX-License-Identifier: GPL-2.0
/*
 * caps/counters in a PMU's folder in sysfs: how many counters a CPU has, and how many are in use.
 *
 * A driver that fills in pmu::nr_counters adds perf_pmu_counters_attr to its "caps" group. A
 * reader interrupts no CPU, and nothing is counted for it: the core has the number of scheduled
 * events in any case (perf_cpu_pmu_context::nr_active), and the events of the kernel are found
 * by a walk of the CPU's list.
 *
 * Locks: RCU. Context: task.
 */
#include <linux/cpumask.h>
#include <linux/device.h>
#include <linux/export.h>
#include <linux/perf_event.h>
#include <linux/rculist.h>
#include <linux/sysfs.h>

#include "base/context_types.h"
#include "base/pmu_counters.h"

static unsigned int perf_counters_used(const struct pmu *pmu, int cpu)
{
	return READ_ONCE(per_cpu_ptr(pmu->cpu_pmu_context, cpu)->nr_active);
}

/* Kernel code opens its counters for CPUs: the NMI watchdog, for example. */
static unsigned int perf_counters_of_kernel(const struct pmu *pmu, int cpu)
{
	const struct perf_cpu_context *cpuctx = per_cpu_ptr(&perf_cpu_context, cpu);
	const struct perf_event *event;
	unsigned int nr = 0;

	guard(rcu)();
	list_for_each_entry_rcu(event, &cpuctx->ctx.event_list, event_entry) {
		if (READ_ONCE(event->pmu) == pmu && event->attach_state & PERF_ATTACH_KERNEL &&
		    READ_ONCE(event->state) == PERF_EVENT_STATE_ACTIVE)
			nr++;
	}
	return nr;
}

/**
 * perf_pmu_counter_use - the counters in use on the CPU that uses most of them
 * @pmu: registered PMU
 * @use: result; other CPUs may use fewer, and the numbers may change at any time
 *
 * Context: task.
 */
void perf_pmu_counter_use(const struct pmu *pmu, struct perf_counter_use *use)
{
	int cpu;

	*use = (struct perf_counter_use) { };
	for_each_online_cpu(cpu) {
		use->used = max(use->used, perf_counters_used(pmu, cpu));
		use->kernel = max(use->kernel, perf_counters_of_kernel(pmu, cpu));
	}
}

/* Readers that perf_event_open() lets watch a whole CPU see how many counters others use. */
static ssize_t perf_pmu_counters_show(struct device *dev, struct device_attribute *attr,
				      char *page)
{
	const struct pmu *pmu = dev_get_drvdata(dev);
	struct perf_counter_use use;
	ssize_t len;

	len = sysfs_emit(page, "general %u\nfixed %u\n", pmu->nr_counters, pmu->nr_fixed);
	if (perf_allow_cpu())
		return len;
	perf_pmu_counter_use(pmu, &use);
	return len + sysfs_emit_at(page, len, "used %u\nkernel %u\n", use.used, use.kernel);
}

struct device_attribute perf_pmu_counters_attr = __ATTR(counters, 0444, perf_pmu_counters_show,
							NULL);
EXPORT_SYMBOL_GPL(perf_pmu_counters_attr);
