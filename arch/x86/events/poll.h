/* SPDX-License-Identifier: GPL-2.0 */
/* Periodic reads of counters that wrap without an interrupt. */
#ifndef _ARCH_X86_EVENTS_POLL_H
#define _ARCH_X86_EVENTS_POLL_H

#include "counters.h"

void perf_x86_poll_init(struct perf_x86_cpu *cpu);
void perf_x86_poll_arm(struct perf_x86_cpu *cpu);
void perf_x86_poll_cancel(struct perf_x86_cpu *cpu);

#endif /* _ARCH_X86_EVENTS_POLL_H */
