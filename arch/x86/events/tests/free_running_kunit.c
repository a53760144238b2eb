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
	/* perf_free_advance() ignores bits above the width of the register. */
	KUNIT_EXPECT_EQ(test, 2ULL, perf_free_advance(&some, 1, 0xabc00000001, 0xdef00000003));
}

static void units_are_made_the_same(struct kunit *test)
{
	/* In units of 2^-16 J: one joule is 2^32 of the unit that sysfs gives. */
	KUNIT_EXPECT_EQ(test, 1ULL << 32, perf_free_advance(&some, 2, 7, 7 + (1 << 16)));
	KUNIT_EXPECT_EQ(test, 3ULL << 16, perf_free_advance(&some, 2, U32_MAX, 2));
}

static void a_temperature_may_not_be_valid(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, 0x25ULL, perf_free_margin(0x88250000));
	KUNIT_EXPECT_EQ(test, 0x7fULL, perf_free_margin(0xffffffff));
	KUNIT_EXPECT_EQ(test, U64_MAX, perf_free_margin(0x08250000));
}

static const struct perf_free_row clock_rows[] = { { PERF_FREE_TSC, 64 } };

static struct perf_free_running of_a_module = {
	.pmu		= { .task_ctx_nr = perf_invalid_context, .dev = PMU_NULL_DEV },
	.rows		= clock_rows,
	.number		= ARRAY_SIZE(clock_rows),
	.poll_ns	= NSEC_PER_SEC,
};

/* Returns the count of the module's event; -1 if none can be opened. */
static s64 count_of_a_module(void)
{
	struct perf_event_attr attr = { .size = sizeof(attr), .type = of_a_module.pmu.type };
	u64 value, enabled, running;
	struct perf_event *event;

	event = perf_event_create_kernel_counter(&attr, raw_smp_processor_id(), NULL, NULL, NULL);
	if (IS_ERR(event))
		return -1;
	value = perf_event_read_value(event, &enabled, &running);
	perf_event_release_kernel(event);
	return value;
}

/* perf_free_unregister() leaves no timer behind, and the PMU can be registered again. */
static void drivers_come_and_go(struct kunit *test)
{
	s64 counts[2];
	int i;

	perf_free_probe(&of_a_module, 0);
	for (i = 0; i < 2; i++) {
		KUNIT_ASSERT_EQ(test, 0, perf_free_register(&of_a_module, "perf_free_kunit"));
		counts[i] = count_of_a_module();
		perf_free_unregister(&of_a_module);
		KUNIT_EXPECT_GT(test, counts[i], 0LL);
		KUNIT_EXPECT_EQ(test, -1LL, count_of_a_module());
	}
}

/* With @there 0, perf_free_register() and perf_free_unregister() do nothing. */
static void nothing_comes_and_goes(struct kunit *test)
{
	struct perf_free_running nothing = { .rows = clock_rows, .number = 1, .poll_ns = 1 };

	KUNIT_EXPECT_EQ(test, 0, perf_free_register(&nothing, "perf_free_kunit"));
	perf_free_unregister(&nothing);
}

static struct kunit_case perf_free_cases[] = {
	KUNIT_CASE(counts_go_on_when_a_counter_wraps),
	KUNIT_CASE(units_are_made_the_same),
	KUNIT_CASE(a_temperature_may_not_be_valid),
	KUNIT_CASE(drivers_come_and_go),
	KUNIT_CASE(nothing_comes_and_goes),
	{ }
};

static struct kunit_suite perf_free_suite = {
	.name = "perf_x86_free_running",
	.test_cases = perf_free_cases,
};

kunit_test_suite(perf_free_suite);

MODULE_DESCRIPTION("Tests of counters that always run");
MODULE_LICENSE("GPL");
