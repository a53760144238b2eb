/* SPDX-License-Identifier: GPL-2.0 */
/* PMUs as devices on the event_source bus. */
#ifndef _KERNEL_EVENTS_PMU_SYSFS_H
#define _KERNEL_EVENTS_PMU_SYSFS_H

struct pmu;

int perf_pmu_sysfs_add(struct pmu *pmu);
void perf_pmu_sysfs_remove(struct pmu *pmu);
int perf_pmu_sysfs_start(void);

#endif /* _KERNEL_EVENTS_PMU_SYSFS_H */
