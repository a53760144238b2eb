// SPDX-License-Identifier: GPL-2.0
/*
 * From what a counter holds to an event's count and period.
 *
 * A counter counts up to its overflow, so it starts at minus what is left of the
 * period. It starts no lower than half its range, so its highest bit tells whether it
 * has overflowed; a longer period is run through in pieces. hw.prev_count is what the
 * counter held when event->count was last brought up to date, with the highest bit
 * spread upwards: then count - prev_count is what user space has to add to the value
 * that it reads and extends in the same way.
 *
 * Owns: prev_count, period_left, last_period of events. No locks.
 * Context: on the event's CPU with IRQs off, or NMI.
 */
#include "access.h"
#include "count.h"
#include "model.h"

/* An event knows where its counter is, so nothing has to be worked out here. */
static __always_inline u64 perf_x86_counter_of(const struct perf_x86_unit *unit,
					       const struct perf_event *event)
{
	if (unlikely(unit->regs.no_rdpmc))
		return perf_x86_rdmsr(unit, event->hw.event_base);
	return perf_x86_rdpmc(unit, event->hw.event_base_rdpmc);
}

/**
 * perf_x86_update - bring an event's count up to date
 * @event: has a counter, which may be counting
 *
 * An NMI may do the same in between: then what it has counted is not counted again.
 *
 * Return: what the counter holds, its highest bit spread upwards.
 */
s64 perf_x86_update(struct perf_event *event)
{
	const struct perf_x86_unit *unit = perf_x86_unit(event);
	const unsigned int missing = 64 - unit->width;
	struct hw_perf_event *hw = &event->hw;
	s64 before = local64_read(&hw->prev_count), value;
	u64 delta;

	do {
		value = (s64)(perf_x86_counter_of(unit, event) << missing) >> missing;
	} while (!local64_try_cmpxchg(&hw->prev_count, &before, value));

	/* Modulo the counter's range: it may have gone past its end. */
	delta = (u64)(value - before) << missing >> missing;
	local64_add(delta, &event->count);
	local64_sub(delta, &hw->period_left);
	return value;
}

/**
 * perf_x86_begin_period - set the counter to what is left, or begin the next period
 * @event: its count is up to date
 *
 * What was counted beyond the end of a period belongs to the next one, so overflows keep
 * their distance; unless a whole period has been missed. If the counter is counting, what
 * it counts meanwhile is lost: that only happens where counters cannot be stopped all at
 * once, in the NMI.
 *
 * Return: a period has ended.
 */
bool perf_x86_begin_period(struct perf_event *event)
{
	const struct perf_x86_unit *unit = perf_x86_unit(event);
	struct hw_perf_event *hw = &event->hw;
	s64 left = local64_read(&hw->period_left);
	s64 period = hw->sample_period;
	bool ended = left <= 0;

	if (ended) {
		left = left > -period ? left + period : period;
		local64_set(&hw->period_left, left);
		hw->last_period = period;
	}
	left = min_t(s64, left, unit->max_period);
	if (unlikely(unit->periods))
		left = perf_x86_model_period(unit, hw->config, left);
	local64_set(&hw->prev_count, -left);
	perf_x86_wrmsr(unit, hw->event_base, -left & perf_x86_value_mask(unit));
	return ended;
}
