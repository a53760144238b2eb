/* SPDX-License-Identifier: GPL-2.0 */
/* Branch records, for files that are below branch/ (see LEVELS). */
#ifndef _ARCH_X86_EVENTS_BRANCHES_H
#define _ARCH_X86_EVENTS_BRANCHES_H

#include <linux/types.h>

struct cpuinfo_x86;
struct perf_x86_pmu;

void perf_x86_branch_detect(struct perf_x86_pmu *pmu, const struct cpuinfo_x86 *cpu);
void perf_x86_branch_offer(const struct perf_x86_pmu *pmu);
bool perf_x86_branch_is_sampling(const struct perf_x86_pmu *pmu);
unsigned int perf_x86_branch_depth(const struct perf_x86_pmu *pmu);

#endif /* _ARCH_X86_EVENTS_BRANCHES_H */
