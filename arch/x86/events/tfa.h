/* SPDX-License-Identifier: GPL-2.0 */
/* A counter that microcode uses while transactions may succeed. */
#ifndef _ARCH_X86_EVENTS_TFA_H
#define _ARCH_X86_EVENTS_TFA_H

#include "counters.h"

struct attribute_group;

/* The counter, as a number and as a mask. */
#define PERF_X86_TFA_COUNTER	3
#define PERF_X86_TFA_COUNTERS	BIT_ULL(PERF_X86_TFA_COUNTER)

/* In MSR_TSX_FORCE_ABORT: all transactions abort, and microcode leaves the counter alone. */
#define PERF_X86_RTM_FORCE_ABORT BIT_ULL(0)

extern const struct perf_x86_enable_ops perf_x86_enable_tfa;
extern const struct attribute_group perf_x86_tfa_group;

void perf_x86_tfa_allow(struct perf_x86_pmu *pmu, bool allow);

#endif /* _ARCH_X86_EVENTS_TFA_H */
