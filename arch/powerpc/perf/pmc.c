// SPDX-License-Identifier: GPL-2.0
/*
 * Reading and writing the counters, and where a CPU's state lies.
 *
 * Special purpose registers have their number in the instruction, so what reads or
 * writes "counter n" is a list of cases. Nothing else here. The numbers differ between
 * processors of 32 and 64 bits, their names do not.
 *
 * Owns: perf_power_cpu. No locks.
 * Context: any, IRQs off, on the CPU that is meant.
 */
#include <linux/bug.h>

#include <asm/reg.h>

#include "hw.h"

/* Processors of 32 bits have six counters at most, and no name for more: none is read. */
#ifndef SPRN_PMC7
#define SPRN_PMC7	793
#define SPRN_PMC8	794
#endif

DEFINE_PER_CPU(struct perf_power_cpu, perf_power_cpu);

/**
 * perf_power_read_pmc() - read a counter
 * @counter: from 0
 *
 * Return: what it holds, while it may be counting.
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
 * @value:   what it goes on from
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
