/* SPDX-License-Identifier: GPL-2.0 */
/* Counters whose event needs a register that other CPUs use as well. */
#ifndef _ARCH_X86_EVENTS_CLAIM_H
#define _ARCH_X86_EVENTS_CLAIM_H

#include "counters.h"

struct perf_x86_claims *perf_x86_claims_of(u32 domain);
bool perf_x86_claim_assign(struct perf_x86_cpu *cpu, u64 allowed, struct perf_assign_path *path);
void perf_x86_unclaim(struct perf_x86_cpu *cpu, unsigned int counter);

#endif /* _ARCH_X86_EVENTS_CLAIM_H */
