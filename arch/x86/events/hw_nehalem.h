/* SPDX-License-Identifier: GPL-2.0 */
/* Nehalem and Westmere: counters that must be reset when an event is selected. */
#ifndef _ARCH_X86_EVENTS_HW_NEHALEM_H
#define _ARCH_X86_EVENTS_HW_NEHALEM_H

#include "counters.h"

#define PERF_X86_RESET_COUNTERS	4

extern const struct perf_x86_enable_ops perf_x86_enable_nehalem;
extern const struct perf_x86_regs perf_x86_nehalem_regs;
extern const u32 perf_x86_reset_selects[PERF_X86_RESET_COUNTERS];

bool perf_x86_needs_reset(u32 cpu);

#endif /* _ARCH_X86_EVENTS_HW_NEHALEM_H */
