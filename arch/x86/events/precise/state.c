// SPDX-License-Identifier: GPL-2.0
/*
 * The registers that make counters write records.
 *
 * MSR_IA32_PEBS_ENABLE is 0 while the counters are disabled, so that no record comes while the
 * buffer is read. perf_x86_hw_disable_all() returns early once the last counter has stopped;
 * so perf_x86_precise_unset() writes the register itself.
 *
 * Owns: perf_x86_precise_here but @draining, @events, @large and @fixups; MSR_IA32_PEBS_ENABLE,
 * MSR_PEBS_DATA_CFG, MSR_PEBS_LD_LAT_THRESHOLD and MSR_IA32_DS_AREA. No locks.
 * Context: on the CPU with IRQs off, or NMI.
 *
 * Hardware facts: Intel SDM volume 3, chapter "Performance Monitoring": "Processor Event Based
 * Sampling (PEBS)", "Load Latency Performance Monitoring Facility", "Adaptive PEBS".
 */
#include <linux/minmax.h>
#include <linux/percpu.h>

#include <asm/intel_ds.h>

#include "access.h"
#include "model.h"
#include "precise/area.h"
#include "precise/groups.h"
#include "precise/models.h"
#include "precise/state.h"

DEFINE_PER_CPU(struct perf_x86_precise_cpu, perf_x86_precise_here);

/* Before the adaptive records: load latency on counter n has an enable bit of its own. */
#define ENABLE_LATENCY_SHIFT	32
/* Sandy Bridge and Ivy Bridge: records of stores */
#define ENABLE_STORES		BIT_ULL(63)

/* Least period that a counter begins with after a record. */
#define LEAST_PERIOD		2

static void perf_x86_precise_write(struct perf_x86_cpu *cpu, u64 enable)
{
	struct perf_x86_precise_cpu *here = this_cpu_ptr(&perf_x86_precise_here);

	if (here->written == enable)
		return;
	here->written = enable;
	perf_x86_wrmsr(cpu->pmu, MSR_IA32_PEBS_ENABLE, enable);
}

/**
 * perf_x86_precise_reset - set the registers to a known state
 * @cpu: this CPU, just come up or resumed
 *
 * perf_x86_precise_enable_all() writes those of events that were running at a suspend.
 */
void perf_x86_precise_reset(struct perf_x86_cpu *cpu)
{
	struct perf_x86_precise_cpu *here = this_cpu_ptr(&perf_x86_precise_here);
	const struct perf_x86_pmu *pmu = cpu->pmu;

	here->written = 0;
	here->groups_written = 0;
	perf_x86_wrmsr(pmu, MSR_IA32_PEBS_ENABLE, 0);
	if (pmu->precise_adaptive)
		perf_x86_wrmsr(pmu, MSR_PEBS_DATA_CFG, 0);
	perf_x86_wrmsr(pmu, MSR_IA32_DS_AREA, perf_x86_area_address());
}

/* Records that may still come between the threshold and the interrupt. */
#define SPARE_RECORDS		8

/**
 * perf_x86_precise_update_groups - choose the groups of the records, and when to interrupt
 * @cpu: this CPU, its counters disabled; an event has got or lost its counter
 *
 * Only if all events accept late samples, the interrupt waits until the buffer is almost full.
 */
void perf_x86_precise_update_groups(struct perf_x86_cpu *cpu)
{
	struct perf_x86_precise_cpu *here = this_cpu_ptr(&perf_x86_precise_here);
	size_t size, threshold = 1;
	unsigned int counter;

	here->groups = 0;
	perf_x86_for_each_counter(counter, cpu->pmu->counters) {
		const struct perf_event *event = cpu->owner[counter];

		if (event && perf_x86_is_precise(event) && cpu->pmu->precise_adaptive)
			here->groups |= perf_x86_precise_groups(event);
	}
	size = perf_x86_record_size(perf_x86_layout_of(cpu->pmu), here->groups);
	if (here->events == here->large)
		threshold = PEBS_BUFFER_SIZE - SPARE_RECORDS * size;
	perf_x86_area_set_threshold(threshold);
}

static u64 perf_x86_precise_bits(const struct perf_x86_cpu *cpu, const struct perf_event *event)
{
	const struct perf_x86_pmu *pmu = cpu->pmu;
	const struct perf_x86_precise_row *row;
	u64 bits = BIT_ULL(event->hw.idx);

	row = perf_x86_precise_find(pmu->precise, event->hw.config);
	if (pmu->precise_format >= 4 || !row)
		return bits;
	if (row->kind == PERF_X86_PRECISE_LATENCY)
		bits |= bits << ENABLE_LATENCY_SHIFT;
	if (row->kind == PERF_X86_PRECISE_OLD_STORE)
		bits |= ENABLE_STORES;
	return bits;
}

/* Index in debug_store::pebs_event_reset */
static unsigned int perf_x86_precise_field(const struct perf_x86_pmu *pmu, unsigned int counter)
{
	unsigned int general = pmu->precise_format < 5 ? MAX_PEBS_EVENTS_FMT4 : MAX_PEBS_EVENTS;

	return perf_x86_is_fixed(counter) ? general + counter - INTEL_PMC_IDX_FIXED : counter;
}

/**
 * perf_x86_precise_set_period - what an event's counter begins with after a record
 * @cpu:   this CPU
 * @event: its counter does not count
 *
 * A period that the counter cannot hold is counted in pieces, and one that changes is set by
 * perf_x86_begin_period() after each record.
 */
void perf_x86_precise_set_period(struct perf_x86_cpu *cpu, const struct perf_event *event)
{
	struct perf_x86_precise_cpu *here = this_cpu_ptr(&perf_x86_precise_here);
	const struct perf_x86_pmu *pmu = cpu->pmu;
	unsigned int counter = event->hw.idx;
	u64 period;

	period = clamp_t(u64, event->hw.sample_period, LEAST_PERIOD, pmu->max_period);
	if (pmu->periods)
		period = perf_x86_model_period(pmu, event->hw.config, period);
	here->period[counter] = period;
	here->reloads &= ~BIT_ULL(counter);
	if (!perf_event_period_varies(event) && period == event->hw.sample_period)
		here->reloads |= BIT_ULL(counter);
	perf_x86_area_set_reset(perf_x86_precise_field(pmu, counter),
				-period & perf_x86_value_mask(pmu));
}

/**
 * perf_x86_precise_start - struct perf_x86_feature's @start
 * @cpu:   this CPU
 * @event: its counter is about to count
 */
void perf_x86_precise_start(struct perf_x86_cpu *cpu, struct perf_event *event)
{
	struct perf_x86_precise_cpu *here = this_cpu_ptr(&perf_x86_precise_here);
	const struct perf_x86_precise_row *row;

	row = perf_x86_precise_find(cpu->pmu->precise, event->hw.config);
	if (row && row->kind == PERF_X86_PRECISE_LATENCY)
		perf_x86_wrmsr(cpu->pmu, MSR_PEBS_LD_LAT_THRESHOLD, event->attr.config1);
	perf_x86_precise_set_period(cpu, event);
	here->started |= BIT_ULL(event->hw.idx);
	here->enable |= perf_x86_precise_bits(cpu, event);
	if (cpu->enabled)
		perf_x86_precise_enable_all(cpu);
}

/**
 * perf_x86_precise_unset - an event's counter writes no more records
 * @cpu:   this CPU
 * @event: its counter has been stopped
 */
void perf_x86_precise_unset(struct perf_x86_cpu *cpu, const struct perf_event *event)
{
	struct perf_x86_precise_cpu *here = this_cpu_ptr(&perf_x86_precise_here);

	here->enable &= ~perf_x86_precise_bits(cpu, event);
	if (here->written & ~here->enable)
		perf_x86_precise_write(cpu, here->written & here->enable);
}

/**
 * perf_x86_precise_enable_all - struct perf_x86_feature's @enable_all
 * @cpu: this CPU, its counters disabled
 */
void perf_x86_precise_enable_all(struct perf_x86_cpu *cpu)
{
	struct perf_x86_precise_cpu *here = this_cpu_ptr(&perf_x86_precise_here);

	if (here->groups_written != here->groups) {
		here->groups_written = here->groups;
		perf_x86_wrmsr(cpu->pmu, MSR_PEBS_DATA_CFG, here->groups);
	}
	perf_x86_precise_write(cpu, here->enable);
}

/**
 * perf_x86_precise_disable_all - struct perf_x86_feature's @disable_all
 * @cpu: this CPU, its counters disabled
 */
void perf_x86_precise_disable_all(struct perf_x86_cpu *cpu)
{
	perf_x86_precise_write(cpu, 0);
}
