// SPDX-License-Identifier: GPL-2.0
/*
 * Sampling periods.
 *
 * The arithmetic is exact and saturates at PERF_PERIOD_MAX. In frequency mode the period
 * follows the event's rate slowly, so that one unusual interval changes it little.
 *
 * Owns: nothing. Locks: none.
 * Context: any for the arithmetic; the rest on the event's CPU with IRQs off.
 */
#include <linux/math64.h>
#include <linux/overflow.h>
#include <linux/perf_event.h>

#include "base/period.h"

/* perf_period_approach() moves by the distance divided by this (a power of two). */
#define PERF_PERIOD_DAMPING	8

/**
 * perf_period_muldiv - product of two numbers divided by a third
 * @a:       first factor
 * @b:       second factor
 * @divisor: divisor
 *
 * Context: any.
 * Return: the quotient, rounded down; U64_MAX if the quotient does not fit or @divisor is 0.
 */
u64 perf_period_muldiv(u64 a, u64 b, u64 divisor)
{
	/* Some CPUs trap if the quotient exceeds 64 bits, so it is tested before. */
	if (mul_u64_u64_shr(a, b, 64) >= divisor)
		return U64_MAX;
	return mul_u64_u64_div_u64(a, b, divisor);
}

/**
 * perf_period_from_rate - period that makes an event overflow at a frequency
 * @count: number of events in the interval
 * @nsec:  length of the interval, ns
 * @freq:  requested overflows per second
 *
 * Context: any.
 * Return: the period, 1 to PERF_PERIOD_MAX.
 */
u64 perf_period_from_rate(u64 count, u64 nsec, u64 freq)
{
	u64 divisor, period;

	if (check_mul_overflow(nsec, freq, &divisor))
		period = div64_u64(perf_period_muldiv(count, NSEC_PER_SEC, nsec), freq);
	else
		period = perf_period_muldiv(count, NSEC_PER_SEC, divisor);
	return clamp(period, 1ULL, PERF_PERIOD_MAX);
}

/**
 * perf_period_approach - move one step from a period towards another
 * @period: present period, 1 to PERF_PERIOD_MAX
 * @target: period to approach, 1 to PERF_PERIOD_MAX
 *
 * Context: any.
 * Return: the next period, in the same range; repeated calls reach @target.
 */
u64 perf_period_approach(u64 period, u64 target)
{
	if (target > period)
		return period + DIV_ROUND_UP_ULL(target - period, PERF_PERIOD_DAMPING);
	return period - DIV_ROUND_UP_ULL(period - target, PERF_PERIOD_DAMPING);
}

/**
 * perf_period_adjust - adjust the period in frequency mode after an interval
 * @event:   ACTIVE, with attr.freq
 * @nsec:    length of the interval, ns
 * @count:   number of events in the interval
 * @running: the PMU counts @event, so perf_period_adjust() stops and restarts it if needed
 *
 * If hw.period_left exceeds PERF_PERIOD_DAMPING new periods, the next period begins at once.
 *
 * Context: on the event's CPU with IRQs off, or NMI.
 */
void perf_period_adjust(struct perf_event *event, u64 nsec, u64 count, bool running)
{
	struct hw_perf_event *hw = &event->hw;
	u64 target = perf_period_from_rate(count, nsec, event->attr.sample_freq);
	u64 period = perf_period_approach(hw->sample_period, target);
	s64 distant = min(period, PERF_PERIOD_MAX / PERF_PERIOD_DAMPING) * PERF_PERIOD_DAMPING;

	hw->sample_period = period;
	if (local64_read(&hw->period_left) <= distant)
		return;

	if (running)
		event->pmu->stop(event, PERF_EF_UPDATE);
	local64_set(&hw->period_left, 0);
	/* No perf_throttle_start(): @running means an overflow, which stops @event if throttled. */
	if (running)
		event->pmu->start(event, PERF_EF_RELOAD);
}

/**
 * perf_swevent_set_period - begin the next period of an event counted in memory
 * @event: hw.period_left holds the remainder of the period negated, so counting adds to it
 *
 * Context: on the event's CPU, NMI included.
 * Return: number of periods that have ended, or 0.
 */
u64 perf_swevent_set_period(struct perf_event *event)
{
	struct hw_perf_event *hw = &event->hw;
	u64 period = hw->sample_period;
	s64 left = local64_read(&hw->period_left);
	u64 ended;

	hw->last_period = period;
	do {
		if (left < 0)
			return 0;
		/* Most events come one by one. */
		ended = likely(left < period) ? 1 : div64_u64(left, period) + 1;
	} while (!local64_try_cmpxchg(&hw->period_left, &left, left - (s64)(ended * period)));
	return ended;
}
