// SPDX-License-Identifier: GPL-2.0
/*
 * Access to the performance monitor registers of the e500 family by number.
 *
 * mfpmr() and mtpmr() need a constant register number, so access by number is a list of cases.
 *
 * Owns: perf_pmr_fake, which tests set. No locks.
 * Context: any, IRQs off, on the CPU whose registers are accessed.
 *
 * Hardware facts: PowerPC e500 Core Family Reference Manual, chapter "Performance Monitor", table
 * of the supervisor-level PMRs; e6500 Core Reference Manual, for counters 4 and 5.
 */
#include <linux/bug.h>

#include "pmr.h"

#ifdef CONFIG_PERF_EVENTS_KUNIT_TEST
DEFINE_STATIC_KEY_FALSE(perf_pmr_fake_key);
struct perf_pmr_fake *perf_pmr_fake;

static struct perf_pmr_fake *perf_pmr_faked(void)
{
	return static_branch_unlikely(&perf_pmr_fake_key) ? perf_pmr_fake : NULL;
}
#else
static struct perf_pmr_fake *perf_pmr_faked(void)
{
	return NULL;
}
#endif

/*
 * asm/reg_fsl_emb.h has mfpmr() and mtpmr(), but the compiler drops mtpmr(), whose value is an
 * output of an asm that is not volatile, and may keep an old result of mfpmr().
 */
static __always_inline u32 perf_pmr_get(unsigned int pmr)
{
	u32 value;

	asm volatile(".machine push; .machine e300; mfpmr %0, %1; .machine pop"
		     : "=r" (value) : "i" (pmr));
	return value;
}

static __always_inline void perf_pmr_set(unsigned int pmr, u32 value)
{
	asm volatile(".machine push; .machine e300; mtpmr %0, %1; .machine pop"
		     : : "i" (pmr), "r" (value) : "memory");
}

static u32 perf_pmr_read_local(unsigned int pmr)
{
	switch (pmr) {
	case PMRN_PMC0:
		return perf_pmr_get(PMRN_PMC0);
	case PMRN_PMC1:
		return perf_pmr_get(PMRN_PMC1);
	case PMRN_PMC2:
		return perf_pmr_get(PMRN_PMC2);
	case PMRN_PMC3:
		return perf_pmr_get(PMRN_PMC3);
	case PMRN_PMC4:
		return perf_pmr_get(PMRN_PMC4);
	case PMRN_PMC5:
		return perf_pmr_get(PMRN_PMC5);
	case PMRN_PMGC0:
		return perf_pmr_get(PMRN_PMGC0);
	case PMRN_PMLCA0:
		return perf_pmr_get(PMRN_PMLCA0);
	case PMRN_PMLCA1:
		return perf_pmr_get(PMRN_PMLCA1);
	case PMRN_PMLCA2:
		return perf_pmr_get(PMRN_PMLCA2);
	case PMRN_PMLCA3:
		return perf_pmr_get(PMRN_PMLCA3);
	case PMRN_PMLCA4:
		return perf_pmr_get(PMRN_PMLCA4);
	case PMRN_PMLCA5:
		return perf_pmr_get(PMRN_PMLCA5);
	case PMRN_PMLCB0:
		return perf_pmr_get(PMRN_PMLCB0);
	case PMRN_PMLCB1:
		return perf_pmr_get(PMRN_PMLCB1);
	case PMRN_PMLCB2:
		return perf_pmr_get(PMRN_PMLCB2);
	case PMRN_PMLCB3:
		return perf_pmr_get(PMRN_PMLCB3);
	case PMRN_PMLCB4:
		return perf_pmr_get(PMRN_PMLCB4);
	case PMRN_PMLCB5:
		return perf_pmr_get(PMRN_PMLCB5);
	default:
		WARN_ON_ONCE(1);
		return 0;
	}
}

/**
 * perf_pmr_read() - read a register
 * @pmr: number of the register, of the supervisor's set
 *
 * Return: its value; that of a counter may be changing.
 */
u32 perf_pmr_read(unsigned int pmr)
{
	struct perf_pmr_fake *fake = perf_pmr_faked();

	if (unlikely(fake))
		return fake->read(fake, pmr);
	return perf_pmr_read_local(pmr);
}

static void perf_pmr_write_local(unsigned int pmr, u32 value)
{
	switch (pmr) {
	case PMRN_PMLCA0:
		perf_pmr_set(PMRN_PMLCA0, value);
		break;
	case PMRN_PMLCA1:
		perf_pmr_set(PMRN_PMLCA1, value);
		break;
	case PMRN_PMLCA2:
		perf_pmr_set(PMRN_PMLCA2, value);
		break;
	case PMRN_PMLCA3:
		perf_pmr_set(PMRN_PMLCA3, value);
		break;
	case PMRN_PMLCA4:
		perf_pmr_set(PMRN_PMLCA4, value);
		break;
	case PMRN_PMLCA5:
		perf_pmr_set(PMRN_PMLCA5, value);
		break;
	case PMRN_PMLCB0:
		perf_pmr_set(PMRN_PMLCB0, value);
		break;
	case PMRN_PMLCB1:
		perf_pmr_set(PMRN_PMLCB1, value);
		break;
	case PMRN_PMLCB2:
		perf_pmr_set(PMRN_PMLCB2, value);
		break;
	case PMRN_PMLCB3:
		perf_pmr_set(PMRN_PMLCB3, value);
		break;
	case PMRN_PMLCB4:
		perf_pmr_set(PMRN_PMLCB4, value);
		break;
	case PMRN_PMLCB5:
		perf_pmr_set(PMRN_PMLCB5, value);
		break;
	default:
		WARN_ON_ONCE(1);
	}
}

/**
 * perf_pmr_write() - write a register
 * @pmr:   its number, of the supervisor's set
 * @value: its new value
 */
void perf_pmr_write(unsigned int pmr, u32 value)
{
	struct perf_pmr_fake *fake = perf_pmr_faked();

	if (unlikely(fake)) {
		fake->write(fake, pmr, value);
		return;
	}
	switch (pmr) {
	case PMRN_PMC0:
		perf_pmr_set(PMRN_PMC0, value);
		break;
	case PMRN_PMC1:
		perf_pmr_set(PMRN_PMC1, value);
		break;
	case PMRN_PMC2:
		perf_pmr_set(PMRN_PMC2, value);
		break;
	case PMRN_PMC3:
		perf_pmr_set(PMRN_PMC3, value);
		break;
	case PMRN_PMC4:
		perf_pmr_set(PMRN_PMC4, value);
		break;
	case PMRN_PMC5:
		perf_pmr_set(PMRN_PMC5, value);
		break;
	case PMRN_PMGC0:
		perf_pmr_set(PMRN_PMGC0, value);
		break;
	default:
		perf_pmr_write_local(pmr, value);
	}
}
