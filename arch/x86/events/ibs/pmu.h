/* SPDX-License-Identifier: GPL-2.0 */
/* The struct pmu operations of a unit. */
#ifndef _ARCH_X86_EVENTS_IBS_PMU_H
#define _ARCH_X86_EVENTS_IBS_PMU_H

#include "ibs/ibs.h"

int perf_ibs_pmu_init(struct perf_ibs *ibs);
void perf_ibs_pmu_free(struct perf_ibs *ibs);

#endif /* _ARCH_X86_EVENTS_IBS_PMU_H */
