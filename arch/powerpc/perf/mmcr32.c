// SPDX-License-Identifier: GPL-2.0
/*
 * Event codes to the control registers of a 32-bit processor.
 *
 * MMCR0 selects the modes for all counters at once; there is no hypervisor.
 *
 * Owns nothing: pure functions over const tables. Context: any.
 *
 * Hardware facts: the manuals that selectors.c names, on MMCR0.
 */
#include <asm/reg.h>

#include "model.h"

/**
 * perf_power_demand_add_modes() - add the modes that an event counts in to a demand
 * @model:  processor
 * @attrs:  the event's attributes
 * @demand: filled in by perf_power_demand_init(); changed
 *
 * Events that count at the same time have to agree on the modes.
 */
void perf_power_demand_add_modes(const struct perf_power_model *model,
				 const struct perf_power_attrs *attrs,
				 struct perf_power_demand *demand)
{
	u64 modes = attrs->exclude_user | attrs->exclude_kernel << 1;
	unsigned int i;

	for (i = 0; i < demand->number; i++) {
		demand->choice[i].mask |= 3ULL << PERF_POWER_FREEZE_BITS;
		demand->choice[i].value |= modes << PERF_POWER_FREEZE_BITS;
	}
}

/**
 * perf_power_regs_begin() - control registers that count nothing
 * @model: processor
 * @regs:  filled in; MMCR0 has counting and interrupts on
 */
void perf_power_regs_begin(const struct perf_power_model *model, struct perf_power_regs *regs)
{
	*regs = (struct perf_power_regs) { .mmcr0 = MMCR0_PMXE | MMCR0_FCECE };
}

/**
 * perf_power_regs_idle() - have a counter count nothing
 * @model:        processor
 * @regs:         unchanged: a counter without a selector counts nothing
 * @counter:      from 0
 * @kernel_is_hv: false
 */
void perf_power_regs_idle(const struct perf_power_model *model, struct perf_power_regs *regs,
			  unsigned int counter, bool kernel_is_hv)
{
}

/**
 * perf_power_regs_add() - have a counter count an event
 * @model:        processor
 * @regs:         changed
 * @attrs:        the event's attributes; @attrs->code is the code that was chosen
 * @counter:      from 0
 * @kernel_is_hv: false
 */
void perf_power_regs_add(const struct perf_power_model *model, struct perf_power_regs *regs,
			 const struct perf_power_attrs *attrs, unsigned int counter,
			 bool kernel_is_hv)
{
	if (attrs->exclude_user)
		regs->mmcr0 |= MMCR0_FCP;
	if (attrs->exclude_kernel)
		regs->mmcr0 |= MMCR0_FCS;
	regs->mmcr0 |= counter ? MMCR0_PMCnCE : MMCR0_PMC1CE;
	model->encode(regs, attrs->code, attrs->config1, counter);
}
