// SPDX-License-Identifier: GPL-2.0
/*
 * Unit tests of the MPC8xx's PMU on counters in memory. The errno of the events that it refuses,
 * and the number of events for a step of a counter, are those of the driver of Linux 6.12.
 *
 * Owns: value and on, the counters. Context: task.
 */
#include <kunit/test.h>
#include <linux/cleanup.h>

#include "mpc8xx.h"

#define MISSES(_cache)	(PERF_COUNT_HW_CACHE_##_cache | PERF_COUNT_HW_CACHE_RESULT_MISS << 16)

static u64 value[PERF_8XX_IDS];
static bool on[PERF_8XX_IDS];

#define FAKE_READ(_id)						\
static u64 read_##_id(void)					\
{								\
	return value[PERF_8XX_##_id];				\
}

#define FAKE_SET(_id)						\
static void set_##_id(bool new)					\
{								\
	on[PERF_8XX_##_id] = new;				\
}

FAKE_READ(CYCLES)
FAKE_READ(INSTRUCTIONS)
FAKE_READ(ITLB_MISSES)
FAKE_READ(DTLB_MISSES)

FAKE_SET(INSTRUCTIONS)
FAKE_SET(ITLB_MISSES)
FAKE_SET(DTLB_MISSES)

static const struct perf_8xx_model model = {
	.name		= "fake",
	.counter	= {
		[PERF_8XX_CYCLES]	= { read_CYCLES, NULL, 64, 16 },
		[PERF_8XX_INSTRUCTIONS]	= { read_INSTRUCTIONS, set_INSTRUCTIONS, 48, 1 },
		[PERF_8XX_ITLB_MISSES]	= { read_ITLB_MISSES, set_ITLB_MISSES, 32, 1 },
		[PERF_8XX_DTLB_MISSES]	= { read_DTLB_MISSES, set_DTLB_MISSES, 32, 1 },
	},
};

static int pmu_init(struct kunit *test)
{
	struct perf_8xx_pmu *pmu = kunit_kzalloc(test, sizeof(*pmu), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, pmu);
	memset(value, 0, sizeof(value));
	memset(on, 0, sizeof(on));
	perf_8xx_pmu_init(pmu, &model);
	test->priv = pmu;
	return 0;
}

static struct perf_event *new_event(struct kunit *test, u32 type, u64 config)
{
	struct perf_event *event = kunit_kzalloc(test, sizeof(*event), GFP_KERNEL);
	struct perf_8xx_pmu *pmu = test->priv;

	KUNIT_ASSERT_NOT_NULL(test, event);
	event->attr.type = type;
	event->attr.config = config;
	event->pmu = &pmu->pmu;
	return event;
}

static int try_open(struct kunit *test, u32 type, u64 config)
{
	struct perf_event *event = new_event(test, type, config);
	int err = event->pmu->event_init(event);

	if (!err)
		event->destroy(event);
	return err;
}

static struct perf_event *open_event(struct kunit *test, u32 type, u64 config)
{
	struct perf_event *event = new_event(test, type, config);

	KUNIT_ASSERT_EQ(test, event->pmu->event_init(event), 0);
	KUNIT_ASSERT_EQ(test, event->pmu->add(event, PERF_EF_START), 0);
	return event;
}

static void close_event(struct perf_event *event)
{
	event->pmu->del(event, 0);
	event->destroy(event);
}

static u64 count(struct perf_event *event)
{
	event->pmu->read(event);
	return local64_read(&event->count);
}

static void four_events_are_counted(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, try_open(test, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES), 0);
	KUNIT_EXPECT_EQ(test, try_open(test, PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS), 0);
	KUNIT_EXPECT_EQ(test, try_open(test, PERF_TYPE_HW_CACHE, 0x10003), 0);
	KUNIT_EXPECT_EQ(test, try_open(test, PERF_TYPE_HW_CACHE, 0x10004), 0);

	KUNIT_EXPECT_EQ(test, try_open(test, PERF_TYPE_HARDWARE, PERF_COUNT_HW_BUS_CYCLES),
			-EOPNOTSUPP);
	KUNIT_EXPECT_EQ(test, try_open(test, PERF_TYPE_HW_CACHE, 0x00003), -EOPNOTSUPP);
	KUNIT_EXPECT_EQ(test, try_open(test, PERF_TYPE_HW_CACHE, 0x10103), -EOPNOTSUPP);
	KUNIT_EXPECT_EQ(test, try_open(test, PERF_TYPE_HW_CACHE, 0x10000), -EOPNOTSUPP);
	KUNIT_EXPECT_EQ(test, try_open(test, PERF_TYPE_RAW, 0), -EOPNOTSUPP);
	KUNIT_EXPECT_EQ(test, try_open(test, PERF_TYPE_SOFTWARE, 0), -ENOENT);
}

static void a_cycle_count_has_units(struct kunit *test)
{
	struct perf_event *event;

	value[PERF_8XX_CYCLES] = 1000;
	event = open_event(test, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES);
	value[PERF_8XX_CYCLES] += 100;
	KUNIT_EXPECT_EQ(test, count(event), 1600);
	close_event(event);
}

/* A value of instructions goes down in both parts: 2 breakpoints and 0x10 more. */
static void counters_wrap(struct kunit *test)
{
	struct perf_event *instructions, *misses;

	value[PERF_8XX_INSTRUCTIONS] = -(0x7ULL << 16 | 0xffff);
	value[PERF_8XX_DTLB_MISSES] = 0xfffffffe;
	instructions = open_event(test, PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS);
	misses = open_event(test, PERF_TYPE_HW_CACHE, MISSES(DTLB));
	value[PERF_8XX_INSTRUCTIONS] = -(0x5ULL << 16 | 0xffef);
	value[PERF_8XX_DTLB_MISSES] = 5;
	KUNIT_EXPECT_EQ(test, count(instructions), 131088);
	KUNIT_EXPECT_EQ(test, count(misses), 7);

	value[PERF_8XX_INSTRUCTIONS] = -((u64)0xffffffff << 16 | 0xffff);
	count(instructions);
	local64_set(&instructions->count, 0);
	value[PERF_8XX_INSTRUCTIONS] = -((u64)0xfffffffe << 16 | 0xffff);
	KUNIT_EXPECT_EQ(test, count(instructions), 65536);
	close_event(instructions);
	close_event(misses);
}

static void an_event_counts_between_start_and_stop(struct kunit *test)
{
	struct perf_event *event = open_event(test, PERF_TYPE_HW_CACHE, MISSES(ITLB));

	value[PERF_8XX_ITLB_MISSES] += 3;
	event->pmu->stop(event, PERF_EF_UPDATE);
	value[PERF_8XX_ITLB_MISSES] += 50;
	KUNIT_EXPECT_EQ(test, count(event), 3);
	event->pmu->start(event, 0);
	value[PERF_8XX_ITLB_MISSES] += 4;
	event->pmu->del(event, 0);
	value[PERF_8XX_ITLB_MISSES] += 50;
	KUNIT_EXPECT_EQ(test, count(event), 7);
	event->destroy(event);
}

static void a_counter_is_on_while_it_has_events(struct kunit *test)
{
	struct perf_event *first, *second, *other;

	KUNIT_EXPECT_FALSE(test, on[PERF_8XX_ITLB_MISSES]);
	first = open_event(test, PERF_TYPE_HW_CACHE, MISSES(ITLB));
	second = open_event(test, PERF_TYPE_HW_CACHE, MISSES(ITLB));
	other = open_event(test, PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS);
	KUNIT_EXPECT_TRUE(test, on[PERF_8XX_ITLB_MISSES]);
	KUNIT_EXPECT_TRUE(test, on[PERF_8XX_INSTRUCTIONS]);
	KUNIT_EXPECT_FALSE(test, on[PERF_8XX_DTLB_MISSES]);
	close_event(first);
	KUNIT_EXPECT_TRUE(test, on[PERF_8XX_ITLB_MISSES]);
	value[PERF_8XX_ITLB_MISSES] += 9;
	KUNIT_EXPECT_EQ(test, count(second), 9);
	close_event(second);
	KUNIT_EXPECT_FALSE(test, on[PERF_8XX_ITLB_MISSES]);
	close_event(other);
	KUNIT_EXPECT_FALSE(test, on[PERF_8XX_INSTRUCTIONS]);
}

static struct kunit_case mpc8xx_cases[] = {
	KUNIT_CASE(four_events_are_counted),
	KUNIT_CASE(a_cycle_count_has_units),
	KUNIT_CASE(counters_wrap),
	KUNIT_CASE(an_event_counts_between_start_and_stop),
	KUNIT_CASE(a_counter_is_on_while_it_has_events),
	{}
};

static struct kunit_suite mpc8xx_suite = {
	.name		= "perf_8xx",
	.init		= pmu_init,
	.test_cases	= mpc8xx_cases,
};

kunit_test_suite(mpc8xx_suite);
