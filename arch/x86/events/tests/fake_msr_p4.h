/* SPDX-License-Identifier: GPL-2.0 */
/* The Pentium 4's counters in memory, for tests. */
#ifndef _ARCH_X86_EVENTS_FAKE_MSR_P4_H
#define _ARCH_X86_EVENTS_FAKE_MSR_P4_H

#include "fake_msr.h"

bool perf_x86_fake_p4_write(struct perf_x86_fake_file *file, u32 msr, u64 value);
const char *perf_x86_fake_p4_cccr_fault(u64 value);
int perf_x86_fake_p4_escr(unsigned int counter, u64 cccr);
bool perf_x86_fake_p4_counts(const struct perf_x86_fake_file *file, unsigned int counter,
			     u64 code, bool user);
bool perf_x86_fake_p4_interrupts(const struct perf_x86_fake_file *file, unsigned int counter);

#endif /* _ARCH_X86_EVENTS_FAKE_MSR_P4_H */
