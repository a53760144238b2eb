// SPDX-License-Identifier: GPL-2.0
/*
 * AMD's events that may happen more than 15 times in a cycle, which a single counter cannot count.
 *
 * Such an event has a counter with an even number, and the processor merges the next counter into
 * it: perf_x86_merge_start() selects event FFFH ("Merge") there before the event is enabled, and
 * perf_x86_merge_stop() clears that after the event has been stopped. The pair counts to 64 bits.
 * The even counter holds the lower ones, and the lowest 16 bits of the odd counter the others.
 * perf_x86_hw_set_event() sets both: an overflow is a carry out of all 64 bits. RDMSR and RDPMC of
 * the even counter read the pair, of which perf_x86_update() uses as many bits as of any counter.
 *
 * perf_assign_add_pair() assigns both counters. Only the even one is in perf_x86_cpu::running and
 * has an owner.
 *
 * Owns: extra_enable of struct perf_x86_cpu on PMUs with the feature. Locks: none.
 * Context: that of the operations of struct perf_x86_feature.
 *
 * Hardware facts: Processor Programming References of families 17h, 19h and 1Ah, section "Large
 * Increment per Cycle Events".
 */
#include <linux/bits.h>
#include <linux/perf_event.h>

#include "hw.h"
#include "merge.h"
#include "model.h"

/* Event FFFH and the enable bit; the merged counter has no modes. */
#define PERF_X86_MERGE_SELECT	(0xf000000ffULL | ARCH_PERFMON_EVENTSEL_ENABLE)

static bool perf_x86_merge_asks(struct perf_event *event)
{
	return perf_x86_is_pair(perf_x86_pmu(event), event->hw.config);
}

/* The upper counter of the pair must exist, too. */
static int perf_x86_merge_setup(struct perf_event *event)
{
	u64 allowed = perf_x86_allowed(event) & perf_x86_pmu(event)->counters >> 1;

	perf_x86_set_allowed(event, allowed | PERF_ASSIGN_PAIR);
	return 0;
}

static void perf_x86_merge_add(struct perf_x86_cpu *cpu, struct perf_event *event)
{
	cpu->extra_enable |= BIT_ULL(event->hw.idx + 1);
}

static void perf_x86_merge_del(struct perf_x86_cpu *cpu, struct perf_event *event)
{
	unsigned int odd = event->hw.idx + 1;

	cpu->extra_enable &= ~BIT_ULL(odd);
	cpu->dirty |= BIT_ULL(odd);
	perf_assign_remove(&cpu->assignment, odd);
}

static void perf_x86_merge_start(struct perf_x86_cpu *cpu, struct perf_event *event)
{
	perf_x86_hw_write_select(cpu, event->hw.idx + 1, PERF_X86_MERGE_SELECT);
}

static void perf_x86_merge_stop(struct perf_x86_cpu *cpu, struct perf_event *event)
{
	perf_x86_hw_write_select(cpu, event->hw.idx + 1, 0);
}

static void perf_x86_merge_write_all(struct perf_x86_cpu *cpu, u64 select)
{
	unsigned int counter;

	perf_x86_for_each_counter(counter, cpu->extra_enable)
		perf_x86_hw_write_select(cpu, counter, select);
}

/* After a resume the registers are clear, and no operation but this one is called. */
static void perf_x86_merge_enable_all(struct perf_x86_cpu *cpu)
{
	perf_x86_merge_write_all(cpu, PERF_X86_MERGE_SELECT);
}

/* The global register, if there is one, disables the odd counters with all others. */
static void perf_x86_merge_disable_all(struct perf_x86_cpu *cpu)
{
	if (!perf_x86_has_global(cpu->pmu))
		perf_x86_merge_write_all(cpu, 0);
}

/* The manual leaves open in which counter's bit the carry of a pair appears: take either. */
static u64 perf_x86_merge_overflow(struct perf_x86_cpu *cpu, u64 status, struct pt_regs *regs)
{
	return (status & ~cpu->extra_enable) | (status & cpu->extra_enable) >> 1;
}

/* Events of the rows with PERF_X86_PAIR (model.h). */
const struct perf_x86_feature perf_x86_merge = {
	.asks		= perf_x86_merge_asks,
	.setup		= perf_x86_merge_setup,
	.add		= perf_x86_merge_add,
	.del		= perf_x86_merge_del,
	.start		= perf_x86_merge_start,
	.stop		= perf_x86_merge_stop,
	.enable_all	= perf_x86_merge_enable_all,
	.disable_all	= perf_x86_merge_disable_all,
	.overflow	= perf_x86_merge_overflow,
};
