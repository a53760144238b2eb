/* SPDX-License-Identifier: GPL-2.0 */
/* cpu-clock and task-clock. */
#ifndef _KERNEL_EVENTS_PMUS_CLOCK_PMU_H
#define _KERNEL_EVENTS_PMUS_CLOCK_PMU_H

#include <linux/perf_event.h>

int perf_clock_pmus_register(void);
void perf_clock_pmu_fix_period(struct perf_event *event);

#endif /* _KERNEL_EVENTS_PMUS_CLOCK_PMU_H */
