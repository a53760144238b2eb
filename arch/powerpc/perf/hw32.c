// SPDX-License-Identifier: GPL-2.0
/*
 * Access to the registers of the performance monitor of a 32-bit processor.
 *
 * Context: any, IRQs off, on the CPU whose registers are accessed.
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
#include "model.h"
#include "pmc.h"
#include "sampled.h"
#include "selectors.h"

/**
 * perf_power_freeze_all() - stop all counters and their interrupts
 *
 * A counter that has overflowed stays negative.
 */
void perf_power_freeze_all(void)
{
	mtspr(SPRN_MMCR0, (mfspr(SPRN_MMCR0) | MMCR0_FC) & ~MMCR0_PMXE);
	mb(); /* the counters hold all counts up to here */
	isync();
}

/**
 * perf_power_load_regs() - write the control registers
 * @model: processor
 * @regs:  control registers; perf_power_unfreeze() writes MMCR0
 *
 * The counters are frozen.
 */
void perf_power_load_regs(const struct perf_power_model *model, const struct perf_power_regs *regs)
{
	/* A processor with two counters has MMCR0 only. */
	if (model->counters > 2)
		mtspr(SPRN_MMCR1, regs->mmcr1);
	if (model->code_bits & PERF_SEL_MULTIPLIER)
		mtspr(SPRN_MMCR2, regs->mmcr2);
}

/**
 * perf_power_unfreeze() - let the counters count
 * @mmcr0:            MMCR0, not frozen
 * @overflow_pending: unused: a negative counter interrupts once MMCR0[PMXE] is set
 */
void perf_power_unfreeze(u64 mmcr0, bool overflow_pending)
{
	mb(); /* counters and selections are written */
	mtspr(SPRN_MMCR0, mmcr0);
	isync();
}

/**
 * perf_power_read_sampled() - read the sampling registers at an overflow
 * @cpu:     this CPU
 * @regs:    registers at the interrupt
 * @sampled: filled in
 *
 * While the kernel has interrupts off the counters' interrupt comes late, so a kernel address in
 * SIA is better than that of @regs. SIA has no mode with it: @sampled->misc is the kernel's.
 */
void perf_power_read_sampled(const struct perf_power_cpu *cpu, const struct pt_regs *regs,
			     struct perf_power_sampled *sampled)
{
	unsigned long sia = mfspr(SPRN_SIA);

	*sampled = (struct perf_power_sampled) {
		.regs		= regs,
		.address	= sia,
		.misc		= PERF_RECORD_MISC_KERNEL,
		.use_siar	= !user_mode(regs) && is_kernel_addr(sia),
	};
}

/**
 * perf_power_read_control() - read the control registers
 * @model: processor
 * @regs:  filled in; those that @model does not have are 0
 */
void perf_power_read_control(const struct perf_power_model *model, struct perf_power_regs *regs)
{
	*regs = (struct perf_power_regs) { .mmcr0 = mfspr(SPRN_MMCR0) };
	if (model->counters > 2)
		regs->mmcr1 = mfspr(SPRN_MMCR1);
	if (model->code_bits & PERF_SEL_MULTIPLIER)
		regs->mmcr2 = mfspr(SPRN_MMCR2);
}

/**
 * perf_power_read_reg() - read a register that samples may carry
 * @idx: number in enum perf_event_powerpc_regs
 *
 * Return: 0, as there is none on a 32-bit processor.
 */
u64 perf_power_read_reg(int idx)
{
	return 0;
}
