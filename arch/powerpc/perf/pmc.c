// SPDX-License-Identifier: GPL-2.0
/*
 * Access to the counters, and struct perf_power_cpu.
 *
 * mtspr() and mfspr() need a constant register number, so access to a counter by number is a
 * list of cases. The register numbers differ between 32-bit and 64-bit processors, their SPRN_*
 * names do not.
 *
 * Owns: perf_power_cpu. No locks.
 * Context: any, IRQs off, on the CPU whose counters are accessed.
 */
#include <linux/bug.h>

#include <asm/reg.h>

#include "pmc.h"

/* A 32-bit processor has six counters at most: SPRN_PMC7 and SPRN_PMC8 are not accessed there. */
#ifndef SPRN_PMC7
#define SPRN_PMC7	793
#define SPRN_PMC8	794
#endif

DEFINE_PER_CPU(struct perf_power_cpu, perf_power_cpu);

/**
 * perf_power_read_pmc() - read a counter
 * @counter: from 0
 *
 * Return: its value, which may be changing.
 */
u32 perf_power_read_pmc(unsigned int counter)
{
	switch (counter) {
	case 0:
		return mfspr(SPRN_PMC1);
	case 1:
		return mfspr(SPRN_PMC2);
	case 2:
		return mfspr(SPRN_PMC3);
	case 3:
		return mfspr(SPRN_PMC4);
	case 4:
		return mfspr(SPRN_PMC5);
	case 5:
		return mfspr(SPRN_PMC6);
	case 6:
		return mfspr(SPRN_PMC7);
	case 7:
		return mfspr(SPRN_PMC8);
	default:
		WARN_ON_ONCE(1);
		return 0;
	}
}

/**
 * perf_power_write_pmc() - write a counter
 * @counter: from 0
 * @value:   value to count on from
 */
void perf_power_write_pmc(unsigned int counter, u32 value)
{
	switch (counter) {
	case 0:
		mtspr(SPRN_PMC1, value);
		break;
	case 1:
		mtspr(SPRN_PMC2, value);
		break;
	case 2:
		mtspr(SPRN_PMC3, value);
		break;
	case 3:
		mtspr(SPRN_PMC4, value);
		break;
	case 4:
		mtspr(SPRN_PMC5, value);
		break;
	case 5:
		mtspr(SPRN_PMC6, value);
		break;
	case 6:
		mtspr(SPRN_PMC7, value);
		break;
	case 7:
		mtspr(SPRN_PMC8, value);
		break;
	default:
		WARN_ON_ONCE(1);
	}
}
