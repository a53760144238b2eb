// SPDX-License-Identifier: GPL-2.0
/*
 * Counting periods: the control register's maximum and current count.
 *
 * A period longer than perf_ibs::max_period is counted in pieces. hw.last_tag holds the maximum
 * of the piece that is being counted, hw.prev_count the count it began with. The op unit's count
 * can be written (PERF_IBS_CAP_COUNT), so a piece may begin anywhere and a stop loses nothing;
 * the fetch unit's count has no low bits, so a stop loses up to 15 fetches.
 *
 * Owns: last_tag, prev_count, period_left, last_period of events. Locks: none.
 * Context: on the event's CPU with IRQs off, or NMI.
 *
 * Hardware facts: AMD APM volume 2, "Instruction-Based Sampling": after a sample the low seven
 * bits of the op unit's current count are random.
 */
#include <linux/minmax.h>

#include "ibs/access.h"
#include "ibs/period.h"

#define FETCH_COUNT_SHIFT	16
#define OP_COUNT_SHIFT		32
#define OP_COUNT		GENMASK_ULL(58, 32)

/**
 * perf_ibs_encode - the counting bits of a control register
 * @ibs:   the unit
 * @max:   maximum, a multiple of PERF_IBS_STEP
 * @count: current count
 *
 * Return: the bits.
 */
u64 perf_ibs_encode(const struct perf_ibs *ibs, u64 max, u64 count)
{
	const u64 low = max >> 4 & GENMASK_ULL(15, 0);

	if (!ibs->is_op)
		return low | (count >> 4 & GENMASK_ULL(15, 0)) << FETCH_COUNT_SHIFT;
	if (!(ibs->caps & PERF_IBS_CAP_COUNT))
		count = 0;
	return low | (max & PERF_IBS_OP_WIDE) | (count << OP_COUNT_SHIFT & OP_COUNT);
}

/* The current count in @control; @begin, the count at the start, where it cannot be read. */
static u64 perf_ibs_count(const struct perf_ibs *ibs, u64 control, u64 begin)
{
	if (!ibs->is_op)
		return (control >> FETCH_COUNT_SHIFT & GENMASK_ULL(15, 0)) << 4;
	return ibs->caps & PERF_IBS_CAP_COUNT ? (control & OP_COUNT) >> OP_COUNT_SHIFT : begin;
}

/**
 * perf_ibs_collect - add what the unit has counted to an event
 * @event:   its unit has stopped
 * @control: the control register, read after that
 * @keep:    the caller uses the sample that the unit may have
 *
 * A count out of range counts as far as the maximum. If a sample is dropped, so is the last
 * PERF_IBS_STEP of its period, and the period has not ended. Nor has it if the piece was longer
 * than period_left: the next start would take a period_left of 0 for a sample, and lose it.
 */
void perf_ibs_collect(struct perf_event *event, u64 control, bool keep)
{
	const struct perf_ibs *ibs = perf_ibs_of(event);
	struct hw_perf_event *hw = &event->hw;
	const u64 most = hw->last_tag, begin = local64_read(&hw->prev_count);
	u64 end = most;

	if (!(control & ibs->valid))
		end = clamp(perf_ibs_count(ibs, control, begin), begin, most);
	else if (!keep)
		end = max(begin, most - PERF_IBS_STEP);
	local64_set(&hw->prev_count, end);
	local64_add(end - begin, &event->count);
	local64_sub(end - begin, &hw->period_left);
	if (!keep && local64_read(&hw->period_left) <= 0)
		local64_set(&hw->period_left, 1);
}

/**
 * perf_ibs_begin - set the next piece of an event's period
 * @event: its count is up to date
 *
 * An excess over the period shortens the next one, so samples keep their distance on average.
 *
 * Return: true if a period has ended.
 */
bool perf_ibs_begin(struct perf_event *event)
{
	const struct perf_ibs *ibs = perf_ibs_of(event);
	struct hw_perf_event *hw = &event->hw;
	s64 period = max(round_down(hw->sample_period, PERF_IBS_STEP), PERF_IBS_STEP);
	s64 left = local64_read(&hw->period_left);
	bool ended = left <= 0;
	u64 piece;

	if (ended) {
		left = left > -period ? left + period : period;
		local64_set(&hw->period_left, left);
		hw->last_period = period;
	}
	piece = clamp_t(u64, left, PERF_IBS_STEP, ibs->max_period);
	hw->last_tag = round_up(piece, PERF_IBS_STEP);
	local64_set(&hw->prev_count, 0);
	if (ibs->is_op && (ibs->caps & PERF_IBS_CAP_COUNT))
		local64_set(&hw->prev_count, hw->last_tag - piece);
	return ended;
}

/**
 * perf_ibs_hw_start - let a unit count for an event
 * @event: its piece is set
 */
void perf_ibs_hw_start(struct perf_event *event)
{
	const struct perf_ibs *ibs = perf_ibs_of(event);
	const struct hw_perf_event *hw = &event->hw;
	u64 control = hw->config | perf_ibs_encode(ibs, hw->last_tag,
						   local64_read(&hw->prev_count));

	if (ibs->restart_twice)
		perf_ibs_wrmsr(ibs, ibs->control, control);
	perf_ibs_wrmsr(ibs, ibs->control, control | ibs->enable);
}

/**
 * perf_ibs_hw_stop - stop a unit
 * @ibs:    the unit
 * @control: its control register
 *
 * The valid bit and the count stay.
 */
void perf_ibs_hw_stop(const struct perf_ibs *ibs, u64 control)
{
	if (ibs->clear_twice) {
		control &= ~ibs->count_mask;
		perf_ibs_wrmsr(ibs, ibs->control, control);
	}
	perf_ibs_wrmsr(ibs, ibs->control, control & ~ibs->enable);
}
