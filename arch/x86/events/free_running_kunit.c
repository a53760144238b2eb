// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the arithmetic of counters that always run.
 */
#include <kunit/test.h>

#include "free_running.h"

static const struct perf_free_row rows[] = {
	{ PERF_FREE_COUNT, 64, 0x10 },
	{ PERF_FREE_COUNT, 32, 0x11 },
	{ PERF_FREE_COUNT, 32, 0x12 },
};

static const struct perf_free_running some = {
	.rows = rows, .number = ARRAY_SIZE(rows), .shift = { 0, 0, 16 },
};

static void counts_go_on_when_a_counter_wraps(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, 5ULL, perf_free_advance(&some, 0, 10, 15));
	KUNIT_EXPECT_EQ(test, 0ULL, perf_free_advance(&some, 0, 10, 10));
	KUNIT_EXPECT_EQ(test, 3ULL, perf_free_advance(&some, 0, U64_MAX, 2));
	KUNIT_EXPECT_EQ(test, 3ULL, perf_free_advance(&some, 1, U32_MAX, 2));
	KUNIT_EXPECT_EQ(test, 1ULL << 31, perf_free_advance(&some, 1, 1ULL << 31, 0));
	/* Bits that the register does not count in are of no concern. */
	KUNIT_EXPECT_EQ(test, 2ULL, perf_free_advance(&some, 1, 0xabc00000001, 0xdef00000003));
}

static void units_are_made_the_same(struct kunit *test)
{
	/* In units of 2^-16: one joule is 2^32 of what sysfs says the unit is. */
	KUNIT_EXPECT_EQ(test, 1ULL << 32, perf_free_advance(&some, 2, 7, 7 + (1 << 16)));
	KUNIT_EXPECT_EQ(test, 3ULL << 16, perf_free_advance(&some, 2, U32_MAX, 2));
}

static void a_temperature_may_not_be_valid(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, 0x25ULL, perf_free_margin(0x88250000));
	KUNIT_EXPECT_EQ(test, 0x7fULL, perf_free_margin(0xffffffff));
	KUNIT_EXPECT_EQ(test, U64_MAX, perf_free_margin(0x08250000));
}

static struct kunit_case perf_free_cases[] = {
	KUNIT_CASE(counts_go_on_when_a_counter_wraps),
	KUNIT_CASE(units_are_made_the_same),
	KUNIT_CASE(a_temperature_may_not_be_valid),
	{ }
};

static struct kunit_suite perf_free_suite = {
	.name = "perf_x86_free_running",
	.test_cases = perf_free_cases,
};

kunit_test_suite(perf_free_suite);

MODULE_DESCRIPTION("Tests of counters that always run");
MODULE_LICENSE("GPL");
