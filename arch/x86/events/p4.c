// SPDX-License-Identifier: GPL-2.0
/*
 * The Pentium 4's counters: translation of events to registers.
 *
 * The 18 counters form four groups. An ESCR selects an event; each unit of the processor
 * has two ESCRs. A group's counters reach the ESCRs of some units: half of the counters
 * the first ESCRs, the other half the second ones. So half a group is a struct
 * perf_assign_bank, and the ESCRs are its selectors. A counter's CCCR selects one ESCR of
 * its bank (P4_CCCR_SELECT), and how the counter counts.
 *
 * Two threads of a core share all of these. The first thread uses the first ESCRs and their
 * counters, the second thread the others, so neither touches a register of the other; then
 * an event with a single ESCR cannot be counted. That is so of tagged replays
 * (perf_x86_p4_metrics[]), since the registers that choose the tags are the core's.
 *
 * P4_CCCR_OVF stays set until the CCCR is written, and raises the interrupt again when the
 * local APIC's entry is unmasked; perf_x86_p4_switch() clears it before. A counter is not
 * written while it counts. A write may leave the carry of an event that was about to be
 * counted in its upper bits, so it is repeated (erratum N15: perf_x86_regs::write_twice).
 *
 * Owns: ESCRs, CCCRs, and assignment.banks of struct perf_x86_cpu. No locks.
 * Context: on the CPU, IRQs off, or NMI; perf_x86_p4_translate(): task.
 *
 * Hardware facts: Intel SDM volume 3, "Performance Monitoring (Processors Based on Intel
 * NetBurst Microarchitecture)", with its table of counters and the CCCRs and ESCRs that go
 * with them, and "Performance Monitoring and Intel Hyper-Threading Technology in Processors
 * Based on Intel NetBurst Microarchitecture"; Intel Pentium 4 Processor Specification Update,
 * "Writing a Performance Counter May Result in Incorrect Value" (N15).
 */
#include <linux/bitfield.h>
#include <linux/nospec.h>
#include <linux/perf_event.h>

#include <asm/processor.h>

#include "access.h"
#include "hw.h"
#include "models_p4.h"
#include "p4.h"

/* perf_x86_p4_escrs[unit]: MSR of its first ESCR; the second one is the next MSR. */
static const u16 perf_x86_p4_escrs[P4_UNITS] = {
	[P4_BSU]	= MSR_P4_BSU_ESCR0,
	[P4_FSB]	= MSR_P4_FSB_ESCR0,
	[P4_FIRM]	= MSR_P4_FIRM_ESCR0,
	[P4_FLAME]	= MSR_P4_FLAME_ESCR0,
	[P4_DAC]	= MSR_P4_DAC_ESCR0,
	[P4_MOB]	= MSR_P4_MOB_ESCR0,
	[P4_PMH]	= MSR_P4_PMH_ESCR0,
	[P4_SAAT]	= MSR_P4_SAAT_ESCR0,
	[P4_U2L]	= MSR_P4_U2L_ESCR0,
	[P4_BPU]	= MSR_P4_BPU_ESCR0,
	[P4_IS]		= MSR_P4_IS_ESCR0,
	[P4_ITLB]	= MSR_P4_ITLB_ESCR0,
	[P4_CRU0]	= MSR_P4_CRU_ESCR0,
	[P4_IQ]		= MSR_P4_IQ_ESCR0,
	[P4_RAT]	= MSR_P4_RAT_ESCR0,
	[P4_SSU]	= MSR_P4_SSU_ESCR0,
	[P4_MS]		= MSR_P4_MS_ESCR0,
	[P4_TBPU]	= MSR_P4_TBPU_ESCR0,
	[P4_TC]		= MSR_P4_TC_ESCR0,
	[P4_IX]		= MSR_P4_IX_ESCR0,
	[P4_ALF]	= MSR_P4_ALF_ESCR0,
	[P4_CRU2]	= MSR_P4_CRU_ESCR2,
	[P4_CRU4]	= MSR_P4_CRU_ESCR4,
};

/*
 * Half _n of each of the four groups: two counters, three in the last one. The higher counter
 * of the BPU's halves is broken: only the lower one is used (P4_BPU_LOWER).
 */
#define P4_BPU_LOWER		0x5ULL

#define P4_BPU_BANK(_n)							\
	{ .selectors = P4_SELECTOR(P4_BSU, _n) | P4_SELECTOR(P4_FSB, _n) |	\
		       P4_SELECTOR(P4_MOB, _n) | P4_SELECTOR(P4_PMH, _n) |	\
		       P4_SELECTOR(P4_BPU, _n) | P4_SELECTOR(P4_IS, _n) |	\
		       P4_SELECTOR(P4_ITLB, _n) | P4_SELECTOR(P4_IX, _n),	\
	  .counters = 0x00001ULL << (2 * (_n)) }
#define P4_MS_BANK(_n)							\
	{ .selectors = P4_SELECTOR(P4_MS, _n) | P4_SELECTOR(P4_TBPU, _n) |	\
		       P4_SELECTOR(P4_TC, _n),					\
	  .counters = 0x00030ULL << (2 * (_n)) }
#define P4_FLAME_BANK(_n)						\
	{ .selectors = P4_SELECTOR(P4_FIRM, _n) | P4_SELECTOR(P4_FLAME, _n) |	\
		       P4_SELECTOR(P4_DAC, _n) | P4_SELECTOR(P4_SAAT, _n) |	\
		       P4_SELECTOR(P4_U2L, _n),					\
	  .counters = 0x00300ULL << (2 * (_n)) }
#define P4_IQ_BANK(_n)							\
	{ .selectors = P4_SELECTOR(P4_CRU0, _n) | P4_SELECTOR(P4_IQ, _n) |	\
		       P4_SELECTOR(P4_RAT, _n) | P4_SELECTOR(P4_SSU, _n) |	\
		       P4_SELECTOR(P4_ALF, _n) | P4_SELECTOR(P4_CRU2, _n) |	\
		       P4_SELECTOR(P4_CRU4, _n),				\
	  .counters = 0x03000ULL << (2 * (_n)) | 0x10000ULL << (_n) }

static const struct perf_assign_bank whole_banks[] = {
	P4_BPU_BANK(0), P4_MS_BANK(0), P4_FLAME_BANK(0), P4_IQ_BANK(0),
	P4_BPU_BANK(1), P4_MS_BANK(1), P4_FLAME_BANK(1), P4_IQ_BANK(1), { }
};

static const struct perf_assign_bank first_banks[] = {
	P4_BPU_BANK(0), P4_MS_BANK(0), P4_FLAME_BANK(0), P4_IQ_BANK(0), { }
};

static const struct perf_assign_bank second_banks[] = {
	P4_BPU_BANK(1), P4_MS_BANK(1), P4_FLAME_BANK(1), P4_IQ_BANK(1), { }
};

/* perf_assignment::banks of each part. */
const struct perf_assign_bank *const perf_x86_p4_banks[P4_PARTS] = {
	[P4_WHOLE]		= whole_banks,
	[P4_FIRST_THREAD]	= first_banks,
	[P4_SECOND_THREAD]	= second_banks,
};

static bool perf_x86_p4_is_shared(const struct perf_x86_pmu *pmu)
{
	return pmu->banks != whole_banks;
}

/*
 * Opening.
 */
static unsigned int perf_x86_p4_metric(u64 code)
{
	return FIELD_GET(P4_CODE_METRIC, code);
}

/* The ESCRs of an event. One that is tagged has one, since the tags are the core's. */
static u64 perf_x86_p4_escrs_of(const struct perf_x86_p4_event *row, u64 code)
{
	return row->flags & (perf_x86_p4_metric(code) ? P4_FIRST : P4_BOTH);
}

static int perf_x86_p4_check(const struct perf_x86_pmu *pmu, const struct perf_x86_p4_event *row,
			     u64 code)
{
	u64 escr = code >> P4_CODE_ESCR_SHIFT;

	if (perf_x86_p4_metric(code) >= (row->flags & P4_REPLAY ? PERF_X86_P4_METRICS : 1))
		return -EINVAL;
	if (FIELD_GET(P4_ESCR_MASK, escr) & ~row->mask)
		return -EINVAL;
	if ((row->flags & P4_LATER) && pmu->model == &perf_x86_p4_early)
		return -EINVAL;
	if (!perf_x86_p4_is_shared(pmu))
		return 0;
	if (perf_x86_p4_escrs_of(row, code) != P4_BOTH)
		return -EINVAL;
	/* P4_OF_CORE events count the other thread's events, hence another task's. */
	return row->flags & P4_OF_CORE ? perf_allow_cpu() : 0;
}

static u64 perf_x86_p4_selectors(const struct perf_x86_p4_event *row, u64 code)
{
	u64 escrs = perf_x86_p4_escrs_of(row, code), selectors = 0;

	if (escrs & P4_FIRST)
		selectors |= P4_SELECTOR(row->unit, 0);
	if (escrs & P4_SECOND)
		selectors |= P4_SELECTOR(row->unit, 1);
	return selectors;
}

static u64 perf_x86_p4_modes(const struct perf_event_attr *attr)
{
	u64 modes = 0;

	if (!attr->exclude_user)
		modes |= P4_ESCR_T0_USR;
	if (!attr->exclude_kernel)
		modes |= P4_ESCR_T0_OS;
	return modes;
}

/**
 * perf_x86_p4_translate - translate the code of an event to its registers
 * @pmu:   the PMU
 * @event: hw.config is set to CCCR and ESCR as the first thread needs them; its selectors
 *         are set with perf_x86_set_allowed()
 * @code:  a raw code, with no bit outside P4_RAW_MASK
 *
 * Libraries set the modes, the enable bit and P4_CCCR_SELECT in @code, which are ignored:
 * event->attr has the modes, perf_x86_p4_events[] the ESCR. P4_CCCR_THREADS of 0 (no
 * thread) becomes all ones: all active threads.
 *
 * Context: task.
 * Return: 0; -EINVAL: no such event, event mask or metric on this model, or with two threads a
 * core the event has a single ESCR; -EACCES: the event counts the other thread as well, and
 * perf_allow_cpu() refuses that.
 */
int perf_x86_p4_translate(const struct perf_x86_pmu *pmu, struct perf_event *event, u64 code)
{
	u64 escr = code >> P4_CODE_ESCR_SHIFT, cccr = code & U32_MAX;
	unsigned int number = FIELD_GET(P4_ESCR_EVENT, escr);
	const struct perf_x86_p4_event *row;
	int err;

	if (number >= PERF_X86_P4_EVENTS)
		return -EINVAL;
	row = &perf_x86_p4_events[array_index_nospec(number, PERF_X86_P4_EVENTS)];
	err = perf_x86_p4_check(pmu, row, code);
	if (err)
		return err;

	escr &= P4_ESCR_MASK | P4_ESCR_TAG;
	escr |= FIELD_PREP(P4_ESCR_EVENT, row->event) | perf_x86_p4_modes(&event->attr);
	if (!(cccr & P4_CCCR_THREADS))
		cccr |= P4_CCCR_THREADS;
	cccr &= ~(P4_CCCR_ENABLE | P4_CCCR_SELECT);
	cccr |= FIELD_PREP(P4_CCCR_SELECT, row->select) | P4_CCCR_PMI_T0;
	event->hw.config = escr << P4_CODE_ESCR_SHIFT | cccr;
	perf_x86_set_allowed(event, perf_x86_p4_selectors(row, code));
	return 0;
}

/*
 * Registers.
 */
static bool perf_x86_p4_is_second(const struct perf_x86_cpu *cpu)
{
	return cpu->assignment.banks == second_banks;
}

/* The selector, of those its event allows, that belongs to the bank of @counter. */
static unsigned int perf_x86_p4_selector(const struct perf_x86_cpu *cpu, unsigned int counter)
{
	const struct perf_assign_bank *bank;

	for (bank = cpu->assignment.banks; bank->counters; bank++) {
		if (bank->counters & BIT_ULL(counter))
			break;
	}
	return __ffs64(perf_x86_allowed(cpu->owner[counter]) & bank->selectors);
}

/**
 * perf_x86_p4_escr_msr - the MSR of an ESCR
 * @selector: its number as a selector
 *
 * Return: its address.
 */
u32 perf_x86_p4_escr_msr(unsigned int selector)
{
	return perf_x86_p4_escrs[selector / 2] + selector % 2;
}

/**
 * perf_x86_p4_cccr - the value of a counter's CCCR for its event
 * @cpu:     this CPU
 * @counter: an owned counter
 *
 * Return: the value, without P4_CCCR_ENABLE.
 */
u64 perf_x86_p4_cccr(const struct perf_x86_cpu *cpu, unsigned int counter)
{
	u64 cccr = cpu->owner[counter]->hw.config & U32_MAX & ~P4_CODE_METRIC;

	if (perf_x86_p4_is_second(cpu))
		cccr ^= P4_CCCR_PMI_T0 | P4_CCCR_PMI_T1;
	return cccr;
}

/* Write the ESCR of the event of @counter, which does not count. */
static void perf_x86_p4_select(struct perf_x86_cpu *cpu, unsigned int counter)
{
	u64 escr = cpu->owner[counter]->hw.config >> P4_CODE_ESCR_SHIFT;
	u64 modes = escr & P4_ESCR_MODES;

	if (perf_x86_p4_is_second(cpu))
		escr = (escr & ~P4_ESCR_MODES) | modes >> 2;
	perf_x86_wrmsr(cpu->pmu, perf_x86_p4_escr_msr(perf_x86_p4_selector(cpu, counter)), escr);
}

/*
 * Tag what the event of @counter counts, or nothing, if it counts tags: no other event of this
 * core does, since they share an ESCR. Bit 25 of MSR_IA32_PEBS_ENABLE stays 0: no record is
 * written when a counter overflows.
 */
static void perf_x86_p4_tag(struct perf_x86_cpu *cpu, unsigned int counter, bool on)
{
	unsigned int number = perf_x86_p4_metric(cpu->owner[counter]->hw.config);
	const struct perf_x86_p4_metric *metric = &perf_x86_p4_metrics[number];

	if (!number)
		return;
	perf_x86_wrmsr(cpu->pmu, MSR_P4_PEBS_MATRIX_VERT, on ? metric->vertical : 0);
	perf_x86_wrmsr(cpu->pmu, MSR_IA32_PEBS_ENABLE, on ? metric->tags : 0);
}

/* Enable or disable an owned counter, its ESCR written, and acknowledge its overflow. */
static void perf_x86_p4_switch(struct perf_x86_cpu *cpu, unsigned int counter, bool on)
{
	u64 cccr = perf_x86_p4_cccr(cpu, counter);

	if (on)
		cccr |= P4_CCCR_ENABLE;
	perf_x86_wrmsr(cpu->pmu, cpu->pmu->regs.select + counter, cccr);
}

/**
 * perf_x86_p4_hold - stop a counter that has overflowed, to set it
 * @cpu:     this CPU
 * @counter: a running counter; its bit in @cpu->running stays set
 *
 * A counter must be held while it is set; writing its CCCR acknowledges the overflow.
 */
void perf_x86_p4_hold(struct perf_x86_cpu *cpu, unsigned int counter)
{
	perf_x86_p4_switch(cpu, counter, false);
}

/**
 * perf_x86_p4_resume - let a held counter count again, if it still runs
 * @cpu:     this CPU
 * @counter: a counter that was held, and may have been stopped since
 */
void perf_x86_p4_resume(struct perf_x86_cpu *cpu, unsigned int counter)
{
	if (cpu->enabled && (perf_x86_hw_counting(cpu) & BIT_ULL(counter)))
		perf_x86_p4_switch(cpu, counter, true);
}

static void perf_x86_p4_enable_all(struct perf_x86_cpu *cpu)
{
	unsigned int counter;

	perf_x86_for_each_counter(counter, perf_x86_hw_counting(cpu))
		perf_x86_p4_switch(cpu, counter, true);
}

static void perf_x86_p4_disable_all(struct perf_x86_cpu *cpu)
{
	unsigned int counter;

	perf_x86_for_each_counter(counter, cpu->running)
		perf_x86_p4_switch(cpu, counter, false);
}

static void perf_x86_p4_start(struct perf_x86_cpu *cpu, const struct perf_event *event)
{
	perf_x86_p4_select(cpu, event->hw.idx);
	perf_x86_p4_tag(cpu, event->hw.idx, true);
	perf_x86_p4_resume(cpu, event->hw.idx);
}

static void perf_x86_p4_stop(struct perf_x86_cpu *cpu, unsigned int counter)
{
	perf_x86_p4_switch(cpu, counter, false);
	perf_x86_p4_tag(cpu, counter, false);
}

/* The part of the registers that this CPU uses. */
static enum perf_x86_p4_part perf_x86_p4_part_here(const struct perf_x86_pmu *pmu)
{
	if (!perf_x86_p4_is_shared(pmu))
		return P4_WHOLE;
	return this_cpu_read(cpu_info.topo.apicid) & 1 ? P4_SECOND_THREAD : P4_FIRST_THREAD;
}

/* The counters of a bank, with those that are broken: firmware may have enabled them. */
static u64 perf_x86_p4_bank_counters(const struct perf_assign_bank *bank)
{
	return bank->counters | (bank->counters & P4_BPU_LOWER) << 1;
}

/**
 * perf_x86_p4_reset - stop all counters of this CPU and clear their registers
 * @cpu:  this CPU, just come up or resumed
 * @part: the part of the registers that it uses
 *
 * ESCRs that no event of perf_x86_p4_events[] uses are not written: not every model has
 * them.
 */
void perf_x86_p4_reset(struct perf_x86_cpu *cpu, enum perf_x86_p4_part part)
{
	const struct perf_x86_pmu *pmu = cpu->pmu;
	const struct perf_assign_bank *bank;
	unsigned int counter, selector, i;
	u64 own = 0;

	cpu->assignment.banks = perf_x86_p4_banks[part];
	for (bank = cpu->assignment.banks; bank->counters; bank++) {
		own |= bank->selectors;
		perf_x86_for_each_counter(counter, perf_x86_p4_bank_counters(bank)) {
			perf_x86_wrmsr(pmu, pmu->regs.select + counter, P4_CCCR_THREADS);
			perf_x86_wrmsr(pmu, pmu->regs.counter + counter, 0);
		}
	}
	for (i = 0; i < PERF_X86_P4_EVENTS; i++) {
		u64 selectors = perf_x86_p4_selectors(&perf_x86_p4_events[i], 0) & own;

		perf_x86_for_each_counter(selector, selectors)
			perf_x86_wrmsr(pmu, perf_x86_p4_escr_msr(selector), 0);
	}
}

static void perf_x86_p4_reset_here(struct perf_x86_cpu *cpu)
{
	perf_x86_p4_reset(cpu, perf_x86_p4_part_here(cpu->pmu));
}

/* Each counter's CCCR has an enable bit; an ESCR selects the event. */
const struct perf_x86_enable_ops perf_x86_enable_cccr = {
	.enable_bit	= P4_CCCR_ENABLE,
	.enable_all	= perf_x86_p4_enable_all,
	.disable_all	= perf_x86_p4_disable_all,
	.start		= perf_x86_p4_start,
	.stop		= perf_x86_p4_stop,
	.reset		= perf_x86_p4_reset_here,
};

const struct perf_x86_regs perf_x86_p4_regs = {
	.enable		= &perf_x86_enable_cccr,
	.select		= MSR_P4_BPU_CCCR0,
	.select_step	= 1,
	.counter	= MSR_P4_BPU_PERFCTR0,
	.counter_step	= 1,
	.legacy_counter	= MSR_P4_BPU_PERFCTR0,
	.write_twice	= true,
};
