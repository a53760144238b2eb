// SPDX-License-Identifier: GPL-2.0
/*
 * The counters of the e500 family: perf_power_cpu, and what hw.c and pmc.c do on other processors.
 *
 * Owns: perf_power_cpu. No locks.
 * Context: any, IRQs off, on the CPU whose registers are accessed.
 *
 * Hardware facts: PowerPC e500 Core Family Reference Manual, chapter "Performance Monitor": an
 * interrupt is due while PMGC0[PMIE] is set and a counter with PMLCa[CE] is negative. With
 * PMGC0[FCECE] the first such counter sets PMGC0[FAC], which freezes all of them. A write to a PMR
 * takes effect after a context synchronising instruction.
 */
#include <linux/perf_event.h>

#include <asm/barrier.h>
#include <asm/synch.h>

#include "hw.h"
#include "pmc.h"
#include "pmr.h"
#include "sampled.h"

DEFINE_PER_CPU(struct perf_power_cpu, perf_power_cpu);

/**
 * perf_power_read_pmc() - read a counter
 * @counter: from 0
 *
 * Return: its value, which may be changing.
 */
u32 perf_power_read_pmc(unsigned int counter)
{
	return perf_pmr_read(PERF_PMR_PMC(counter));
}

/**
 * perf_power_write_pmc() - write a counter
 * @counter: from 0
 * @value:   value to count on from
 */
void perf_power_write_pmc(unsigned int counter, u32 value)
{
	perf_pmr_write(PERF_PMR_PMC(counter), value);
}

/**
 * perf_power_freeze_all() - stop all counters and their interrupts
 *
 * A counter that has overflowed stays negative.
 */
void perf_power_freeze_all(void)
{
	perf_pmr_write(PMRN_PMGC0, (perf_pmr_read(PMRN_PMGC0) | PMGC0_FAC) & ~PMGC0_PMIE);
	isync(); /* the counters hold all counts up to here */
}

/**
 * perf_power_load_regs() - write the control registers
 * @model: processor
 * @regs:  control registers; perf_power_unfreeze() writes PMGC0
 *
 * The counters are frozen.
 */
void perf_power_load_regs(const struct perf_power_model *model, const struct perf_power_regs *regs)
{
	unsigned int counter;

	for (counter = 0; counter < model->counters; counter++) {
		perf_pmr_write(PERF_PMR_PMLCB(counter), regs->pmlcb[counter]);
		perf_pmr_write(PERF_PMR_PMLCA(counter), regs->pmlca[counter]);
	}
}

/**
 * perf_power_unfreeze() - let the counters count
 * @pmgc0:            PMGC0, not frozen
 * @overflow_pending: unused: a negative counter interrupts once PMGC0[PMIE] is set
 */
void perf_power_unfreeze(u64 pmgc0, bool overflow_pending)
{
	isync(); /* counters and selections are written */
	perf_pmr_write(PMRN_PMGC0, pmgc0);
	isync();
}

/**
 * perf_power_read_sampled() - the sampling registers at an overflow, of which there are none
 * @cpu:     this CPU
 * @regs:    registers at the interrupt
 * @sampled: filled in: @regs have the address and the mode
 */
void perf_power_read_sampled(const struct perf_power_cpu *cpu, const struct pt_regs *regs,
			     struct perf_power_sampled *sampled)
{
	*sampled = (struct perf_power_sampled) { .regs = regs };
}

/**
 * perf_power_read_control() - read the control registers
 * @model: processor
 * @regs:  filled in
 */
void perf_power_read_control(const struct perf_power_model *model, struct perf_power_regs *regs)
{
	unsigned int counter;

	*regs = (struct perf_power_regs) { .mmcr0 = perf_pmr_read(PMRN_PMGC0) };
	for (counter = 0; counter < model->counters; counter++) {
		regs->pmlca[counter] = perf_pmr_read(PERF_PMR_PMLCA(counter));
		regs->pmlcb[counter] = perf_pmr_read(PERF_PMR_PMLCB(counter));
	}
}

/**
 * perf_power_read_reg() - read a register that samples may carry
 * @idx: number in enum perf_event_powerpc_regs
 *
 * Return: 0, as there is none on these processors.
 */
u64 perf_power_read_reg(int idx)
{
	return 0;
}
