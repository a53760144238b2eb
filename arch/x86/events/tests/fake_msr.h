/* SPDX-License-Identifier: GPL-2.0 */
/* Counters in memory, for tests. */
#ifndef _ARCH_X86_EVENTS_FAKE_MSR_H
#define _ARCH_X86_EVENTS_FAKE_MSR_H

#include "access.h"

/* The longest table of struct perf_x86_extra */
#define FAKE_EXTRAS	4

/**
 * struct perf_x86_fake_file - the registers of one CPU, and a record of their accesses
 * @fake:          for perf_x86_pmu::fake
 * @pmu:           PMU with the addresses of the registers
 * @narrow:        a write to a general counter sign-extends bit 31
 * @select:        selecting registers
 * @value:         counters
 * @fixed_select:  fields of the fixed counters
 * @global_ctrl:   global enable bits
 * @status:        overflows that have not been acknowledged
 * @stuck:         status bits that cannot be acknowledged
 * @escr:          Pentium 4: ESCRs, by address from 0x3a0
 * @tags:          Pentium 4: MSR_IA32_PEBS_ENABLE and MSR_P4_PEBS_MATRIX_VERT
 * @second_thread: Pentium 4: the CPU is the second thread of its core
 * @extra:         extra registers of events, by counter
 * @upper_status:  AMD: the overflow of a pair of counters sets the upper one's status bit
 * @metrics:       Intel: MSR_PERF_METRICS
 * @shares:        what it becomes when slots are counted
 * @carry:         Pentium 4: counters that have counted since they were written
 * @unreliable:    Nehalem: counters with another event since the last reset
 * @reset:         Nehalem: the last thing that was enabled was the reset
 * @force_abort:   MSR_TSX_FORCE_ABORT
 * @select_writes: writes to selecting registers of any kind
 * @unmasks:       how often the interrupt was unmasked
 * @fault:         first access that real hardware would not have allowed
 */
struct perf_x86_fake_file {
	struct perf_x86_fake		fake;
	const struct perf_x86_pmu	*pmu;
	bool				narrow;
	u64				select[PERF_X86_GENERAL];
	u64				value[X86_PMC_IDX_MAX];
	u64				fixed_select;
	u64				global_ctrl;
	u64				status;
	u64				stuck;
	u64				extra[FAKE_EXTRAS];
	bool				upper_status;
	u64				metrics;
	u64				shares;
	u64				carry;
	u64				unreliable;
	bool				reset;
	u64				force_abort;
	u32				escr[0x42];
	u32				tags[2];
	bool				second_thread;
	unsigned int			select_writes;
	unsigned int			unmasks;
	const char			*fault;
};

void perf_x86_fake_attach(struct perf_x86_fake_file *file, struct perf_x86_pmu *pmu, bool narrow);
bool perf_x86_fake_happen(struct perf_x86_fake_file *file, u64 code, u64 amount, bool user);

#endif /* _ARCH_X86_EVENTS_FAKE_MSR_H */
