/* SPDX-License-Identifier: GPL-2.0 */
/* Counter reads by user space, with RDPMC. */
#ifndef _ARCH_X86_EVENTS_RDPMC_H
#define _ARCH_X86_EVENTS_RDPMC_H

#include "counters.h"

struct mm_struct;

void perf_x86_rdpmc_mapped(struct perf_event *event, struct mm_struct *mm);
void perf_x86_rdpmc_unmapped(struct perf_event *event, struct mm_struct *mm);
int perf_x86_rdpmc_user_index(struct perf_event *event);
int perf_x86_rdpmc_set_policy(struct perf_x86_pmu *pmu, unsigned long policy);

#endif /* _ARCH_X86_EVENTS_RDPMC_H */
