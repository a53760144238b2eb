// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of clock.h: struct perf_run_clock, which holds the enabled and running times.
 */
#include <kunit/test.h>
#include <linux/limits.h>

#include "base/clock.h"

static void clock_stands_still(struct kunit *test)
{
	struct perf_run_clock clock = {};

	KUNIT_EXPECT_EQ(test, 0ULL, perf_run_clock_at(&clock, 0));
	KUNIT_EXPECT_EQ(test, 0ULL, perf_run_clock_at(&clock, U64_MAX));
}

static void clock_runs(struct kunit *test)
{
	struct perf_run_clock clock = {};

	perf_run_clock_start(&clock, 1000);
	KUNIT_EXPECT_TRUE(test, clock.running);
	KUNIT_EXPECT_EQ(test, 0ULL, perf_run_clock_at(&clock, 1000));
	KUNIT_EXPECT_EQ(test, 1ULL, perf_run_clock_at(&clock, 1001));
	KUNIT_EXPECT_EQ(test, 500ULL, perf_run_clock_at(&clock, 1500));
	/* perf_run_clock_at() does not change the clock. */
	KUNIT_EXPECT_EQ(test, 1ULL, perf_run_clock_at(&clock, 1001));
}

static void clock_keeps_its_reading(struct kunit *test)
{
	struct perf_run_clock clock = {};

	perf_run_clock_start(&clock, 1000);
	perf_run_clock_stop(&clock, 1300);
	KUNIT_EXPECT_FALSE(test, clock.running);
	KUNIT_EXPECT_EQ(test, 300ULL, perf_run_clock_at(&clock, 1300));
	KUNIT_EXPECT_EQ(test, 300ULL, perf_run_clock_at(&clock, 9999));
}

static void clock_adds_up(struct kunit *test)
{
	struct perf_run_clock clock = {};
	u64 now = 0, sum = 0;
	int i;

	for (i = 1; i <= 1000; i++) {
		now += 7 * i;
		perf_run_clock_start(&clock, now);
		KUNIT_EXPECT_EQ(test, sum, perf_run_clock_at(&clock, now));
		now += i;
		sum += i;
		KUNIT_EXPECT_EQ(test, sum, perf_run_clock_at(&clock, now));
		perf_run_clock_stop(&clock, now);
		KUNIT_EXPECT_EQ(test, sum, perf_run_clock_at(&clock, now + i));
	}
	KUNIT_EXPECT_EQ(test, 500500ULL, sum);
}

static void clock_of_no_length(struct kunit *test)
{
	struct perf_run_clock clock = {};

	perf_run_clock_start(&clock, 1000);
	perf_run_clock_stop(&clock, 1000);
	KUNIT_EXPECT_EQ(test, 0ULL, perf_run_clock_at(&clock, 2000));
}

/* perf_run_clock_at() is right for a start below or above clock.time, and across U64_MAX. */
static void clock_has_any_offset(struct kunit *test)
{
	static const u64 origins[] = { 0, 1, S64_MAX, 1ULL << 63, U64_MAX - 10, U64_MAX };
	static const u64 readings[] = { 0, 1, 1ULL << 62, 1ULL << 63, U64_MAX - 100 };
	unsigned int i, j;

	for (i = 0; i < ARRAY_SIZE(origins); i++) {
		for (j = 0; j < ARRAY_SIZE(readings); j++) {
			struct perf_run_clock clock = { .time = readings[j] };

			perf_run_clock_start(&clock, origins[i]);
			KUNIT_EXPECT_EQ(test, readings[j],
					perf_run_clock_at(&clock, origins[i]));
			KUNIT_EXPECT_EQ(test, readings[j] + 50,
					perf_run_clock_at(&clock, origins[i] + 50));
			perf_run_clock_stop(&clock, origins[i] + 99);
			KUNIT_EXPECT_EQ(test, readings[j] + 99, perf_run_clock_at(&clock, 0));
		}
	}
}

static void clock_behind_it_advances(struct kunit *test)
{
	u64 before, after;

	preempt_disable();
	before = perf_clock();
	after = before;
	/* If perf_clock() stood still, the loop would hang and the watchdog would report it. */
	while (after == before)
		after = perf_clock();
	preempt_enable();
	KUNIT_EXPECT_GT(test, after, before);
}

static struct kunit_case clock_cases[] = {
	KUNIT_CASE(clock_stands_still),
	KUNIT_CASE(clock_runs),
	KUNIT_CASE(clock_keeps_its_reading),
	KUNIT_CASE(clock_adds_up),
	KUNIT_CASE(clock_of_no_length),
	KUNIT_CASE(clock_has_any_offset),
	KUNIT_CASE(clock_behind_it_advances),
	{}
};

static struct kunit_suite clock_suite = {
	.name = "perf-clock",
	.test_cases = clock_cases,
};

kunit_test_suite(clock_suite);
