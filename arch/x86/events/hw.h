/* SPDX-License-Identifier: GPL-2.0 */
/* Writing the registers that select a counter's event, set its value and enable it. */
#ifndef _ARCH_X86_EVENTS_HW_H
#define _ARCH_X86_EVENTS_HW_H

#include "access.h"
#include "counters.h"

/**
 * perf_x86_hw_counter_msr - the MSR of a counter
 * @pmu:     the PMU
 * @counter: the counter
 *
 * Return: its address.
 */
static inline u32 perf_x86_hw_counter_msr(const struct perf_x86_pmu *pmu, unsigned int counter)
{
	const struct perf_x86_regs *regs = &pmu->regs;

	if (perf_x86_is_fixed(counter))
		return regs->fixed_counter + counter - INTEL_PMC_IDX_FIXED;
	return regs->counter + counter * regs->counter_step;
}

/**
 * perf_x86_hw_select_msr - the MSR that selects a counter's event
 * @pmu:     the PMU
 * @counter: the counter
 *
 * Return: its address, which several counters may share.
 */
static inline u32 perf_x86_hw_select_msr(const struct perf_x86_pmu *pmu, unsigned int counter)
{
	const struct perf_x86_regs *regs = &pmu->regs;

	if (perf_x86_is_fixed(counter))
		return regs->fixed_select;
	return regs->select + counter * regs->select_step;
}

/**
 * perf_x86_hw_rdpmc_operand - operand of RDPMC for a counter
 * @counter: the counter
 *
 * Return: the operand.
 */
static inline u32 perf_x86_hw_rdpmc_operand(unsigned int counter)
{
	if (perf_x86_is_fixed(counter))
		return (counter - INTEL_PMC_IDX_FIXED) | INTEL_PMC_FIXED_RDPMC_BASE;
	return counter;
}

/* Are the counters enabled by a global control register, and is there a global status? */
static inline bool perf_x86_has_global(const struct perf_x86_pmu *pmu)
{
	return pmu->regs.global_ctrl;
}

/* Counters to enable now; with virt_bits the hardware separates host and guest itself. */
static inline u64 perf_x86_hw_counting(const struct perf_x86_cpu *cpu)
{
	return cpu->pmu->virt_bits ? cpu->running : cpu->running & ~cpu->host_off;
}

/**
 * perf_x86_hw_set - write a counter's MSR
 * @pmu:   the PMU
 * @msr:   the MSR of a counter that does not count
 * @value: new value; bits beyond the counter's width are ignored
 */
static __always_inline void perf_x86_hw_set(const struct perf_x86_pmu *pmu, u32 msr, u64 value)
{
	value &= perf_x86_value_mask(pmu);
	perf_x86_wrmsr(pmu, msr, value);
	if (unlikely(pmu->regs.write_twice))
		perf_x86_wrmsr(pmu, msr, value);
}

/**
 * perf_x86_hw_set_event - set an event's counter
 * @pmu:   the PMU
 * @event: its counter does not count
 * @value: new value, sign-extended
 *
 * An event of a metric has no counter. The upper counter of a pair is set first: if the pair
 * does count, after an overflow, the lower one cannot carry in between.
 */
static __always_inline void perf_x86_hw_set_event(const struct perf_x86_pmu *pmu,
						  const struct perf_event *event, s64 value)
{
	if (unlikely(event->hw.flags & (PERF_X86_EVENT_MERGE | PERF_X86_EVENT_METRIC))) {
		if (event->hw.flags & PERF_X86_EVENT_METRIC)
			return;
		perf_x86_wrmsr(pmu, event->hw.event_base + pmu->regs.counter_step,
			       (u64)value >> pmu->width);
	}
	perf_x86_hw_set(pmu, event->hw.event_base, value);
}

u64 perf_x86_extra_select(const struct perf_x86_cpu *cpu, const struct perf_event *event);

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
static inline u64 perf_x86_hw_select(const struct perf_x86_cpu *cpu, const struct perf_event *event)
{
	u64 select = event->hw.config;

	if (unlikely(event->hw.extra_reg.alloc))
		select = perf_x86_extra_select(cpu, event);
	return cpu->virt ? select : select & ~AMD64_EVENTSEL_HOSTONLY;
}

extern const struct perf_x86_enable_ops perf_x86_enable_global;

/* Registers of Intel's version 2 and later. */
#define PERF_X86_INTEL_REGS(_ops)					\
	{								\
		.enable		= &perf_x86_enable_##_ops,		\
		.select		= MSR_ARCH_PERFMON_EVENTSEL0,		\
		.select_step	= 1,					\
		.counter	= MSR_ARCH_PERFMON_PERFCTR0,		\
		.counter_step	= 1,					\
		.legacy_counter	= MSR_ARCH_PERFMON_PERFCTR0,		\
		.fixed_counter	= MSR_ARCH_PERFMON_FIXED_CTR0,		\
		.fixed_select	= MSR_ARCH_PERFMON_FIXED_CTR_CTRL,	\
		.global_ctrl	= MSR_CORE_PERF_GLOBAL_CTRL,		\
		.global_status	= MSR_CORE_PERF_GLOBAL_STATUS,		\
		.global_ack	= MSR_CORE_PERF_GLOBAL_OVF_CTRL,	\
	}
extern const struct perf_x86_enable_ops perf_x86_enable_each;

void perf_x86_hw_disable_all(struct perf_x86_cpu *cpu);
void perf_x86_hw_enable_all(struct perf_x86_cpu *cpu);
void perf_x86_hw_start(struct perf_x86_cpu *cpu, struct perf_event *event);
void perf_x86_hw_stop(struct perf_x86_cpu *cpu, unsigned int counter);
void perf_x86_hw_write(const struct perf_x86_pmu *pmu, unsigned int counter, u64 value);
void perf_x86_hw_write_select(struct perf_x86_cpu *cpu, unsigned int counter, u64 value);
u64 perf_x86_hw_status(const struct perf_x86_pmu *pmu);
void perf_x86_hw_rewrite(struct perf_x86_cpu *cpu);
void perf_x86_hw_reset(struct perf_x86_cpu *cpu);

#endif /* _ARCH_X86_EVENTS_HW_H */
