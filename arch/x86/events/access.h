/* SPDX-License-Identifier: GPL-2.0 */
/*
 * perf_x86_rdmsr(), perf_x86_wrmsr(), perf_x86_rdpmc() and perf_x86_unmask_nmi(): access to the
 * counters' registers and to their entry of the local APIC.
 *
 * perf_x86_pmu::fake, set by tests only, replaces the registers by memory. Without
 * CONFIG_PERF_EVENTS_KUNIT_TEST, or while perf_x86_fake_key is off, an access is the
 * instruction and nothing else.
 */
#ifndef _ARCH_X86_EVENTS_ACCESS_H
#define _ARCH_X86_EVENTS_ACCESS_H

#include <linux/jump_label.h>

#include <asm/apic.h>
#include <asm/msr.h>

#include "counters.h"

/**
 * struct perf_x86_fake - registers made of memory, for tests
 * @read_msr:   return the value of an MSR
 * @write_msr:  set the value of an MSR
 * @read_pmc:   return the value that RDPMC would read with @operand
 * @unmask_nmi: unmask the counters' interrupt
 *
 * Context: IRQs off.
 */
struct perf_x86_fake {
	u64	(*read_msr)(struct perf_x86_fake *fake, u32 msr);
	void	(*write_msr)(struct perf_x86_fake *fake, u32 msr, u64 value);
	u64	(*read_pmc)(struct perf_x86_fake *fake, u32 operand);
	void	(*unmask_nmi)(struct perf_x86_fake *fake);
};

#ifdef CONFIG_PERF_EVENTS_KUNIT_TEST
DECLARE_STATIC_KEY_FALSE(perf_x86_fake_key);

static __always_inline struct perf_x86_fake *perf_x86_fake(const struct perf_x86_pmu *pmu)
{
	return static_branch_unlikely(&perf_x86_fake_key) ? pmu->fake : NULL;
}
#else
static __always_inline struct perf_x86_fake *perf_x86_fake(const struct perf_x86_pmu *pmu)
{
	return NULL;
}
#endif

static __always_inline u64 perf_x86_rdmsr(const struct perf_x86_pmu *pmu, u32 msr)
{
	struct perf_x86_fake *fake = perf_x86_fake(pmu);
	u64 value;

	if (unlikely(fake))
		return fake->read_msr(fake, msr);
	rdmsrl(msr, value);
	return value;
}

static __always_inline void perf_x86_wrmsr(const struct perf_x86_pmu *pmu, u32 msr, u64 value)
{
	struct perf_x86_fake *fake = perf_x86_fake(pmu);

	if (unlikely(fake))
		fake->write_msr(fake, msr, value);
	else
		wrmsrl(msr, value);
}

static __always_inline u64 perf_x86_rdpmc(const struct perf_x86_pmu *pmu, u32 operand)
{
	struct perf_x86_fake *fake = perf_x86_fake(pmu);
	u64 value;

	if (unlikely(fake))
		return fake->read_pmc(fake, operand);
	rdpmcl(operand, value);
	return value;
}

/* Unmask the counters' interrupt, as an NMI. IRQs are off. */
static __always_inline void perf_x86_unmask_nmi(const struct perf_x86_pmu *pmu)
{
	struct perf_x86_fake *fake = perf_x86_fake(pmu);

	if (unlikely(fake)) {
		fake->unmask_nmi(fake);
		return;
	}
#ifdef CONFIG_X86_LOCAL_APIC
	apic_write(APIC_LVTPC, APIC_DM_NMI);
#endif
}

#endif /* _ARCH_X86_EVENTS_ACCESS_H */
