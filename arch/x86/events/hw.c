// SPDX-License-Identifier: GPL-2.0
/*
 * Writing the registers that select a counter's event, set its value and enable it.
 *
 * Three steps are separate. A *select* register selects a counter's event;
 * perf_x86_hw_write_select() skips a value that the register holds already, so an event that
 * returns to its counter costs no write. perf_x86_hw_write() sets the counter. And struct
 * perf_x86_enable_ops enables it: with a global control register one write enables all
 * counters that run (perf_x86_global_enable_all()), so stopping one needs no write while
 * counting is disabled. perf_x86_enable_global and perf_x86_enable_each are the operations of
 * all processors of today, so this file calls them directly; the others have an indirect call.
 *
 * Owns: running, select and fixed_select of struct perf_x86_cpu. Locks: none.
 * Context: on the CPU, IRQs off, or NMI.
 *
 * Hardware facts: Intel SDM volume 3, chapter "Performance Monitoring" (IA32_PERFEVTSELx,
 * IA32_FIXED_CTR_CTRL, IA32_PERF_GLOBAL_CTRL, RDPMC's operand in volume 2); AMD APM volume
 * 2, "Performance Monitoring Counters".
 */
#include "access.h"
#include "feature.h"
#include "hw.h"
#include "model.h"

/**
 * perf_x86_hw_write - set a counter
 * @pmu:     the PMU
 * @counter: a counter that does not count
 * @value:   new value; bits beyond the counter's width are ignored
 */
void perf_x86_hw_write(const struct perf_x86_pmu *pmu, unsigned int counter, u64 value)
{
	perf_x86_hw_set(pmu, perf_x86_hw_counter_msr(pmu, counter), value);
}

/**
 * perf_x86_hw_write_select - write the register that selects a counter's event
 * @cpu:     this CPU
 * @counter: a general counter
 * @value:   new value; nothing is written if the register holds it already
 */
void perf_x86_hw_write_select(struct perf_x86_cpu *cpu, unsigned int counter, u64 value)
{
	if (cpu->select[counter] == value)
		return;
	cpu->select[counter] = value;
	perf_x86_wrmsr(cpu->pmu, perf_x86_hw_select_msr(cpu->pmu, counter), value);
}

/* The bits of IA32_FIXED_CTR_CTRL that correspond to bits of a select register. */
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
	if (config & ICL_EVENTSEL_ADAPTIVE)
		bits |= ICL_FIXED_0_ADAPTIVE;
	return bits;
}

static __always_inline void perf_x86_write_fixed(struct perf_x86_cpu *cpu, unsigned int counter,
						 u64 config)
{
	unsigned int fixed = counter - INTEL_PMC_IDX_FIXED;
	u64 mask = intel_fixed_bits_by_idx(fixed, INTEL_FIXED_BITS_MASK);
	u64 value = cpu->fixed_select & ~mask;

	value |= intel_fixed_bits_by_idx(fixed, perf_x86_fixed_bits(config));
	if (cpu->fixed_select == value)
		return;
	cpu->fixed_select = value;
	perf_x86_wrmsr(cpu->pmu, cpu->pmu->regs.fixed_select, value);
}

/**
 * perf_x86_extra_select - select register of an event with one more register
 * @cpu:   this CPU
 * @event: the event, which has a counter and hw.extra_reg
 *
 * Off-core responses have a code for each counter; events of FRONTEND_RETIRED's register, which
 * has one counter, keep theirs.
 *
 * Return: hw.config, with the code of the counter's row of the table.
 */
u64 perf_x86_extra_select(const struct perf_x86_cpu *cpu, const struct perf_event *event)
{
	u64 code_bits = ARCH_PERFMON_EVENTSEL_EVENT | ARCH_PERFMON_EVENTSEL_UMASK;
	const struct perf_x86_extra *row = &cpu->pmu->extras[event->hw.idx];

	if (row->kind == PERF_X86_FRONTEND)
		return event->hw.config;
	return (event->hw.config & ~code_bits) | row->code;
}

/* Runs before the counter counts; no other function writes pmu->extras[].msr. */
static void perf_x86_write_extra(const struct perf_x86_cpu *cpu, const struct perf_event *event)
{
	perf_x86_wrmsr(cpu->pmu, cpu->pmu->extras[event->hw.idx].msr,
		       event->hw.extra_reg.config);
}

static void perf_x86_global_enable_all(struct perf_x86_cpu *cpu)
{
	perf_x86_wrmsr(cpu->pmu, cpu->pmu->regs.global_ctrl,
		       perf_x86_hw_counting(cpu) | cpu->extra_enable);
}

static __always_inline void perf_x86_global_disable_all(struct perf_x86_cpu *cpu)
{
	perf_x86_wrmsr(cpu->pmu, cpu->pmu->regs.global_ctrl, 0);
}

static __always_inline void perf_x86_global_start(struct perf_x86_cpu *cpu,
						  const struct perf_event *event)
{
	u64 select = perf_x86_hw_select(cpu, event);
	unsigned int counter = event->hw.idx;

	if (perf_x86_is_fixed(counter))
		perf_x86_write_fixed(cpu, counter, select);
	else
		perf_x86_hw_write_select(cpu, counter, select | ARCH_PERFMON_EVENTSEL_ENABLE);
	if (cpu->enabled)
		perf_x86_global_enable_all(cpu);
}

static __always_inline void perf_x86_global_stop(struct perf_x86_cpu *cpu, unsigned int counter)
{
	if (cpu->enabled)
		perf_x86_global_enable_all(cpu);
}

/* One register has an enable bit for each counter. */
const struct perf_x86_enable_ops perf_x86_enable_global = {
	.enable_bit	= ARCH_PERFMON_EVENTSEL_ENABLE,
	.enable_all	= perf_x86_global_enable_all,
	.disable_all	= perf_x86_global_disable_all,
	.start		= perf_x86_global_start,
	.stop		= perf_x86_global_stop,
};

static void perf_x86_each_write(struct perf_x86_cpu *cpu, unsigned int counter, u64 enable)
{
	u64 select = perf_x86_hw_select(cpu, cpu->owner[counter]);

	perf_x86_hw_write_select(cpu, counter, select | enable);
}

static void perf_x86_each_enable_all(struct perf_x86_cpu *cpu)
{
	unsigned int counter;

	perf_x86_for_each_counter(counter, perf_x86_hw_counting(cpu))
		perf_x86_each_write(cpu, counter, ARCH_PERFMON_EVENTSEL_ENABLE);
}

static void perf_x86_each_disable_all(struct perf_x86_cpu *cpu)
{
	unsigned int counter;

	perf_x86_for_each_counter(counter, cpu->running)
		perf_x86_each_write(cpu, counter, 0);
}

static __always_inline void perf_x86_each_start(struct perf_x86_cpu *cpu,
						const struct perf_event *event)
{
	u64 select = perf_x86_hw_select(cpu, event) | ARCH_PERFMON_EVENTSEL_ENABLE;

	if (cpu->enabled && (perf_x86_hw_counting(cpu) & BIT_ULL(event->hw.idx)))
		perf_x86_hw_write_select(cpu, event->hw.idx, select);
}

static __always_inline void perf_x86_each_stop(struct perf_x86_cpu *cpu, unsigned int counter)
{
	perf_x86_each_write(cpu, counter, 0);
}

/* Each counter's own select register has an enable bit. */
const struct perf_x86_enable_ops perf_x86_enable_each = {
	.enable_bit	= ARCH_PERFMON_EVENTSEL_ENABLE,
	.enable_all	= perf_x86_each_enable_all,
	.disable_all	= perf_x86_each_disable_all,
	.start		= perf_x86_each_start,
	.stop		= perf_x86_each_stop,
};

/**
 * perf_x86_hw_disable_all - disable all counters
 * @cpu: this CPU
 *
 * While @cpu->running is 0 the registers already enable no counter, so nothing is written.
 */
void perf_x86_hw_disable_all(struct perf_x86_cpu *cpu)
{
	const struct perf_x86_enable_ops *enable = cpu->pmu->regs.enable;

	if (!cpu->running)
		return;
	if (likely(enable == &perf_x86_enable_global))
		perf_x86_global_disable_all(cpu);
	else if (likely(enable == &perf_x86_enable_each))
		perf_x86_each_disable_all(cpu);
	else
		enable->disable_all(cpu);
	if (unlikely(cpu->features))
		perf_x86_features_disable_all(cpu);
}

/**
 * perf_x86_hw_enable_all - enable the counters that run
 * @cpu: this CPU
 *
 * With none to enable, @cpu->force_abort may have to be reset.
 */
void perf_x86_hw_enable_all(struct perf_x86_cpu *cpu)
{
	const struct perf_x86_enable_ops *enable = cpu->pmu->regs.enable;

	if (!cpu->running && likely(!cpu->force_abort))
		return;
	if (unlikely(cpu->features))
		perf_x86_features_enable_all(cpu);
	if (likely(enable == &perf_x86_enable_global))
		perf_x86_global_enable_all(cpu);
	else if (likely(enable == &perf_x86_enable_each))
		perf_x86_each_enable_all(cpu);
	else
		enable->enable_all(cpu);
}

/**
 * perf_x86_hw_start - start an event's counter
 * @cpu:   this CPU; while @cpu->enabled is false, the counter does not count yet
 * @event: owner of a counter that has its start value
 */
void perf_x86_hw_start(struct perf_x86_cpu *cpu, struct perf_event *event)
{
	const struct perf_x86_enable_ops *enable = cpu->pmu->regs.enable;

	if (unlikely(event->hw.extra_reg.alloc))
		perf_x86_write_extra(cpu, event);
	cpu->running |= BIT_ULL(event->hw.idx);
	if (likely(enable == &perf_x86_enable_global))
		perf_x86_global_start(cpu, event);
	else if (likely(enable == &perf_x86_enable_each))
		perf_x86_each_start(cpu, event);
	else
		enable->start(cpu, event);
}

/**
 * perf_x86_hw_stop - stop a counter
 * @cpu:     this CPU
 * @counter: a running counter
 */
void perf_x86_hw_stop(struct perf_x86_cpu *cpu, unsigned int counter)
{
	const struct perf_x86_enable_ops *enable = cpu->pmu->regs.enable;

	cpu->running &= ~BIT_ULL(counter);
	if (likely(enable == &perf_x86_enable_global))
		perf_x86_global_stop(cpu, counter);
	else if (likely(enable == &perf_x86_enable_each))
		perf_x86_each_stop(cpu, counter);
	else
		enable->stop(cpu, counter);
}

/**
 * perf_x86_hw_rewrite - write the select registers again after @cpu->virt has changed
 * @cpu: this CPU, its counters disabled
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
	cpu->reset_due = false;
	cpu->assignment.avoid = pmu->avoid;
	cpu->fixed_select = 0;
	perf_x86_features_reset(cpu);
	if (regs->enable->reset) {
		regs->enable->reset(cpu);
		return;
	}
	if (regs->global_ctrl)
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
	if (regs->global_ctrl)
		perf_x86_wrmsr(pmu, regs->global_ack, perf_x86_hw_status(pmu));
}
