// SPDX-License-Identifier: GPL-2.0
/*
 * Access to the registers of the performance monitor of a 32-bit processor.
 *
 * Context: any, IRQs off, on the CPU that is meant.
 *
 * Hardware facts: the manuals that selectors.c names. An interrupt is due while a counter
 * that may interrupt is negative and MMCR0[PMXE] is set; taking it clears PMXE.
 */
#include <linux/perf_event.h>

#include <asm/barrier.h>
#include <asm/cputable.h>
#include <asm/pmc.h>
#include <asm/reg.h>
#include <asm/synch.h>

#include "hw.h"
#include "sampled.h"
#include "selectors.h"

/**
 * perf_power_freeze_all() - stop all counters, and let them interrupt no more
 *
 * That a counter has overflowed can still be seen in it.
 */
void perf_power_freeze_all(void)
{
	mtspr(SPRN_MMCR0, (mfspr(SPRN_MMCR0) | MMCR0_FC) & ~MMCR0_PMXE);
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
	/* With two counters, MMCR0 has it all. */
	if (model->counters > 2)
		mtspr(SPRN_MMCR1, regs->mmcr1);
	if (model->code_bits & PERF_SEL_MULTIPLIER)
		mtspr(SPRN_MMCR2, regs->mmcr2);
}

/**
 * perf_power_run() - let the counters count
 * @mmcr0:            MMCR0, not frozen
 * @overflow_pending: a counter is negative, and so will interrupt
 */
void perf_power_run(u64 mmcr0, bool overflow_pending)
{
	mb(); /* counters and selections are written */
	mtspr(SPRN_MMCR0, mmcr0);
	isync();
}

/**
 * perf_power_read_sampled() - where the processor was when a counter overflowed
 * @cpu:     this CPU
 * @regs:    what was interrupted
 * @sampled: filled in
 *
 * While the kernel has interrupts off this one comes late, and SIA tells better; it does
 * not tell the mode.
 */
void perf_power_read_sampled(const struct perf_power_cpu *cpu, const struct pt_regs *regs,
			     struct perf_sampled *sampled)
{
	unsigned long sia = mfspr(SPRN_SIA);

	*sampled = (struct perf_sampled) {
		.regs		= regs,
		.address	= sia,
		.misc		= PERF_RECORD_MISC_KERNEL,
		.use_siar	= !user_mode(regs) && is_kernel_addr(sia),
	};
}

/**
 * perf_power_read_reg() - one of the registers that samples may carry
 * @idx: number in enum perf_event_powerpc_regs
 *
 * Return: 0, there are none.
 */
u64 perf_power_read_reg(int idx)
{
	return 0;
}
