/* SPDX-License-Identifier: GPL-2.0 */
/* Reservation of the counters against other users. */
#ifndef _ARCH_X86_EVENTS_RESERVE_H
#define _ARCH_X86_EVENTS_RESERVE_H

#include "counters.h"

int perf_x86_reserve(struct perf_x86_pmu *pmu);
void perf_x86_unreserve(struct perf_x86_pmu *pmu);
bool perf_x86_in_use(void);

#endif /* _ARCH_X86_EVENTS_RESERVE_H */
