/* SPDX-License-Identifier: GPL-2.0 */
/* Counters that have overflowed. */
#ifndef _ARCH_X86_EVENTS_NMI_H
#define _ARCH_X86_EVENTS_NMI_H

#include "counters.h"

int perf_x86_handle_overflows(struct perf_x86_pmu *pmu, struct pt_regs *regs);
void perf_x86_rearm(struct perf_x86_cpu *cpu, struct perf_event *event);
void perf_x86_stop_counter(struct perf_x86_cpu *cpu, struct perf_event *event);

#endif /* _ARCH_X86_EVENTS_NMI_H */
