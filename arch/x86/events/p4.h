/* SPDX-License-Identifier: GPL-2.0 */
/* The Pentium 4's counters: translation of events to registers. */
#ifndef _ARCH_X86_EVENTS_P4_H
#define _ARCH_X86_EVENTS_P4_H

#include "counters.h"

/**
 * enum perf_x86_p4_part - banks that a CPU may use
 * @P4_WHOLE:         all: the core has one thread
 * @P4_FIRST_THREAD:  banks of the first ESCRs
 * @P4_SECOND_THREAD: banks of the second ESCRs
 */
enum perf_x86_p4_part {
	P4_WHOLE,
	P4_FIRST_THREAD,
	P4_SECOND_THREAD,
};

#define P4_PARTS	3

extern const struct perf_x86_enable_ops perf_x86_enable_cccr;
extern const struct perf_x86_regs perf_x86_p4_regs;
extern const struct perf_assign_bank *const perf_x86_p4_banks[P4_PARTS];

static inline bool perf_x86_is_p4(const struct perf_x86_pmu *pmu)
{
	return pmu->regs.enable == &perf_x86_enable_cccr;
}

int perf_x86_p4_translate(const struct perf_x86_pmu *pmu, struct perf_event *event, u64 code);
u32 perf_x86_p4_escr_msr(unsigned int selector);
u64 perf_x86_p4_cccr(const struct perf_x86_cpu *cpu, unsigned int counter);
void perf_x86_p4_hold(struct perf_x86_cpu *cpu, unsigned int counter);
void perf_x86_p4_resume(struct perf_x86_cpu *cpu, unsigned int counter);
void perf_x86_p4_reset(struct perf_x86_cpu *cpu, enum perf_x86_p4_part part);

#endif /* _ARCH_X86_EVENTS_P4_H */
