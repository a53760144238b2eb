// SPDX-License-Identifier: GPL-2.0
/*
 * Event codes to the control registers of the e500 family.
 *
 * Each counter has registers of its own, PMLCa and PMLCb, so events share nothing but counters.
 *
 * Owns nothing: pure functions over const tables. Context: any.
 *
 * Hardware facts: PowerPC e500 Core Family Reference Manual, chapter "Performance Monitor",
 * sections on PMGC0, PMLCa and PMLCb.
 */
#include <asm/reg.h>

#include "model.h"

/**
 * perf_power_demand_add_modes() - add the modes that an event counts in to a demand
 * @model:  processor
 * @attrs:  the event's attributes
 * @demand: unchanged: each counter is frozen by mode separately
 */
void perf_power_demand_add_modes(const struct perf_power_model *model,
				 const struct perf_power_attrs *attrs,
				 struct perf_power_demand *demand)
{
}

/**
 * perf_power_regs_begin() - control registers that count nothing
 * @model: processor
 * @regs:  filled in; PMGC0, in the field of MMCR0, has counting and interrupts on
 */
void perf_power_regs_begin(const struct perf_power_model *model, struct perf_power_regs *regs)
{
	*regs = (struct perf_power_regs) { .mmcr0 = PMGC0_PMIE | PMGC0_FCECE };
}

/**
 * perf_power_regs_idle() - freeze a counter
 * @model:        processor
 * @regs:         changed
 * @counter:      from 0
 * @kernel_is_hv: unused
 */
void perf_power_regs_idle(const struct perf_power_model *model, struct perf_power_regs *regs,
			  unsigned int counter, bool kernel_is_hv)
{
	regs->pmlca[counter] = PMLCA_FC;
}

/**
 * perf_power_regs_add() - have a counter count an event
 * @model:        processor
 * @regs:         changed
 * @attrs:        the event's attributes
 * @counter:      from 0
 * @kernel_is_hv: unused: a kernel below a hypervisor is supervisor in both cases
 */
void perf_power_regs_add(const struct perf_power_model *model, struct perf_power_regs *regs,
			 const struct perf_power_attrs *attrs, unsigned int counter,
			 bool kernel_is_hv)
{
	regs->pmlca[counter] = PMLCA_CE;
	if (attrs->exclude_user)
		regs->pmlca[counter] |= PMLCA_FCU;
	if (attrs->exclude_kernel)
		regs->pmlca[counter] |= PMLCA_FCS;
	model->encode(regs, attrs->code, attrs->config1, counter);
}
