// SPDX-License-Identifier: GPL-2.0
/*
 * Access to the registers of the performance monitor.
 *
 * Special purpose registers have their number in the instruction, so what reads or
 * writes "counter n" is a list of cases. Nothing else here.
 *
 * Context: any, IRQs off, on the CPU that is meant.
 *
 * Hardware facts: Power ISA 3.1 book III, chapter "Performance Monitor Facility": a
 * write to MMCR0 that freezes the counters takes effect after a context synchronising
 * instruction; PMAO tells of an alert, and writing it as 1 makes one, but for the first
 * POWER8s (CPU_FTR_PMAO_BUG).
 */
#include <linux/perf_event.h>

#include <asm/barrier.h>
#include <asm/cputable.h>
#include <asm/hw_irq.h>
#include <asm/reg.h>
#include <asm/synch.h>

#include "hw.h"

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
	default:
		WARN_ON_ONCE(1);
	}
}

/**
 * perf_power_freeze_all() - stop all counters, and let them interrupt no more
 *
 * An alert that is pending is dropped: that its counter has overflowed can still be
 * seen in the counter.
 */
void perf_power_freeze_all(void)
{
	mtspr(SPRN_MMCR0, (mfspr(SPRN_MMCR0) | MMCR0_FC) & ~(MMCR0_PMXE | MMCR0_PMAO));
	mb(); /* what is counted before is in the counters */
	isync();
}

/**
 * perf_power_load() - say what is to be counted
 * @model: processor
 * @regs:  control registers; MMCR0 is left to perf_power_run()
 *
 * The counters are frozen.
 */
void perf_power_load(const struct perf_power_model *model, const struct perf_power_regs *regs)
{
	mtspr(SPRN_MMCRA, regs->mmcra & ~MMCRA_SAMPLE_ENABLE);
	mtspr(SPRN_MMCR1, regs->mmcr1);
	if (model->has_207)
		mtspr(SPRN_MMCR2, regs->mmcr2);
	if (model->has_31)
		mtspr(SPRN_MMCR3, regs->mmcr3);
	/* Sampling may begin only when it is settled what is sampled. */
	if (regs->mmcra & MMCRA_SAMPLE_ENABLE) {
		mb(); /* the selections are written */
		mtspr(SPRN_MMCRA, regs->mmcra);
	}
}

/*
 * Some POWER8 do not interrupt when an alert is written to MMCR0. There the sixth counter
 * is made to overflow, which does: it counts cycles, and has two to go. None of the others
 * counts meanwhile. That the alert is written as well, afterwards, keeps it pending.
 */
static void perf_power_provoke_alert(void)
{
	u32 cycles = perf_power_read_pmc(5);
	u64 mmcr2 = mfspr(SPRN_MMCR2);
	unsigned int patience = 1000;

	/* Not to be taken before the counter is what it was again. */
	hard_irq_disable();
	/* All but the last of six rows of nine bits: frozen in each mode. */
	mtspr(SPRN_MMCR2, GENMASK_ULL(63, 63 - 9 * 5 + 1));
	perf_power_write_pmc(5, PERF_PMC_OVERFLOWED - 2);
	mb(); /* as below */
	mtspr(SPRN_MMCR0, MMCR0_PMXE | MMCR0_FCECE | MMCR0_PMCjCE | MMCR0_C56RUN);
	while (!(mfspr(SPRN_MMCR0) & MMCR0_PMAO) && --patience)
		cpu_relax();
	mtspr(SPRN_MMCR0, MMCR0_FC | MMCR0_PMAO);
	isync();
	perf_power_write_pmc(5, cycles);
	mtspr(SPRN_MMCR2, mmcr2);
}

/**
 * perf_power_run() - let the counters count
 * @mmcr0:            MMCR0, not frozen
 * @overflow_pending: a counter has overflowed whose interrupt was dropped: make one
 */
void perf_power_run(u64 mmcr0, bool overflow_pending)
{
	if (overflow_pending) {
		if (cpu_has_feature(CPU_FTR_PMAO_BUG))
			perf_power_provoke_alert();
		mmcr0 |= MMCR0_PMAO;
	}
	mb(); /* counters and selections are written */
	mtspr(SPRN_MMCR0, mmcr0);
}

/**
 * perf_power_read_reg() - one of the registers that samples may carry
 * @idx: number in enum perf_event_powerpc_regs
 *
 * Return: what it holds; 0 for one that is none of the counters' registers.
 */
u64 perf_power_read_reg(int idx)
{
	switch (idx) {
	case PERF_REG_POWERPC_PMC1 ... PERF_REG_POWERPC_PMC6:
		return perf_power_read_pmc(idx - PERF_REG_POWERPC_PMC1);
	case PERF_REG_POWERPC_SIAR:
		return mfspr(SPRN_SIAR);
	case PERF_REG_POWERPC_SDAR:
		return mfspr(SPRN_SDAR);
	case PERF_REG_POWERPC_MMCR3:
		return mfspr(SPRN_MMCR3);
	case PERF_REG_POWERPC_MMCR2:
		return mfspr(SPRN_MMCR2);
	case PERF_REG_POWERPC_MMCR1:
		return mfspr(SPRN_MMCR1);
	case PERF_REG_POWERPC_MMCR0:
		return mfspr(SPRN_MMCR0);
	default:
		return 0;
	}
}
