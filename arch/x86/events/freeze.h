/* SPDX-License-Identifier: GPL-2.0 */
/* Counters that stop in system management mode. */
#ifndef _ARCH_X86_EVENTS_FREEZE_H
#define _ARCH_X86_EVENTS_FREEZE_H

struct attribute_group;
struct perf_x86_pmu;

extern const struct attribute_group perf_x86_freeze_group;

void perf_x86_freeze_here(const struct perf_x86_pmu *pmu);

#endif /* _ARCH_X86_EVENTS_FREEZE_H */
