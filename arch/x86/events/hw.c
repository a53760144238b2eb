// SPDX-License-Identifier: GPL-2.0
/*
 * Writing the registers that select a counter's event, set its value and enable it.
 *
 * Three steps are separate. A *select* register selects a counter's event;
 * perf_x86_write_select() skips a value that the register holds already, so an event that
 * returns to its counter costs no write. perf_x86_hw_write() sets the counter. And the *gate*
 * enables it: with a global control register one write enables all counters that
 * run (perf_x86_write_global()), so stopping one needs no write while the gate is closed.
 *
 * Owns: running, select and fixed_select of struct perf_x86_cpu. Locks: none.
 * Context: on the CPU, IRQs off, or NMI.
 *
 * Hardware facts: Intel SDM volume 3, chapter "Performance Monitoring" (IA32_PERFEVTSELx,
 * IA32_FIXED_CTR_CTRL, IA32_PERF_GLOBAL_CTRL, RDPMC's operand in volume 2); AMD APM volume
 * 2, "Performance Monitoring Counters"; SDM volume 3, "Performance Monitoring (P6 Family
 * Processor)" for counter 0's enable bit and "(Pentium Processors)" for the CESR; data
 * sheets of Cyrix 6x86MX, WinChip C6 and 2, and VIA C3 for theirs.
 */
#include "access.h"
#include "hw.h"
#include "model.h"
#include "p4.h"

/**
 * perf_x86_hw_write - set a counter
 * @pmu:     the PMU
 * @counter: a counter that does not count
 * @value:   new value; bits beyond the counter's width are ignored
 */
void perf_x86_hw_write(const struct perf_x86_pmu *pmu, unsigned int counter, u64 value)
{
	perf_x86_wrmsr(pmu, perf_x86_hw_counter_msr(pmu, counter),
		       value & perf_x86_value_mask(pmu));
}

static void perf_x86_write_select(struct perf_x86_cpu *cpu, unsigned int counter, u64 value)
{
	if (cpu->select[counter] == value)
		return;
	cpu->select[counter] = value;
	perf_x86_wrmsr(cpu->pmu, perf_x86_hw_select_msr(cpu->pmu, counter), value);
}

/* The four bits of IA32_FIXED_CTR_CTRL that correspond to bits of a select register. */
static u64 perf_x86_fixed_bits(u64 config)
{
	u64 bits = 0;

	if (config & ARCH_PERFMON_EVENTSEL_OS)
		bits |= INTEL_FIXED_0_KERNEL;
	if (config & ARCH_PERFMON_EVENTSEL_USR)
		bits |= INTEL_FIXED_0_USER;
	if (config & ARCH_PERFMON_EVENTSEL_ANY)
		bits |= INTEL_FIXED_0_ANYTHREAD;
	if (config & ARCH_PERFMON_EVENTSEL_INT)
		bits |= INTEL_FIXED_0_ENABLE_PMI;
	return bits;
}

static void perf_x86_write_fixed(struct perf_x86_cpu *cpu, unsigned int counter, u64 config)
{
	unsigned int fixed = counter - INTEL_PMC_IDX_FIXED;
	u64 mask = intel_fixed_bits_by_idx(fixed, GENMASK_ULL(INTEL_FIXED_BITS_STRIDE - 1, 0));
	u64 value = cpu->fixed_select & ~mask;

	value |= intel_fixed_bits_by_idx(fixed, perf_x86_fixed_bits(config));
	if (cpu->fixed_select == value)
		return;
	cpu->fixed_select = value;
	perf_x86_wrmsr(cpu->pmu, cpu->pmu->regs.fixed_select, value);
}

/**
 * perf_x86_hw_select - value of the select register for an event
 * @cpu:   this CPU
 * @event: the event, which has a counter
 *
 * AMD's "host only" bit stops a counter altogether while virtualisation is off on the CPU
 * (@cpu->virt), so it is cleared then.
 *
 * Return: value of the select register, without its enable bit.
 */
u64 perf_x86_hw_select(const struct perf_x86_cpu *cpu, const struct perf_event *event)
{
	u64 select = event->hw.config;

	if (unlikely(event->hw.extra_reg.alloc)) {
		select &= ~(ARCH_PERFMON_EVENTSEL_EVENT | ARCH_PERFMON_EVENTSEL_UMASK);
		select |= cpu->pmu->extras[event->hw.idx].code;
	}
	return cpu->virt ? select : select & ~AMD64_EVENTSEL_HOSTONLY;
}

/* Runs before the counter counts; no other function writes pmu->extras[].msr. */
static void perf_x86_write_extra(const struct perf_x86_cpu *cpu, const struct perf_event *event)
{
	perf_x86_wrmsr(cpu->pmu, cpu->pmu->extras[event->hw.idx].msr,
		       event->hw.extra_reg.config);
}

static u64 perf_x86_select_of(const struct perf_x86_cpu *cpu, unsigned int counter)
{
	return perf_x86_hw_select(cpu, cpu->owner[counter]);
}

/* Counters to enable now; with virt_bits the hardware separates host and guest itself. */
static u64 perf_x86_counting(const struct perf_x86_cpu *cpu)
{
	return cpu->pmu->virt_bits ? cpu->running : cpu->running & ~cpu->host_off;
}

static void perf_x86_write_global(const struct perf_x86_cpu *cpu)
{
	perf_x86_wrmsr(cpu->pmu, cpu->pmu->regs.global_ctrl, perf_x86_counting(cpu));
}

/*
 * P6: counter 0's ARCH_PERFMON_EVENTSEL_ENABLE enables all counters. A counter that must not
 * count gets select 0, event 0 in no mode, which counts nothing.
 */
static void perf_x86_write_first(struct perf_x86_cpu *cpu, bool run)
{
	u64 select = cpu->running & BIT_ULL(0) ? perf_x86_select_of(cpu, 0) : 0;

	if (run && cpu->running)
		select |= ARCH_PERFMON_EVENTSEL_ENABLE;
	perf_x86_write_select(cpu, 0, select);
}

/* CESR: PACKED_OS counts at privilege levels 0 to 2, PACKED_USER at 3. */
#define PACKED_OS		BIT_ULL(6)
#define PACKED_USER		BIT_ULL(7)
#define PACKED_EVENT		GENMASK_ULL(5, 0)
/* Cyrix's event code has one more bit, which lies above PACKED_USER. */
#define PACKED_EVENT_MORE	BIT_ULL(6)
#define PACKED_MORE		BIT_ULL(10)
#define PACKED_BITS		16

static u64 perf_x86_packed_field(const struct perf_x86_cpu *cpu, unsigned int counter)
{
	u64 select = perf_x86_select_of(cpu, counter), field;

	if (cpu->pmu->regs.gate == PERF_X86_GATE_NONE)
		return select & cpu->pmu->raw_mask;
	field = select & PACKED_EVENT;
	if (select & PACKED_EVENT_MORE)
		field |= PACKED_MORE;
	if (select & ARCH_PERFMON_EVENTSEL_OS)
		field |= PACKED_OS;
	if (select & ARCH_PERFMON_EVENTSEL_USR)
		field |= PACKED_USER;
	return field;
}

/* PERF_X86_GATE_NONE: the field has no modes, and the counter counts even when stopped. */
static void perf_x86_write_packed(struct perf_x86_cpu *cpu, bool run)
{
	unsigned int counter;
	u64 value = 0;

	if (cpu->pmu->regs.gate == PERF_X86_GATE_NONE)
		run = true;
	perf_x86_for_each_counter(counter, run ? cpu->running : 0)
		value |= perf_x86_packed_field(cpu, counter) << (counter * PACKED_BITS);
	perf_x86_write_select(cpu, 0, value);
}

static noinline void perf_x86_stop_each(struct perf_x86_cpu *cpu)
{
	unsigned int counter;

	switch (cpu->pmu->regs.gate) {
	case PERF_X86_GATE_GLOBAL:
		break; /* perf_x86_hw_stop_all() has done it */
	case PERF_X86_GATE_EACH:
		perf_x86_for_each_counter(counter, cpu->running)
			perf_x86_write_select(cpu, counter, perf_x86_select_of(cpu, counter));
		break;
	case PERF_X86_GATE_FIRST:
		perf_x86_write_first(cpu, false);
		break;
	case PERF_X86_GATE_ESCR:
		perf_x86_for_each_counter(counter, cpu->running)
			perf_x86_p4_switch(cpu, counter, false);
		break;
	case PERF_X86_GATE_PACKED:
	case PERF_X86_GATE_NONE:
		perf_x86_write_packed(cpu, false);
		break;
	}
}

/**
 * perf_x86_hw_stop_all - close the gate
 * @cpu: this CPU
 *
 * While @cpu->running is 0 the registers already enable no counter, so nothing is written.
 */
void perf_x86_hw_stop_all(struct perf_x86_cpu *cpu)
{
	if (!cpu->running)
		return;
	if (likely(cpu->pmu->regs.gate == PERF_X86_GATE_GLOBAL))
		perf_x86_wrmsr(cpu->pmu, cpu->pmu->regs.global_ctrl, 0);
	else
		perf_x86_stop_each(cpu);
}

static noinline void perf_x86_run_each(struct perf_x86_cpu *cpu)
{
	unsigned int counter;

	switch (cpu->pmu->regs.gate) {
	case PERF_X86_GATE_GLOBAL:
		break; /* perf_x86_hw_run_all() has done it */
	case PERF_X86_GATE_EACH:
		perf_x86_for_each_counter(counter, perf_x86_counting(cpu))
			perf_x86_write_select(cpu, counter, perf_x86_select_of(cpu, counter) |
							    ARCH_PERFMON_EVENTSEL_ENABLE);
		break;
	case PERF_X86_GATE_FIRST:
		perf_x86_write_first(cpu, true);
		break;
	case PERF_X86_GATE_ESCR:
		perf_x86_for_each_counter(counter, perf_x86_counting(cpu))
			perf_x86_p4_switch(cpu, counter, true);
		break;
	case PERF_X86_GATE_PACKED:
	case PERF_X86_GATE_NONE:
		perf_x86_write_packed(cpu, true);
		break;
	}
}

/**
 * perf_x86_hw_run_all - open the gate to the counters that run
 * @cpu: this CPU
 */
void perf_x86_hw_run_all(struct perf_x86_cpu *cpu)
{
	if (!cpu->running)
		return;
	if (likely(cpu->pmu->regs.gate == PERF_X86_GATE_GLOBAL))
		perf_x86_write_global(cpu);
	else
		perf_x86_run_each(cpu);
}

/**
 * perf_x86_hw_hold - stop a counter that has overflowed, to set it
 * @cpu:     this CPU, see perf_x86_must_hold()
 * @counter: a running counter; its bit in @cpu->running stays set
 */
void perf_x86_hw_hold(struct perf_x86_cpu *cpu, unsigned int counter)
{
	perf_x86_p4_switch(cpu, counter, false);
}

/**
 * perf_x86_hw_release - let a held counter count again, if it still runs
 * @cpu:     this CPU
 * @counter: a counter that was held, and may have been stopped since
 */
void perf_x86_hw_release(struct perf_x86_cpu *cpu, unsigned int counter)
{
	if (cpu->enabled && (perf_x86_counting(cpu) & BIT_ULL(counter)))
		perf_x86_p4_switch(cpu, counter, true);
}

/**
 * perf_x86_hw_start - start an event's counter
 * @cpu:   this CPU; while its gate is closed, the counter does not count yet
 * @event: owner of a counter that has its start value
 */
void perf_x86_hw_start(struct perf_x86_cpu *cpu, struct perf_event *event)
{
	u64 select = perf_x86_hw_select(cpu, event);
	unsigned int counter = event->hw.idx;

	if (unlikely(event->hw.extra_reg.alloc))
		perf_x86_write_extra(cpu, event);
	cpu->running |= BIT_ULL(counter);
	switch (cpu->pmu->regs.gate) {
	case PERF_X86_GATE_GLOBAL:
		if (perf_x86_is_fixed(counter))
			perf_x86_write_fixed(cpu, counter, select);
		else
			perf_x86_write_select(cpu, counter, select | ARCH_PERFMON_EVENTSEL_ENABLE);
		if (cpu->enabled)
			perf_x86_write_global(cpu);
		break;
	case PERF_X86_GATE_EACH:
		if (cpu->enabled && (perf_x86_counting(cpu) & BIT_ULL(counter)))
			perf_x86_write_select(cpu, counter, select | ARCH_PERFMON_EVENTSEL_ENABLE);
		break;
	case PERF_X86_GATE_FIRST:
		if (counter)
			perf_x86_write_select(cpu, counter, select);
		perf_x86_write_first(cpu, cpu->enabled);
		break;
	case PERF_X86_GATE_ESCR:
		perf_x86_p4_select(cpu, counter);
		perf_x86_hw_release(cpu, counter);
		break;
	case PERF_X86_GATE_PACKED:
	case PERF_X86_GATE_NONE:
		perf_x86_write_packed(cpu, cpu->enabled);
		break;
	}
}

/**
 * perf_x86_hw_stop - stop a counter
 * @cpu:     this CPU
 * @counter: a running counter
 */
void perf_x86_hw_stop(struct perf_x86_cpu *cpu, unsigned int counter)
{
	cpu->running &= ~BIT_ULL(counter);
	switch (cpu->pmu->regs.gate) {
	case PERF_X86_GATE_GLOBAL:
		if (cpu->enabled)
			perf_x86_write_global(cpu);
		break;
	case PERF_X86_GATE_EACH:
		perf_x86_write_select(cpu, counter, perf_x86_select_of(cpu, counter));
		break;
	case PERF_X86_GATE_FIRST:
		if (counter)
			perf_x86_write_select(cpu, counter, 0);
		perf_x86_write_first(cpu, cpu->enabled);
		break;
	case PERF_X86_GATE_ESCR:
		perf_x86_p4_switch(cpu, counter, false);
		break;
	case PERF_X86_GATE_PACKED:
	case PERF_X86_GATE_NONE:
		perf_x86_write_packed(cpu, cpu->enabled);
		break;
	}
}

/**
 * perf_x86_hw_rewrite - write the select registers again after @cpu->virt has changed
 * @cpu: this CPU, its gate closed
 */
void perf_x86_hw_rewrite(struct perf_x86_cpu *cpu)
{
	unsigned int counter;

	perf_x86_for_each_counter(counter, cpu->running)
		perf_x86_hw_start(cpu, cpu->owner[counter]);
}

/**
 * perf_x86_hw_status - read the overflow bits and other flags of the global status
 * @pmu: the PMU, with a global status
 *
 * Return: the bits to acknowledge.
 */
u64 perf_x86_hw_status(const struct perf_x86_pmu *pmu)
{
	u64 status = perf_x86_rdmsr(pmu, pmu->regs.global_status);

	return pmu->regs.only_counters ? status & pmu->counters : status;
}

/**
 * perf_x86_hw_reset - set all registers to a known state: nothing counts
 * @cpu: this CPU, just come up or resumed; it becomes ready
 *
 * Firmware or an earlier kernel may have left any value in the registers.
 */
void perf_x86_hw_reset(struct perf_x86_cpu *cpu)
{
	const struct perf_x86_pmu *pmu = cpu->pmu;
	const struct perf_x86_regs *regs = &pmu->regs;
	unsigned int counter;

	if (!cpu->ready) {
		cpu->ready = true;
		cpu->enabled = true;
	}
	cpu->running = 0;
	cpu->fixed_select = 0;
	if (regs->gate == PERF_X86_GATE_ESCR) {
		perf_x86_p4_reset(cpu, perf_x86_p4_part_here(pmu));
		return;
	}
	if (regs->gate == PERF_X86_GATE_GLOBAL)
		perf_x86_wrmsr(pmu, regs->global_ctrl, 0);
	if (regs->fixed_select)
		perf_x86_wrmsr(pmu, regs->fixed_select, 0);
	perf_x86_for_each_counter(counter, pmu->counters) {
		if (!perf_x86_is_fixed(counter)) {
			cpu->select[counter] = 0;
			perf_x86_wrmsr(pmu, perf_x86_hw_select_msr(pmu, counter), 0);
		}
		perf_x86_hw_write(pmu, counter, 0);
	}
	if (regs->gate == PERF_X86_GATE_GLOBAL)
		perf_x86_wrmsr(pmu, regs->global_ack, perf_x86_hw_status(pmu));
}
