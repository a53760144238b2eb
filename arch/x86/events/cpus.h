/* SPDX-License-Identifier: GPL-2.0 */
/* CPUs that have counters: hotplug, suspend and resume. */
#ifndef _ARCH_X86_EVENTS_CPUS_H
#define _ARCH_X86_EVENTS_CPUS_H

#include "counters.h"

struct perf_x86_cpu *perf_x86_this_cpu(void);
const struct perf_x86_pmu *perf_x86_boot_pmu(void);
int perf_x86_cpus_start(struct perf_x86_pmu *pmu, int (*probe)(struct perf_x86_pmu *pmu));

#endif /* _ARCH_X86_EVENTS_CPUS_H */
