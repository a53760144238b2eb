// SPDX-License-Identifier: GPL-2.0
/*
 * Updating event->count and hw.period_left from the counter.
 *
 * A counter counts up to its overflow, so it starts at minus hw.period_left. It starts no
 * lower than half its range, so its highest bit is clear after an overflow; a longer period
 * is counted in pieces. hw.prev_count holds the counter's value at the last update of
 * event->count, sign-extended from the highest bit: user space adds count - prev_count to the
 * value that it reads and sign-extends in the same way.
 *
 * The interrupt of an event with PERF_X86_EVENT_HELD comes PERF_X86_BRS_DEPTH occurrences after the
 * overflow, so its counter is set that much closer to the overflow.
 *
 * Owns: prev_count, period_left, last_period of events. Locks: none.
 * Context: on the event's CPU with IRQs off, or NMI.
 */
#include "access.h"
#include "count.h"
#include "hw.h"
#include "model.h"

/* Some processors raise no interrupt for a counter that starts one event before its overflow. */
#define PERF_X86_LEAST_PERIOD	2

/* event_base and event_base_rdpmc are set with hw.idx, so nothing is computed here. */
static __always_inline u64 perf_x86_counter_of(const struct perf_x86_pmu *pmu,
					       const struct perf_event *event)
{
	if (unlikely(pmu->regs.no_rdpmc))
		return perf_x86_rdmsr(pmu, event->hw.event_base);
	return perf_x86_rdpmc(pmu, event->hw.event_base_rdpmc);
}

/**
 * perf_x86_update - bring an event's count up to date
 * @event: has a counter, which may be counting
 *
 * An NMI may update @event in between: the cmpxchg then fails, and no part is counted twice.
 *
 * Return: the counter's value, sign-extended from its highest bit.
 */
s64 perf_x86_update(struct perf_event *event)
{
	const struct perf_x86_pmu *pmu = perf_x86_pmu(event);
	const unsigned int missing = 64 - pmu->width;
	struct hw_perf_event *hw = &event->hw;
	s64 before = local64_read(&hw->prev_count), value;
	u64 delta;

	do {
		value = (s64)(perf_x86_counter_of(pmu, event) << missing) >> missing;
	} while (!local64_try_cmpxchg(&hw->prev_count, &before, value));

	/* Modulo pmu->width bits, as the counter may have wrapped. */
	delta = (u64)(value - before) << missing >> missing;
	/*
	 * The processor sets the counter back: perf_x86_precise_count() adds the period. An
	 * event of a metric has no counter: perf_x86_topdown_count() adds to its count.
	 */
	if (unlikely(hw->flags & (PERF_X86_EVENT_PRECISE | PERF_X86_EVENT_METRIC)))
		delta = hw->flags & PERF_X86_EVENT_METRIC ? 0 :
			(s64)((u64)(value - before) << missing) >> missing;
	local64_add(delta, &event->count);
	local64_sub(delta, &hw->period_left);
	return value;
}

/**
 * perf_x86_update_stopped - add what a stopped counter has counted to its event
 * @event: as for perf_x86_update()
 *
 * perf_x86_begin_period() sets some counters further before their overflow than period_left, so
 * period_left may be 0 or less before the overflow. The next start would take the period as
 * ended and its sample would be lost: the rest of the counter is made the rest of the period.
 *
 * Return: as perf_x86_update().
 */
s64 perf_x86_update_stopped(struct perf_event *event)
{
	s64 value = perf_x86_update(event);

	if (!perf_x86_has_overflowed(value) && unlikely(local64_read(&event->hw.period_left) <= 0))
		local64_set(&event->hw.period_left, -value);
	return value;
}

/**
 * perf_x86_begin_period - set the counter to what is left, or begin the next period
 * @event: its count is up to date
 *
 * A negative period_left is carried into the next period, so overflows keep their distance,
 * unless a whole period has been missed. If the counter is counting, its counts between
 * perf_x86_update() and the write are lost. That happens only in the NMI, on CPUs without a
 * register that stops all counters at once.
 *
 * Return: true if a period has ended.
 */
bool perf_x86_begin_period(struct perf_event *event)
{
	const struct perf_x86_pmu *pmu = perf_x86_pmu(event);
	struct hw_perf_event *hw = &event->hw;
	s64 left = local64_read(&hw->period_left);
	s64 period = hw->sample_period;
	bool ended = left <= 0;

	if (ended) {
		left = left > -period ? left + period : period;
		local64_set(&hw->period_left, left);
		hw->last_period = period;
	}
	if (unlikely(hw->flags & PERF_X86_EVENT_HELD))
		left -= PERF_X86_BRS_DEPTH;
	left = clamp_t(s64, left, PERF_X86_LEAST_PERIOD, pmu->max_period);
	if (unlikely(pmu->periods))
		left = perf_x86_model_period(pmu, hw->config, left);
	local64_set(&hw->prev_count, -left);
	perf_x86_hw_set_event(pmu, event, -left);
	return ended;
}
