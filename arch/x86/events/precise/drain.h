/* SPDX-License-Identifier: GPL-2.0 */
/* Making samples of all records in a CPU's buffer. */
#ifndef _ARCH_X86_EVENTS_PRECISE_DRAIN_H
#define _ARCH_X86_EVENTS_PRECISE_DRAIN_H

#include "counters.h"

void perf_x86_precise_drain(struct perf_x86_cpu *cpu, struct pt_regs *interrupted);
void perf_x86_precise_drain_now(struct perf_x86_cpu *cpu);

#endif /* _ARCH_X86_EVENTS_PRECISE_DRAIN_H */
