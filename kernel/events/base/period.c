// SPDX-License-Identifier: GPL-2.0
/*
 * Sampling periods.
 *
 * The arithmetic is exact and saturates at PERF_PERIOD_MAX. In frequency mode the period
 * follows the event's rate slowly, so that one unusual interval changes it little.
 *
 * PERF_EXT_JITTER varies the period, so that samples do not keep in step with a program whose
 * loops or timers have the same period.
 *
 * Owns: hw_perf_event::jitter. Locks: none.
 * Context: any for the arithmetic; the rest on the event's CPU with IRQs off.
 */
#include <linux/hash.h>
#include <linux/math64.h>
#include <linux/overflow.h>
#include <linux/perf_event.h>
#include <linux/sched/clock.h>

#include "base/deferred_key.h"
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

DEFINE_STATIC_KEY_FALSE(perf_jitter_key);
static struct perf_deferred_key perf_jitter_users =
	PERF_DEFERRED_KEY_INIT(perf_jitter_users, &perf_jitter_key.key);

/**
 * perf_jitter_get - let perf_event_has_jitter() look at events
 *
 * Context: task, may sleep.
 */
void perf_jitter_get(void)
{
	perf_deferred_key_get(&perf_jitter_users);
}

/**
 * perf_jitter_put - undo perf_jitter_get()
 *
 * Context: any but NMI.
 */
void perf_jitter_put(void)
{
	perf_deferred_key_put(&perf_jitter_users);
}

/* @part of PERF_JITTER_UNIT of @period, rounded towards 0; 0 if the sum of both might not fit */
static s64 perf_period_part(u64 period, int part)
{
	int low = period % PERF_JITTER_UNIT;

	if (period > PERF_PERIOD_MAX / 2)
		return 0;
	return (s64)(period / PERF_JITTER_UNIT) * part + low * part / PERF_JITTER_UNIT;
}

/**
 * perf_period_with_jitter - the next of varying periods
 * @period: the requested one, 1 to PERF_PERIOD_MAX
 * @before: the place of the last overflow, as @now
 * @now:    how much later than at its multiple of @period the next overflow is, in
 *          PERF_JITTER_UNIT of @period: -PERF_JITTER_UNIT / 16 to PERF_JITTER_UNIT / 16
 *
 * If each call's @before is the @now of the last one, the sum of N periods is N times @period,
 * and the last @now.
 *
 * Context: any.
 * Return: the period, up to an eighth shorter or longer than @period.
 */
u64 perf_period_with_jitter(u64 period, int before, int now)
{
	return period + perf_period_part(period, now) - perf_period_part(period, before);
}

/* The period of frequency mode without its jitter, from here on */
static void perf_period_settle(struct hw_perf_event *hw)
{
	if (likely(!hw->jitter))
		return;
	hw->sample_period = perf_period_muldiv(hw->sample_period, PERF_JITTER_UNIT,
					       PERF_JITTER_UNIT + hw->jitter) ?: 1;
	hw->jitter = 0;
}

/**
 * perf_period_jitter - vary the period of an event with PERF_EXT_JITTER
 * @event: ACTIVE; it has overflowed, and a driver that has begun the next period already uses
 *         this one for the period after that
 *
 * In frequency mode, which has no sum to keep, each period is up to an eighth from the one that
 * the rate asks for.
 *
 * Context: on the event's CPU with IRQs off, or NMI.
 */
void perf_period_jitter(struct perf_event *event)
{
	/* The count differs from overflow to overflow, also where the clock has coarse steps. */
	u64 seed = local_clock() + event->id + local64_read(&event->count);
	int now = hash_64(seed, PERF_JITTER_BITS);
	struct hw_perf_event *hw = &event->hw;

	now -= 1 << (PERF_JITTER_BITS - 1);
	if (event->attr.freq) {
		perf_period_settle(hw);
		now *= 2;
		hw->sample_period = perf_period_with_jitter(hw->sample_period, 0, now);
	} else {
		hw->sample_period = perf_period_with_jitter(event->attr.sample_period, hw->jitter,
							    now);
	}
	hw->jitter = now;
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
	u64 period;
	s64 distant;

	perf_period_settle(hw);
	period = perf_period_approach(hw->sample_period, target);
	distant = min(period, PERF_PERIOD_MAX / PERF_PERIOD_DAMPING) * PERF_PERIOD_DAMPING;
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
