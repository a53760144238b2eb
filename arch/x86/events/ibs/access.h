/* SPDX-License-Identifier: GPL-2.0 */
/*
 * perf_ibs_rdmsr() and perf_ibs_wrmsr(): access to the units' registers.
 *
 * perf_ibs::fake, set by tests only, replaces the registers by memory.
 */
#ifndef _ARCH_X86_EVENTS_IBS_ACCESS_H
#define _ARCH_X86_EVENTS_IBS_ACCESS_H

#include <linux/kconfig.h>

#include <asm/msr.h>

#include "ibs/ibs.h"

/**
 * struct perf_ibs_fake - registers made of memory, for tests
 * @read:  return the value of an MSR
 * @write: set the value of an MSR
 *
 * Context: IRQs off.
 */
struct perf_ibs_fake {
	u64	(*read)(struct perf_ibs_fake *fake, u32 msr);
	void	(*write)(struct perf_ibs_fake *fake, u32 msr, u64 value);
};

static __always_inline bool perf_ibs_is_fake(const struct perf_ibs *ibs)
{
	return IS_ENABLED(CONFIG_PERF_EVENTS_KUNIT_TEST) && unlikely(ibs->fake);
}

static __always_inline u64 perf_ibs_rdmsr(const struct perf_ibs *ibs, u32 msr)
{
	u64 value;

	if (perf_ibs_is_fake(ibs))
		return ibs->fake->read(ibs->fake, msr);
	rdmsrl(msr, value);
	return value;
}

static __always_inline void perf_ibs_wrmsr(const struct perf_ibs *ibs, u32 msr, u64 value)
{
	if (perf_ibs_is_fake(ibs))
		ibs->fake->write(ibs->fake, msr, value);
	else
		wrmsrl(msr, value);
}

#endif /* _ARCH_X86_EVENTS_IBS_ACCESS_H */
