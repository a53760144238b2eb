// SPDX-License-Identifier: GPL-2.0
/*
 * Counter values to event counts and periods.
 *
 * A counter counts up, and overflows when its highest bit is set: perf_power_begin_period()
 * starts it as far below that as is left of the period. PERF_PMC_OVERFLOWED, half the counter's
 * range, is the longest distance; a longer sample_period is run in pieces of that length. An
 * event that only counts has no other reason to interrupt.
 *
 * The program itself writes the counter of an event with event-based branches. Such an event has
 * no periods: perf_power_begin_period() goes on with the value that the counter had when it was
 * stopped, and the event's count is that value.
 *
 * Owns: prev_count, period_left, last_period of events. No locks.
 * Context: on the event's CPU with IRQs off, or its interrupt.
 */
#include <linux/perf_event.h>

#include "count.h"
#include "ebb.h"
#include "pmc.h"

/*
 * The distance from @before to @value. A processor that executes speculatively may take back up
 * to PERF_PMC_ROLL_BACK of a count that was read before; that is no wrap, and the distance is 0.
 */
static u32 perf_power_distance(u32 value, s64 before)
{
	u32 distance = value - (u32)before;

	return distance > (u32)-PERF_PMC_ROLL_BACK ? 0 : distance;
}

static u32 perf_power_update_ebb(struct perf_event *event)
{
	u32 value = perf_power_read_pmc(event->hw.idx);

	local64_set(&event->hw.prev_count, value);
	local64_set(&event->count, value);
	return value;
}

/**
 * perf_power_update() - bring an event's count up to date, with the counters frozen
 * @event: has a counter
 *
 * No interrupt of the counters can update @event at the same time.
 *
 * Return: the counter's value.
 */
u32 perf_power_update(struct perf_event *event)
{
	struct hw_perf_event *hw = &event->hw;
	s64 before = local64_read(&hw->prev_count);
	u32 value, distance;

	if (unlikely(perf_power_is_ebb(event)))
		return perf_power_update_ebb(event);
	value = perf_power_read_pmc(hw->idx);
	distance = perf_power_distance(value, before);
	if (distance) {
		local64_set(&hw->prev_count, value);
		local64_set(&event->count, local64_read(&event->count) + distance);
		local64_set(&hw->period_left, local64_read(&hw->period_left) - distance);
	}
	return value;
}

/**
 * perf_power_update_running() - bring an event's count up to date, while it may count
 * @event: has a counter
 *
 * The interrupt may update @event at any point; the cmpxchg of prev_count keeps a distance from
 * being added twice.
 */
void perf_power_update_running(struct perf_event *event)
{
	struct hw_perf_event *hw = &event->hw;
	s64 before = local64_read(&hw->prev_count);
	u32 value, distance;

	if (unlikely(perf_power_is_ebb(event))) {
		perf_power_update_ebb(event);
		return;
	}
	do {
		value = perf_power_read_pmc(hw->idx);
		distance = perf_power_distance(value, before);
		if (!distance)
			return;
	} while (!local64_try_cmpxchg(&hw->prev_count, &before, value));

	local64_add(distance, &event->count);
	local64_sub(distance, &hw->period_left);
}

static bool perf_power_is_free_running(unsigned int counter)
{
	return this_cpu_read(perf_power_cpu.model)->free_running & BIT(counter);
}

/*
 * A @free_running counter has no period: 0 gives it the longest time until it wraps. The counter
 * may ignore the write, so prev_count is read back.
 */
static bool perf_power_restart_free_running(struct hw_perf_event *hw)
{
	perf_power_write_pmc(hw->idx, 0);
	local64_set(&hw->prev_count, perf_power_read_pmc(hw->idx));
	return false;
}

/**
 * perf_power_begin_period() - continue the event's period, or begin the next one
 * @event: its count is up to date
 *
 * Counts past the end of a period belong to the next one, so that overflows stay a period
 * apart; unless @event has missed a whole period.
 *
 * Return: true if a period has ended.
 */
bool perf_power_begin_period(struct perf_event *event)
{
	struct hw_perf_event *hw = &event->hw;
	s64 left = local64_read(&hw->period_left);
	s64 period = hw->sample_period;
	bool ended = left <= 0;
	u32 value;

	if (unlikely(perf_power_is_ebb(event))) {
		perf_power_write_pmc(hw->idx, local64_read(&hw->prev_count));
		return false;
	}
	if (perf_power_is_free_running(hw->idx))
		return perf_power_restart_free_running(hw);
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
