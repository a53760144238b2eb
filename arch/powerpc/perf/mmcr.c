// SPDX-License-Identifier: GPL-2.0
/*
 * Event codes to the control registers of a 64-bit processor.
 *
 * Owns nothing: pure functions over const tables. Context: any.
 *
 * Hardware facts: Power ISA 3.0B and 3.1, book III, chapter "Performance Monitor
 * Facility", sections on MMCR0, MMCR1 and MMCR2.
 */
#include <asm/reg.h>

#include "branch.h"
#include "ebb.h"
#include "model.h"

/* MMCR2 has nine bits for each counter, from the highest down. */
#define PERF_MMCR2_BIT(_bit, _counter)	BIT_ULL((_bit) - 9 * (_counter))
#define PERF_MMCR2_FCS(_counter)	PERF_MMCR2_BIT(63, _counter)
#define PERF_MMCR2_FCP(_counter)	PERF_MMCR2_BIT(62, _counter)
#define PERF_MMCR2_FCWAIT(_counter)	PERF_MMCR2_BIT(58, _counter)
#define PERF_MMCR2_FCH(_counter)	PERF_MMCR2_BIT(57, _counter)

/**
 * perf_power_demand_add_modes() - add the modes that an event counts in to a demand
 * @model:  processor
 * @attrs:  the event's attributes
 * @demand: filled in by perf_power_demand_init(); changed
 *
 * Without @model->has_207, counters cannot be frozen one by one, so events have to agree on the
 * modes. This does not apply to @model->free_running counters, which always count: an event that
 * samples or excludes a mode is not assigned to them.
 */
void perf_power_demand_add_modes(const struct perf_power_model *model,
				 const struct perf_power_attrs *attrs,
				 struct perf_power_demand *demand)
{
	u64 modes = attrs->exclude_user | attrs->exclude_kernel << 1 | attrs->exclude_hv << 2 |
		    attrs->exclude_idle << 3;
	unsigned int i;

	if (model->has_207)
		return;
	for (i = 0; i < demand->number; i++) {
		if (demand->choice[i].counters & model->free_running) {
			if (modes || attrs->samples)
				demand->choice[i].counters = 0;
			continue;
		}
		demand->choice[i].mask |= GENMASK_ULL(63, PERF_POWER_FREEZE_BITS);
		demand->choice[i].value |= modes << PERF_POWER_FREEZE_BITS;
	}
}

/**
 * perf_power_sdar_is_valid() - test if SDAR belongs to the sampled instruction
 * @model: processor without SIER
 * @mmcra: MMCRA when the counters stopped
 *
 * A marked instruction may have accessed no data; SDAR then belongs to an earlier one.
 *
 * Return: false if @mmcra marks SDAR as invalid.
 */
bool perf_power_sdar_is_valid(const struct perf_power_model *model, u64 mmcra)
{
	return !(mmcra & MMCRA_SAMPLE_ENABLE) || !model->mmcra_sdar ||
	       (mmcra & model->mmcra_sdar);
}

/**
 * perf_power_siar_is_valid() - test if SIAR is the address of the sampled instruction
 * @model: processor without SIER
 * @mmcra: MMCRA when the counters stopped
 *
 * Return: false if a marked instruction was to be sampled, and @mmcra marks SIAR as invalid.
 */
bool perf_power_siar_is_valid(const struct perf_power_model *model, u64 mmcra)
{
	return !(mmcra & MMCRA_SAMPLE_ENABLE) || !model->mmcra_siar ||
	       (mmcra & model->mmcra_siar);
}

/**
 * perf_power_slot_offset() - offset of the marked instruction from the sampled address
 * @model: processor
 * @mmcra: MMCRA when the counters stopped; sampling is enabled
 *
 * Return: the offset in bytes.
 */
unsigned int perf_power_slot_offset(const struct perf_power_model *model, u64 mmcra)
{
	u64 slot;

	if (!model->mmcra_slot)
		return 0;
	slot = (mmcra & model->mmcra_slot) >> __ffs64(model->mmcra_slot);
	return slot > 1 ? 4 * (slot - 1) : 0;
}

/**
 * perf_power_regs_begin() - control registers that count nothing
 * @model: processor
 * @regs:  filled in; MMCR0 has counting and interrupts on
 */
void perf_power_regs_begin(const struct perf_power_model *model, struct perf_power_regs *regs)
{
	*regs = (struct perf_power_regs) {
		.mmcr0 = model->mmcr0 | MMCR0_PMXE | MMCR0_FCECE,
		.mmcra = model->mmcra,
	};
	if (!model->selects_in_mmcr0)
		regs->mmcr0 |= MMCR0_FC56;
}

static void perf_power_regs_freeze_one(struct perf_power_regs *regs,
				       const struct perf_power_attrs *attrs,
				       unsigned int counter, bool kernel_is_hv)
{
	if (attrs->exclude_user)
		regs->mmcr2 |= PERF_MMCR2_FCP(counter);
	/* With @kernel_is_hv, PERF_MMCR2_FCH() freezes the kernel: no hypervisor is below it. */
	if (attrs->exclude_kernel)
		regs->mmcr2 |= kernel_is_hv ? PERF_MMCR2_FCH(counter) : PERF_MMCR2_FCS(counter);
	if (attrs->exclude_hv && !kernel_is_hv)
		regs->mmcr2 |= PERF_MMCR2_FCH(counter);
	if (attrs->exclude_idle)
		regs->mmcr2 |= PERF_MMCR2_FCWAIT(counter);
}

static void perf_power_regs_freeze_all(const struct perf_power_model *model,
				       struct perf_power_regs *regs,
				       const struct perf_power_attrs *attrs, bool kernel_is_hv)
{
	if (attrs->exclude_user)
		regs->mmcr0 |= MMCR0_FCP;
	if (attrs->exclude_kernel)
		regs->mmcr0 |= kernel_is_hv ? MMCR0_FCHV : MMCR0_FCS;
	if (attrs->exclude_hv && !kernel_is_hv)
		regs->mmcr0 |= MMCR0_FCHV;
	if (attrs->exclude_idle && !model->selects_in_mmcr0)
		regs->mmcr0 |= MMCR0_FCWAIT;
}

/**
 * perf_power_regs_idle() - have a counter count nothing
 * @model:        processor
 * @regs:         changed
 * @counter:      from 0
 * @kernel_is_hv: the kernel runs in hypervisor state
 *
 * Without @model->has_207, @counter is not frozen but has no event selected: code 0 selects
 * nothing on every such processor.
 */
void perf_power_regs_idle(const struct perf_power_model *model, struct perf_power_regs *regs,
			  unsigned int counter, bool kernel_is_hv)
{
	static const struct perf_power_attrs frozen = {
		.exclude_user = true, .exclude_kernel = true, .exclude_hv = true,
	};

	if (model->has_207)
		perf_power_regs_freeze_one(regs, &frozen, counter, kernel_is_hv);
	else if (counter < 4 || model->counters == 8)
		model->encode(regs, 0, 0, counter);
}

/**
 * perf_power_regs_add() - have a counter count an event
 * @model:        processor
 * @regs:         changed
 * @attrs:        the event's attributes; @attrs->code is the code that was chosen
 * @counter:      from 0
 * @kernel_is_hv: the kernel runs in hypervisor state
 *
 * With six counters, the last two count one event each, while the run latch is set: the thread is
 * not idle. @model->mmcr0 may have MMCR0_C56RUN, by which they count always.
 */
void perf_power_regs_add(const struct perf_power_model *model, struct perf_power_regs *regs,
			 const struct perf_power_attrs *attrs, unsigned int counter,
			 bool kernel_is_hv)
{
	if (model->has_207)
		perf_power_regs_freeze_one(regs, attrs, counter, kernel_is_hv);
	else
		perf_power_regs_freeze_all(model, regs, attrs, kernel_is_hv);
	if (attrs->ebb)
		perf_power_ebb_regs(regs);
	if (attrs->branches)
		perf_power_branch_regs(regs, attrs);
	if (!(model->free_running & BIT(counter)))
		regs->mmcr0 |= counter ? MMCR0_PMCjCE : MMCR0_PMC1CE;
	if (counter >= 4 && model->counters == 6) {
		regs->mmcr0 &= ~MMCR0_FC56;
		return;
	}
	model->encode(regs, attrs->code, attrs->config1, counter);
}
