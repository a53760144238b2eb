// SPDX-License-Identifier: GPL-2.0
/*
 * From what a counter holds to an event's count and period.
 *
 * A counter counts up, and overflows when its highest bit comes on: so it starts as far
 * below that as is left of the period. Half its range is the longest way there is; a
 * longer period is run through in pieces, and what only counts has no other reason to
 * be interrupted.
 *
 * Owns: prev_count, period_left, last_period of events. No locks.
 * Context: on the event's CPU with IRQs off, or its interrupt.
 */
#include <linux/perf_event.h>

#include "count.h"
#include "hw.h"

/*
 * How far a counter has come. A processor that executes speculatively may take back a
 * little of what the counter had already shown; that is not a wrap, and no way at all.
 */
static u32 perf_power_way(u32 value, s64 before)
{
	u32 way = value - (u32)before;

	return way > (u32)-PERF_PMC_ROLL_BACK ? 0 : way;
}

/**
 * perf_power_update() - bring an event's count up to date, while nothing counts
 * @event: has a counter
 *
 * The counters are frozen, so no interrupt of theirs can do the same in between.
 *
 * Return: what the counter holds.
 */
u32 perf_power_update(struct perf_event *event)
{
	struct hw_perf_event *hw = &event->hw;
	s64 before = local64_read(&hw->prev_count);
	u32 value = perf_power_read_pmc(hw->idx);
	u32 way = perf_power_way(value, before);

	if (way) {
		local64_set(&hw->prev_count, value);
		local64_set(&event->count, local64_read(&event->count) + way);
		local64_set(&hw->period_left, local64_read(&hw->period_left) - way);
	}
	return value;
}

/**
 * perf_power_update_running() - bring an event's count up to date, while it may count
 * @event: has a counter
 *
 * The interrupt may do the same in between: then what it has counted is not counted
 * again.
 */
void perf_power_update_running(struct perf_event *event)
{
	struct hw_perf_event *hw = &event->hw;
	s64 before = local64_read(&hw->prev_count);
	u32 value, way;

	do {
		value = perf_power_read_pmc(hw->idx);
		way = perf_power_way(value, before);
		if (!way)
			return;
	} while (!local64_try_cmpxchg(&hw->prev_count, &before, value));

	local64_add(way, &event->count);
	local64_sub(way, &hw->period_left);
}

static bool perf_power_runs_free(unsigned int counter)
{
	return this_cpu_read(perf_power_cpu.model)->free_running & BIT(counter);
}

/* On a counter that does not interrupt: no period, but room. It may not take the zero. */
static bool perf_count_on(struct hw_perf_event *hw)
{
	perf_power_write_pmc(hw->idx, 0);
	local64_set(&hw->prev_count, perf_power_read_pmc(hw->idx));
	return false;
}

/**
 * perf_power_begin_period() - set the counter to what is left, or begin the next period
 * @event: its count is up to date
 *
 * What was counted beyond the end of a period belongs to the next one, so overflows keep
 * their distance; unless a whole period has been missed.
 *
 * Return: a period has ended.
 */
bool perf_power_begin_period(struct perf_event *event)
{
	struct hw_perf_event *hw = &event->hw;
	s64 left = local64_read(&hw->period_left);
	s64 period = hw->sample_period;
	bool ended = left <= 0;
	u32 value;

	if (perf_power_runs_free(hw->idx))
		return perf_count_on(hw);
	if (ended) {
		left = left > -period ? left + period : period;
		local64_set(&hw->period_left, left);
		hw->last_period = period;
	}
	value = PERF_PMC_OVERFLOWED - min_t(s64, left, PERF_PMC_OVERFLOWED);
	local64_set(&hw->prev_count, value);
	perf_power_write_pmc(hw->idx, value);
	return ended;
}
