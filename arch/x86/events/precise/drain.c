// SPDX-License-Identifier: GPL-2.0
/*
 * Making samples of all records in a CPU's buffer.
 *
 * Each record stands for a whole period: the processor has set the counter back, so the counter
 * alone does not show the period. perf_x86_precise_count() adds it to event->count, and
 * perf_x86_update() adds what the counter has changed by, which may be negative.
 *
 * Owns: @draining of struct perf_x86_precise_cpu. No locks.
 * Context: on the CPU with IRQs off, or NMI; the counters do not count.
 */
#include <linux/build_bug.h>
#include <linux/perf_event.h>
#include <linux/printk.h>

#include "branch/record.h"
#include "count.h"
#include "feature.h"
#include "nmi.h"
#include "precise/area.h"
#include "precise/drain.h"
#include "precise/fixup.h"
#include "precise/sample.h"
#include "precise/state.h"

/* Count a record's period, and begin the next one. Return: false if it is part of a longer one. */
static bool perf_x86_precise_count(struct perf_x86_cpu *cpu, struct perf_event *event)
{
	struct perf_x86_precise_cpu *here = this_cpu_ptr(&perf_x86_precise_here);
	struct hw_perf_event *hw = &event->hw;
	u64 period = here->period[hw->idx];
	bool ended;

	local64_add(period, &event->count);
	if (here->reloads & BIT_ULL(hw->idx)) {
		if (!(hw->flags & PERF_X86_PRECISE_LARGE))
			perf_x86_update(event);
		return true;
	}
	local64_sub(period, &hw->period_left);
	perf_x86_update(event);
	ended = perf_x86_begin_period(event);
	perf_event_update_userpage(event);
	return ended;
}

/*
 * The record for @event's sample: with the address of the instruction, if @event asks for it, it is
 * known, and @event counts in the mode of the address. A branch may have come from another mode.
 */
static const struct perf_x86_record *
perf_x86_precise_choose(const struct perf_event *event, const struct perf_x86_record *record,
			struct perf_x86_record *fixed)
{
	if (!record->insn || !perf_x86_needs_fixup(event))
		return record;
	*fixed = *record;
	fixed->ip = record->insn;
	fixed->exact = true;
	return perf_x86_precise_allows(event, fixed) ? fixed : record;
}

/* The record's fields of a branch are copies of the branch's registers. */
static_assert(sizeof(struct perf_x86_branch_raw) == 3 * sizeof(u64));

/* The branches up to the record's instruction, or those up to now. */
static void perf_x86_precise_fill_branches(struct perf_x86_cpu *cpu, struct perf_event *event,
					   const struct perf_x86_record *record,
					   struct perf_x86_precise_sample *sample)
{
	if (!(event->hw.flags & PERF_X86_EVENT_BRANCHES))
		return;
	if (record->branches)
		perf_x86_branch_sample_copied(cpu, event, &sample->data,
					      (const struct perf_x86_branch_raw *)record->branches,
					      record->nr);
	else
		perf_x86_features_sample(cpu, event, &sample->data, &sample->regs.regs);
}

static void perf_x86_precise_deliver(struct perf_x86_cpu *cpu, struct perf_event *event,
				     const struct perf_x86_record *record,
				     struct pt_regs *interrupted)
{
	struct perf_x86_precise_sample sample;
	struct perf_x86_record fixed;
	struct pt_regs *regs = &sample.regs.regs;
	const u64 period = event->hw.last_period;

	if (!perf_x86_precise_count(cpu, event))
		return;
	record = perf_x86_precise_choose(event, record, &fixed);
	if (!perf_x86_precise_allows(event, record))
		return;
	perf_sample_data_init(&sample.data, 0, period);
	perf_x86_precise_fill(&sample, event, record, interrupted);
	perf_x86_precise_fill_branches(cpu, event, record, &sample);
	if (perf_event_overflow(event, &sample.data, regs) &&
	    (cpu->running & BIT_ULL(event->hw.idx))) {
		perf_x86_stop_counter(cpu, event);
		event->hw.state |= PERF_HES_UPTODATE;
		perf_event_update_userpage(event);
		return;
	}
	/* The core may have changed the period. */
	if (perf_event_period_varies(event))
		perf_x86_precise_set_period(cpu, event);
}

/*
 * The counters that a record belongs to. Before format 3 a record may have the bit of a counter
 * whose own record follows, so a record with several bits counts as lost for all of them. Some
 * processors write records without a bit; with one event, they are the event's.
 */
static u64 perf_x86_precise_counters(struct perf_x86_cpu *cpu,
				     const struct perf_x86_record *record)
{
	u64 started = this_cpu_read(perf_x86_precise_here.started);
	u64 counters = record->counters & started;
	unsigned int counter;

	if (!counters)
		return hweight64(started) == 1 ? started : 0;
	if (cpu->pmu->precise_format >= 3 || hweight64(counters) == 1)
		return counters;
	perf_x86_for_each_counter(counter, counters) {
		if (cpu->owner[counter])
			perf_log_lost_samples(cpu->owner[counter], 1);
	}
	return 0;
}

/* Return: the counters that have a sample. */
static u64 perf_x86_precise_deliver_all(struct perf_x86_cpu *cpu,
					const struct perf_x86_record *record,
					struct pt_regs *interrupted)
{
	u64 counters = perf_x86_precise_counters(cpu, record), done = 0;
	unsigned int counter;

	perf_x86_for_each_counter(counter, counters & cpu->pmu->counters) {
		struct perf_event *event = cpu->owner[counter];

		if (!event || !perf_x86_is_precise(event))
			continue;
		perf_x86_precise_deliver(cpu, event, record, interrupted);
		done |= BIT_ULL(counter);
	}
	return done;
}

/**
 * perf_x86_precise_drain - make samples of all records
 * @cpu:         this CPU, its counters disabled
 * @interrupted: registers of the interrupted code; NULL: not in the interrupt
 *
 * A sample may stop an event, which calls this again: the outer call has its records.
 */
void perf_x86_precise_drain(struct perf_x86_cpu *cpu, struct pt_regs *interrupted)
{
	struct perf_x86_precise_cpu *here = this_cpu_ptr(&perf_x86_precise_here);
	struct perf_x86_layout layout = perf_x86_layout_of(cpu->pmu);
	struct perf_x86_record record;
	u64 done = 0;
	unsigned int counter;
	size_t bytes, size;
	const void *from;

	if (here->draining || !here->events)
		return;
	here->draining = true;
	barrier(); /* an NMI must see it before it may look at the buffer */
	from = perf_x86_area_records(&bytes);
	for (; bytes; from += size, bytes -= size) {
		size = perf_x86_record_parse(layout, from, bytes, &record);
		if (!size) {
			pr_warn_once("perf: %s: %zu bytes of invalid precise records\n",
				     cpu->pmu->name, bytes);
			break;
		}
		/* The newest branch belongs to the last record, if nothing has run since. */
		if (interrupted && here->fixups && size == bytes)
			record.insn = perf_x86_fixup_insn(cpu, record.ip);
		done |= perf_x86_precise_deliver_all(cpu, &record, interrupted);
	}
	perf_x86_area_rewind();
	perf_x86_for_each_counter(counter, done) {
		if (cpu->owner[counter])
			perf_x86_update(cpu->owner[counter]);
	}
	barrier(); /* the buffer is empty before an NMI may look at it */
	here->draining = false;
}

/**
 * perf_x86_precise_drain_now - make samples of all records, if there are any
 * @cpu: this CPU, its counters enabled or not
 */
void perf_x86_precise_drain_now(struct perf_x86_cpu *cpu)
{
	const bool enabled = cpu->enabled;
	size_t bytes;

	if (this_cpu_read(perf_x86_precise_here.draining))
		return;
	perf_x86_area_records(&bytes);
	if (!bytes)
		return;
	if (enabled)
		perf_pmu_disable(&cpu->pmu->pmu);
	perf_x86_precise_drain(cpu, NULL);
	if (enabled)
		perf_pmu_enable(&cpu->pmu->pmu);
}
