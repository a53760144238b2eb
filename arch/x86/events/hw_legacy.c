// SPDX-License-Identifier: GPL-2.0
/*
 * Enabling the counters of the P6 family, and of the Pentium and processors like it.
 *
 * Both kinds have a register that concerns all counters: the P6's first select register, whose
 * enable bit is for all of them, and the Pentium's CESR, with a field for each counter. So each
 * operation computes that register again, from perf_x86_cpu::running.
 *
 * Owns: nothing. Locks: none. Context: on the CPU, IRQs off, or NMI.
 *
 * Hardware facts: Intel SDM volume 3, "Performance Monitoring (P6 Family Processor)" for counter
 * 0's enable bit and "(Pentium Processors)" for the CESR; data sheets of Cyrix 6x86MX, WinChip C6
 * and 2, and VIA C3 for theirs.
 */
#include "hw.h"
#include "hw_legacy.h"
#include "model.h"

/*
 * P6: counter 0's ARCH_PERFMON_EVENTSEL_ENABLE enables all counters. A counter that must not
 * count gets select 0, event 0 in no mode, which counts nothing.
 */
static void perf_x86_first_write(struct perf_x86_cpu *cpu, bool run)
{
	u64 select = 0;

	if (cpu->running & BIT_ULL(0))
		select = perf_x86_hw_select(cpu, cpu->owner[0]);
	if (run && cpu->running)
		select |= ARCH_PERFMON_EVENTSEL_ENABLE;
	perf_x86_hw_write_select(cpu, 0, select);
}

static void perf_x86_first_enable_all(struct perf_x86_cpu *cpu)
{
	perf_x86_first_write(cpu, true);
}

static void perf_x86_first_disable_all(struct perf_x86_cpu *cpu)
{
	perf_x86_first_write(cpu, false);
}

static void perf_x86_first_start(struct perf_x86_cpu *cpu, const struct perf_event *event)
{
	if (event->hw.idx)
		perf_x86_hw_write_select(cpu, event->hw.idx, perf_x86_hw_select(cpu, event));
	perf_x86_first_write(cpu, cpu->enabled);
}

static void perf_x86_first_stop(struct perf_x86_cpu *cpu, unsigned int counter)
{
	if (counter)
		perf_x86_hw_write_select(cpu, counter, 0);
	perf_x86_first_write(cpu, cpu->enabled);
}

/* P6: the enable bit of counter 0 is for all counters. */
const struct perf_x86_enable_ops perf_x86_enable_first = {
	.enable_bit	= ARCH_PERFMON_EVENTSEL_ENABLE,
	.enable_all	= perf_x86_first_enable_all,
	.disable_all	= perf_x86_first_disable_all,
	.start		= perf_x86_first_start,
	.stop		= perf_x86_first_stop,
};

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
	u64 select = perf_x86_hw_select(cpu, cpu->owner[counter]), field;

	if (cpu->pmu->regs.always_on)
		return select & cpu->pmu->raw_mask & ~PERF_X86_SECOND;
	field = select & PACKED_EVENT;
	if (select & PACKED_EVENT_MORE)
		field |= PACKED_MORE;
	if (select & ARCH_PERFMON_EVENTSEL_OS)
		field |= PACKED_OS;
	if (select & ARCH_PERFMON_EVENTSEL_USR)
		field |= PACKED_USER;
	return field;
}

/* With always_on the field has no modes, and the counter counts even when stopped. */
static void perf_x86_packed_write(struct perf_x86_cpu *cpu, bool run)
{
	unsigned int counter;
	u64 value = 0;

	if (cpu->pmu->regs.always_on)
		run = true;
	perf_x86_for_each_counter(counter, run ? cpu->running : 0)
		value |= perf_x86_packed_field(cpu, counter) << (counter * PACKED_BITS);
	perf_x86_hw_write_select(cpu, 0, value);
}

static void perf_x86_packed_enable_all(struct perf_x86_cpu *cpu)
{
	perf_x86_packed_write(cpu, true);
}

static void perf_x86_packed_disable_all(struct perf_x86_cpu *cpu)
{
	perf_x86_packed_write(cpu, false);
}

static void perf_x86_packed_start(struct perf_x86_cpu *cpu, const struct perf_event *event)
{
	perf_x86_packed_write(cpu, cpu->enabled);
}

static void perf_x86_packed_stop(struct perf_x86_cpu *cpu, unsigned int counter)
{
	perf_x86_packed_write(cpu, cpu->enabled);
}

/*
 * Pentium and Cyrix: one register has a field of 16 bits for each counter, which also selects
 * the modes to count in. WinChip and C3: without modes.
 */
const struct perf_x86_enable_ops perf_x86_enable_packed = {
	.enable_all	= perf_x86_packed_enable_all,
	.disable_all	= perf_x86_packed_disable_all,
	.start		= perf_x86_packed_start,
	.stop		= perf_x86_packed_stop,
};
