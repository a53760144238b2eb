// SPDX-License-Identifier: GPL-2.0
/*
 * Making a perf sample of a unit's registers.
 *
 * The registers come from hardware, or from a hypervisor: an address is used only if its valid
 * bit is set and it is canonical.
 *
 * Owns: nothing. Locks: none.
 * Context: NMI.
 */
#include <linux/array_size.h>

#include <asm/processor.h>
#include <asm/segment.h>

#include "ibs/access.h"
#include "ibs/data.h"
#include "ibs/sample.h"

/* Registers that only some processors have, in the order of the raw data. */
static const struct {
	bool	is_op;
	u32	cap;
	u32	msr;
} perf_ibs_more[] = {
	{ false, PERF_IBS_CAP_FETCH_EXTENDED, MSR_AMD64_ICIBSEXTDCTL },
	{ true, PERF_IBS_CAP_BRANCH_TARGET, MSR_AMD64_IBSBRTARGET },
	{ true, PERF_IBS_CAP_OP_DATA4, MSR_AMD64_IBSOPDATA4 },
};

static void perf_ibs_read_more(const struct perf_ibs *ibs, struct perf_ibs_sample *sample)
{
	unsigned int i;
	u64 value;

	for (i = 0; i < ARRAY_SIZE(perf_ibs_more); i++) {
		if (perf_ibs_more[i].is_op != ibs->is_op || !(ibs->caps & perf_ibs_more[i].cap))
			continue;
		value = perf_ibs_rdmsr(ibs, perf_ibs_more[i].msr);
		sample->regs[sample->number++] = value;
	}
}

/**
 * perf_ibs_read_sample - read a unit's registers
 * @event:   event that has the unit, which has a sample
 * @control: the control register
 * @sample:  set
 *
 * Return: false if the sample must be dropped.
 */
bool perf_ibs_read_sample(const struct perf_event *event, u64 control,
			  struct perf_ibs_sample *sample)
{
	const struct perf_ibs *ibs = perf_ibs_of(event);
	unsigned int i;

	sample->caps = ibs->caps;
	sample->regs[0] = control;
	for (i = 1; i < ibs->registers; i++)
		sample->regs[i] = perf_ibs_rdmsr(ibs, ibs->control + i);
	sample->number = ibs->registers;
	if (event->attr.sample_type & PERF_SAMPLE_RAW)
		perf_ibs_read_more(ibs, sample);
	/* regs[1] is the address of the instruction in both units. */
	return !ibs->ignore_zero || sample->regs[PERF_IBS_FETCH_ADDR];
}

static bool perf_ibs_rip_is_valid(const struct perf_ibs *ibs,
				  const struct perf_ibs_sample *sample)
{
	union ibs_op_data data = { .val = sample->regs[PERF_IBS_OP_DATA] };

	if (ibs->is_op && ibs->caps & PERF_IBS_CAP_RIP_INVALID && data.op_rip_invalid)
		return false;
	return perf_ibs_is_canonical(sample->regs[PERF_IBS_OP_RIP]);
}

/**
 * perf_ibs_regs - set the registers of the interrupted code to the tagged instruction
 * @ibs:    the unit
 * @sample: its registers
 * @regs:   copy of the interrupted registers
 *
 * Only the address and the mode change: the NMI comes an instruction later or more. If the
 * address is not valid, @regs stay, without PERF_EFLAGS_EXACT.
 */
void perf_ibs_regs(const struct perf_ibs *ibs, const struct perf_ibs_sample *sample,
		   struct pt_regs *regs)
{
	const u64 ip = sample->regs[PERF_IBS_OP_RIP];
	const bool user = (s64)ip >= 0;

	regs->flags &= ~PERF_EFLAGS_EXACT;
	if (!perf_ibs_rip_is_valid(ibs, sample))
		return;
	/* The address is linear, without the segment's base. */
	if (regs->flags & X86_VM_MASK)
		regs->flags ^= PERF_EFLAGS_VM | X86_VM_MASK;
	if (user != user_mode(regs))
		regs->cs = user ? __USER_CS : __KERNEL_CS;
	regs->ip = ip;
	regs->flags |= PERF_EFLAGS_EXACT;
}

/* The fields of a sample that the op unit's registers have. */
static void perf_ibs_save_access(const struct perf_event *event,
				 const struct perf_ibs_sample *sample,
				 struct perf_sample_data *data)
{
	union ibs_op_data3 data3 = { .val = sample->regs[PERF_IBS_OP_DATA3] };
	const u64 type = event->attr.sample_type;
	const u64 addr = sample->regs[PERF_IBS_OP_ADDR];

	if (type & PERF_SAMPLE_DATA_SRC) {
		data->data_src = perf_ibs_data_src(sample);
		data->sample_flags |= PERF_SAMPLE_DATA_SRC;
	}
	if (type & PERF_SAMPLE_WEIGHT_TYPE &&
	    perf_ibs_weight(sample, &data->weight, type & PERF_SAMPLE_WEIGHT_STRUCT))
		data->sample_flags |= type & PERF_SAMPLE_WEIGHT_TYPE;
	if (type & PERF_SAMPLE_ADDR && data3.dc_lin_addr_valid && perf_ibs_is_canonical(addr)) {
		data->addr = addr;
		data->sample_flags |= PERF_SAMPLE_ADDR;
	}
	if (type & PERF_SAMPLE_PHYS_ADDR && data3.dc_phy_addr_valid) {
		data->phys_addr = sample->regs[PERF_IBS_OP_PHYS];
		data->sample_flags |= PERF_SAMPLE_PHYS_ADDR;
	}
}

/**
 * perf_ibs_overflow - pass a sample to the core
 * @event:  its period has ended
 * @sample: the unit's registers
 * @regs:   registers of the interrupted code
 *
 * The call chain starts at the interrupted code, whose stack it walks.
 *
 * Return: as perf_event_overflow().
 */
int perf_ibs_overflow(struct perf_event *event, struct perf_ibs_sample *sample,
		      struct pt_regs *regs)
{
	const struct perf_ibs *ibs = perf_ibs_of(event);
	const u64 type = event->attr.sample_type;
	struct pt_regs exact = *regs;
	struct perf_sample_data data;
	struct perf_raw_record raw = {
		.frag = {
			.data	= &sample->caps,
			.size	= sizeof(sample->caps) +
				  sample->number * sizeof(sample->regs[0]),
		},
	};

	perf_sample_data_init(&data, 0, event->hw.last_period);
	perf_ibs_regs(ibs, sample, &exact);
	if (type & PERF_SAMPLE_RAW)
		perf_sample_save_raw_data(&data, event, &raw);
	if (ibs->is_op)
		perf_ibs_save_access(event, sample, &data);
	if (type & PERF_SAMPLE_CALLCHAIN)
		perf_sample_save_callchain(&data, event, regs);
	return perf_event_overflow(event, &data, &exact);
}
