/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Access to the performance monitor registers (PMRs) of the e500 family.
 *
 * perf_pmr_fake, set by tests only, replaces the registers by memory. Without
 * CONFIG_PERF_EVENTS_KUNIT_TEST, or while perf_pmr_fake_key is off, an access is the instruction.
 */
#ifndef _ARCH_POWERPC_PERF_PMR_H
#define _ARCH_POWERPC_PERF_PMR_H

#include <linux/jump_label.h>

#include <asm/reg.h>

/* In each group of registers, that of the counter with number @_counter, from 0. */
#define PERF_PMR_PMC(_counter)		(PMRN_PMC0 + (_counter))
#define PERF_PMR_PMLCA(_counter)	(PMRN_PMLCA0 + (_counter))
#define PERF_PMR_PMLCB(_counter)	(PMRN_PMLCB0 + (_counter))

/**
 * struct perf_pmr_fake - registers made of memory, for tests
 * @read:  return the value of a PMR
 * @write: set the value of a PMR
 *
 * Context: IRQs off.
 */
struct perf_pmr_fake {
	u32	(*read)(struct perf_pmr_fake *fake, unsigned int pmr);
	void	(*write)(struct perf_pmr_fake *fake, unsigned int pmr, u32 value);
};

#ifdef CONFIG_PERF_EVENTS_KUNIT_TEST
DECLARE_STATIC_KEY_FALSE(perf_pmr_fake_key);
extern struct perf_pmr_fake *perf_pmr_fake;
#endif

u32 perf_pmr_read(unsigned int pmr);
void perf_pmr_write(unsigned int pmr, u32 value);

#endif /* _ARCH_POWERPC_PERF_PMR_H */
