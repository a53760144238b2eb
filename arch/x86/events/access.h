/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reading and writing the counters' registers.
 *
 * A PMU under test has registers made of memory. Where such a test is not built in,
 * or none has run, an access is the instruction and nothing else.
 */
#ifndef _ARCH_X86_EVENTS_ACCESS_H
#define _ARCH_X86_EVENTS_ACCESS_H

#include <linux/jump_label.h>

#include <asm/msr.h>

#include "counters.h"

/**
 * struct perf_x86_soft - registers made of memory
 * @read_msr: read the MSR
 * @write_msr: write it
 * @read_pmc: what RDPMC reads with that operand
 *
 * Context: IRQs off.
 */
struct perf_x86_soft {
	u64	(*read_msr)(struct perf_x86_soft *soft, u32 msr);
	void	(*write_msr)(struct perf_x86_soft *soft, u32 msr, u64 value);
	u64	(*read_pmc)(struct perf_x86_soft *soft, u32 operand);
};

#ifdef CONFIG_PERF_EVENTS_KUNIT_TEST
DECLARE_STATIC_KEY_FALSE(perf_x86_soft_key);

static __always_inline struct perf_x86_soft *perf_x86_soft(const struct perf_x86_unit *unit)
{
	return static_branch_unlikely(&perf_x86_soft_key) ? unit->soft : NULL;
}
#else
static __always_inline struct perf_x86_soft *perf_x86_soft(const struct perf_x86_unit *unit)
{
	return NULL;
}
#endif

static __always_inline u64 perf_x86_rdmsr(const struct perf_x86_unit *unit, u32 msr)
{
	struct perf_x86_soft *soft = perf_x86_soft(unit);
	u64 value;

	if (unlikely(soft))
		return soft->read_msr(soft, msr);
	rdmsrl(msr, value);
	return value;
}

static __always_inline void perf_x86_wrmsr(const struct perf_x86_unit *unit, u32 msr, u64 value)
{
	struct perf_x86_soft *soft = perf_x86_soft(unit);

	if (unlikely(soft))
		soft->write_msr(soft, msr, value);
	else
		wrmsrl(msr, value);
}

static __always_inline u64 perf_x86_rdpmc(const struct perf_x86_unit *unit, u32 operand)
{
	struct perf_x86_soft *soft = perf_x86_soft(unit);
	u64 value;

	if (unlikely(soft))
		return soft->read_pmc(soft, operand);
	rdpmcl(operand, value);
	return value;
}

#endif /* _ARCH_X86_EVENTS_ACCESS_H */
