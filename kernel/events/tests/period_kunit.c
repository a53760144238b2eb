// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of period.c: exact arithmetic, frequency mode, throttling windows.
 */
#include <kunit/test.h>
#include <linux/math64.h>
#include <linux/perf_event.h>
#include <linux/random.h>

#include "base/period.h"

static void period_muldiv_edges(struct kunit *test)
{
	static const struct {
		u64 a, b, divisor, expected;
	} cases[] = {
		{ 0, 0, 1, 0 },
		{ 7, 5, 2, 17 },
		{ 1, 1, 0, U64_MAX },
		{ 0, 0, 0, U64_MAX },
		{ U64_MAX, 1, 1, U64_MAX },
		{ U64_MAX, U64_MAX, U64_MAX, U64_MAX },
		{ U64_MAX, U64_MAX, U64_MAX - 1, U64_MAX },
		{ 1ULL << 32, 1ULL << 32, 1, U64_MAX },
		{ 1ULL << 32, 1ULL << 32, 2, 1ULL << 63 },
		{ U64_MAX, 2, 3, U64_MAX / 3 * 2 },
		{ 1ULL << 63, 3, 4, 3ULL << 61 },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++)
		KUNIT_EXPECT_EQ_MSG(test, cases[i].expected,
				    perf_period_muldiv(cases[i].a, cases[i].b, cases[i].divisor),
				    "case %u", i);
}

/* perf_period_muldiv() is exact: q * d / d is q, however large q * d is. */
static void period_muldiv_is_exact(struct kunit *test)
{
	struct rnd_state random;
	unsigned int i;

	prandom_seed_state(&random, 1);
	for (i = 0; i < 1000; i++) {
		u64 a = prandom_u32_state(&random);
		u64 b = prandom_u32_state(&random);
		u64 divisor = (prandom_u32_state(&random) >> (i % 32)) | 1;
		u64 q = ((u64)prandom_u32_state(&random) << 32) | prandom_u32_state(&random);

		/* a * b fits in 64 bits: compare with plain arithmetic */
		KUNIT_EXPECT_EQ(test, div64_u64(a * b, divisor),
				perf_period_muldiv(a, b, divisor));
		/* the product may exceed 64 bits */
		KUNIT_EXPECT_EQ(test, q, perf_period_muldiv(q, divisor, divisor));
		KUNIT_EXPECT_EQ(test, q, perf_period_muldiv(divisor, q, divisor));
	}
}

static void period_from_rate(struct kunit *test)
{
	static const struct {
		u64 count, nsec, freq, expected;
	} cases[] = {
		/* 10^9 events a second, 1000 samples a second: period 10^6 */
		{ NSEC_PER_MSEC, NSEC_PER_MSEC, 1000, 1000000 },
		{ 4000000000ULL, NSEC_PER_SEC, 4000, 1000000 },
		/* fewer events than wanted samples: period 1 */
		{ 0, NSEC_PER_MSEC, 1000, 1 },
		{ 1, NSEC_PER_SEC, 1000, 1 },
		/* the period is limited to PERF_PERIOD_MAX */
		{ U64_MAX, 1, 1, PERF_PERIOD_MAX },
		{ 1, 0, 1, PERF_PERIOD_MAX },
		/* nsec * freq exceeds 64 bits */
		{ 1ULL << 40, 1ULL << 40, 1ULL << 30, 1 },
		{ U64_MAX, 1ULL << 62, 8, NSEC_PER_SEC / 2 - 1 },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++)
		KUNIT_EXPECT_EQ_MSG(test, cases[i].expected,
				    perf_period_from_rate(cases[i].count, cases[i].nsec,
							  cases[i].freq),
				    "case %u", i);
}

/* Each perf_period_approach() gets nearer, never passes @target, and finally reaches it. */
static void period_approach(struct kunit *test)
{
	static const u64 values[] = { 1, 2, 7, 8, 9, 1000, 1ULL << 40, PERF_PERIOD_MAX };
	unsigned int from, to;

	for (from = 0; from < ARRAY_SIZE(values); from++) {
		for (to = 0; to < ARRAY_SIZE(values); to++) {
			u64 target = values[to];
			u64 period = values[from];
			int steps = 0;

			while (period != target && steps++ < 1000) {
				u64 next = perf_period_approach(period, target);

				if (target > period)
					KUNIT_ASSERT_TRUE(test, next > period && next <= target);
				else
					KUNIT_ASSERT_TRUE(test, next < period && next >= target);
				period = next;
			}
			KUNIT_EXPECT_EQ(test, target, period);
			KUNIT_EXPECT_EQ(test, target, perf_period_approach(target, target));
		}
	}
}

/* A PMU that records the calls of start and stop. */
static unsigned int fake_stops;
static unsigned int fake_starts;
static int fake_flags;

static void fake_stop(struct perf_event *event, int flags)
{
	fake_stops++;
	fake_flags = flags;
}

static void fake_start(struct perf_event *event, int flags)
{
	fake_starts++;
	fake_flags |= flags;
}

static struct pmu fake_pmu = {
	.start	= fake_start,
	.stop	= fake_stop,
};

static struct perf_event *period_event(struct kunit *test, u64 period, s64 left)
{
	struct perf_event *event = kunit_kzalloc(test, sizeof(*event), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, event);
	event->pmu = &fake_pmu;
	event->attr.freq = 1;
	event->attr.sample_freq = 1000;
	event->hw.sample_period = period;
	local64_set(&event->hw.period_left, left);
	fake_stops = 0;
	fake_starts = 0;
	fake_flags = 0;
	return event;
}

static void period_adjust_smooth(struct kunit *test)
{
	struct perf_event *event = period_event(test, 1000000, 500000);

	/* The rate has doubled: the period moves part of the way. */
	perf_period_adjust(event, NSEC_PER_MSEC, 2000000, true);
	KUNIT_EXPECT_EQ(test, 1125000ULL, event->hw.sample_period);
	KUNIT_EXPECT_EQ(test, 500000LL, (s64)local64_read(&event->hw.period_left));
	KUNIT_EXPECT_EQ(test, 0U, fake_stops + fake_starts);
}

static void period_adjust_reloads(struct kunit *test)
{
	struct perf_event *event = period_event(test, 1000, 1000000);

	/* period_left is far larger than the new period, so the counter must be reloaded. */
	perf_period_adjust(event, NSEC_PER_MSEC, 1000, true);
	KUNIT_EXPECT_EQ(test, 1000ULL, event->hw.sample_period);
	KUNIT_EXPECT_EQ(test, 0LL, (s64)local64_read(&event->hw.period_left));
	KUNIT_EXPECT_EQ(test, 1U, fake_stops);
	KUNIT_EXPECT_EQ(test, 1U, fake_starts);
	KUNIT_EXPECT_EQ(test, PERF_EF_UPDATE | PERF_EF_RELOAD, fake_flags);

	/* With @running false the caller has stopped the event already. */
	event = period_event(test, 1000, 1000000);
	perf_period_adjust(event, NSEC_PER_MSEC, 1000, false);
	KUNIT_EXPECT_EQ(test, 0LL, (s64)local64_read(&event->hw.period_left));
	KUNIT_EXPECT_EQ(test, 0U, fake_stops + fake_starts);
}

static void period_adjust_longest(struct kunit *test)
{
	struct perf_event *event = period_event(test, PERF_PERIOD_MAX, S64_MAX);

	perf_period_adjust(event, 1, U64_MAX, true);
	KUNIT_EXPECT_EQ(test, PERF_PERIOD_MAX, event->hw.sample_period);
	perf_period_adjust(event, NSEC_PER_SEC, 0, true);
	KUNIT_EXPECT_LT(test, event->hw.sample_period, PERF_PERIOD_MAX);
	KUNIT_EXPECT_GE(test, event->hw.sample_period, 1ULL);
}

/* hw.period_left that grows one by one overflows at each multiple of the period. */
static void swevent_one_by_one(struct kunit *test)
{
	struct perf_event *event = period_event(test, 7, 7);
	unsigned int i, overflows = 0;

	/* perf_swevent_set_period() of a new event: a full period is left. */
	perf_swevent_set_period(event);
	KUNIT_ASSERT_EQ(test, -7LL, (s64)local64_read(&event->hw.period_left));
	for (i = 1; i <= 70; i++) {
		if (local64_add_negative(1, &event->hw.period_left))
			continue;
		KUNIT_EXPECT_EQ(test, 0U, i % 7);
		KUNIT_EXPECT_EQ(test, 1ULL, perf_swevent_set_period(event));
		overflows++;
	}
	KUNIT_EXPECT_EQ(test, 10U, overflows);
	KUNIT_EXPECT_EQ(test, 0ULL, perf_swevent_set_period(event));
}

/* perf_swevent_set_period() returns one overflow for each period spanned; no remainder is lost. */
static void swevent_bursts(struct kunit *test)
{
	struct perf_event *event = period_event(test, 10, -10);
	struct rnd_state random;
	u64 overflows = 0, total = 0;
	unsigned int i;

	prandom_seed_state(&random, 2);
	for (i = 0; i < 1000; i++) {
		u64 nr = prandom_u32_state(&random) % 100 + 1;

		total += nr;
		local64_add(nr, &event->hw.period_left);
		overflows += perf_swevent_set_period(event);
		KUNIT_ASSERT_LT(test, (s64)local64_read(&event->hw.period_left), 0LL);
	}
	KUNIT_EXPECT_EQ(test, total / 10, overflows);
	KUNIT_EXPECT_EQ(test, 10ULL, event->hw.last_period);
}

static void throttle_windows(struct kunit *test)
{
	struct hw_perf_event hw = { .interrupts_seq = 5, .interrupts = 3 };

	KUNIT_EXPECT_EQ(test, 4ULL, perf_throttle_count(&hw, 5));
	KUNIT_EXPECT_EQ(test, 1ULL, perf_throttle_count(&hw, 6));
	KUNIT_EXPECT_EQ(test, 2ULL, perf_throttle_count(&hw, 6));

	/* hw.throttled stays set until the event is released, whatever @seq is. */
	hw.throttled = true;
	KUNIT_EXPECT_EQ(test, MAX_INTERRUPTS, perf_throttle_count(&hw, 7));
	KUNIT_EXPECT_EQ(test, MAX_INTERRUPTS, perf_throttle_count(&hw, 8));
	hw.throttled = false;
	hw.interrupts = 0;
	KUNIT_EXPECT_EQ(test, 1ULL, perf_throttle_count(&hw, 8));
}

/* The sum of N periods is N times the requested one, and the place of the last overflow. */
static void period_jitter_sum(struct kunit *test)
{
	static const u64 periods[] = { 1, 7, 8, 64, 1000, 4000037, 1ULL << 40 };
	struct rnd_state random;
	unsigned int i, n;

	prandom_seed_state(&random, 2);
	for (i = 0; i < ARRAY_SIZE(periods); i++) {
		u64 period = periods[i], sum = 0;
		int before = 0;

		for (n = 1; n <= 200; n++) {
			int now = (int)(prandom_u32_state(&random) % 4096) - 2048;
			u64 next = perf_period_with_jitter(period, before, now);

			KUNIT_EXPECT_GE(test, next, period - period / 8);
			KUNIT_EXPECT_LE(test, next, period + period / 8);
			sum += next;
			KUNIT_EXPECT_EQ(test, (s64)(sum - n * period),
					div_s64((s64)period * now, 32768));
			before = now;
		}
	}
	KUNIT_EXPECT_EQ(test, PERF_PERIOD_MAX,
			perf_period_with_jitter(PERF_PERIOD_MAX, -2048, 2048));
}

/* The rate that frequency mode has found survives the jitter of each period. */
static void period_jitter_frequency(struct kunit *test)
{
	struct perf_event *event = period_event(test, 1000000, 0);
	unsigned int i, differ = 0;

	for (i = 0; i < 100; i++) {
		perf_period_jitter(event);
		KUNIT_EXPECT_GE(test, event->hw.sample_period, 874000ULL);
		KUNIT_EXPECT_LE(test, event->hw.sample_period, 1125000ULL);
		differ += event->hw.sample_period != 1000000;
	}
	KUNIT_EXPECT_GE(test, differ, 90U);
	perf_period_adjust(event, NSEC_PER_MSEC, 1000000, false);
	KUNIT_EXPECT_GE(test, event->hw.sample_period, 999800ULL);
	KUNIT_EXPECT_LE(test, event->hw.sample_period, 1000000ULL);
	KUNIT_EXPECT_EQ(test, 0, event->hw.jitter);
}

static struct kunit_case period_tests[] = {
	KUNIT_CASE(period_muldiv_edges),
	KUNIT_CASE(period_muldiv_is_exact),
	KUNIT_CASE(period_from_rate),
	KUNIT_CASE(period_approach),
	KUNIT_CASE(period_adjust_smooth),
	KUNIT_CASE(period_adjust_reloads),
	KUNIT_CASE(period_adjust_longest),
	KUNIT_CASE(period_jitter_sum),
	KUNIT_CASE(period_jitter_frequency),
	KUNIT_CASE(swevent_one_by_one),
	KUNIT_CASE(swevent_bursts),
	KUNIT_CASE(throttle_windows),
	{ }
};

static struct kunit_suite period_suite = {
	.name		= "perf_period",
	.test_cases	= period_tests,
};

kunit_test_suite(period_suite);
