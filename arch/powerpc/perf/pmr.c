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

/**
 * perf_pmr_read() - read a counter or PMGC0
 * @pmr: number of the register, of the supervisor's set
 *
 * Return: its value; that of a counter may be changing.
 */
u32 perf_pmr_read(unsigned int pmr)
{
	struct perf_pmr_fake *fake = perf_pmr_faked();

	if (unlikely(fake))
		return fake->read(fake, pmr);
	switch (pmr) {
	case PMRN_PMC0:
		return mfpmr(PMRN_PMC0);
	case PMRN_PMC1:
		return mfpmr(PMRN_PMC1);
	case PMRN_PMC2:
		return mfpmr(PMRN_PMC2);
	case PMRN_PMC3:
		return mfpmr(PMRN_PMC3);
	case PMRN_PMC4:
		return mfpmr(PMRN_PMC4);
	case PMRN_PMC5:
		return mfpmr(PMRN_PMC5);
	case PMRN_PMGC0:
		return mfpmr(PMRN_PMGC0);
	default:
		WARN_ON_ONCE(1);
		return 0;
	}
}

static void perf_pmr_write_local(unsigned int pmr, u32 value)
{
	switch (pmr) {
	case PMRN_PMLCA0:
		mtpmr(PMRN_PMLCA0, value);
		break;
	case PMRN_PMLCA1:
		mtpmr(PMRN_PMLCA1, value);
		break;
	case PMRN_PMLCA2:
		mtpmr(PMRN_PMLCA2, value);
		break;
	case PMRN_PMLCA3:
		mtpmr(PMRN_PMLCA3, value);
		break;
	case PMRN_PMLCA4:
		mtpmr(PMRN_PMLCA4, value);
		break;
	case PMRN_PMLCA5:
		mtpmr(PMRN_PMLCA5, value);
		break;
	case PMRN_PMLCB0:
		mtpmr(PMRN_PMLCB0, value);
		break;
	case PMRN_PMLCB1:
		mtpmr(PMRN_PMLCB1, value);
		break;
	case PMRN_PMLCB2:
		mtpmr(PMRN_PMLCB2, value);
		break;
	case PMRN_PMLCB3:
		mtpmr(PMRN_PMLCB3, value);
		break;
	case PMRN_PMLCB4:
		mtpmr(PMRN_PMLCB4, value);
		break;
	case PMRN_PMLCB5:
		mtpmr(PMRN_PMLCB5, value);
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
		mtpmr(PMRN_PMC0, value);
		break;
	case PMRN_PMC1:
		mtpmr(PMRN_PMC1, value);
		break;
	case PMRN_PMC2:
		mtpmr(PMRN_PMC2, value);
		break;
	case PMRN_PMC3:
		mtpmr(PMRN_PMC3, value);
		break;
	case PMRN_PMC4:
		mtpmr(PMRN_PMC4, value);
		break;
	case PMRN_PMC5:
		mtpmr(PMRN_PMC5, value);
		break;
	case PMRN_PMGC0:
		mtpmr(PMRN_PMGC0, value);
		break;
	default:
		perf_pmr_write_local(pmr, value);
	}
}
