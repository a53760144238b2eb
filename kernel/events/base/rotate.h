/* SPDX-License-Identifier: GPL-2.0 */
/* The timer that multiplexes flexible groups. */
#ifndef _KERNEL_EVENTS_ROTATE_H
#define _KERNEL_EVENTS_ROTATE_H

#include "base/context_types.h"

void perf_rotate_arm(struct perf_cpu_pmu_context *cpc);
void perf_rotate_stop(struct perf_cpu_pmu_context *cpc);
void perf_rotate_set_interval(struct pmu *pmu, ktime_t interval);

#endif /* _KERNEL_EVENTS_ROTATE_H */
