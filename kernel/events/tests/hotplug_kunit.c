// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of the multiplex timer of a CPU that goes down and comes up.
 */
#include <linux/cpu.h>
#include <linux/hrtimer.h>

#include "base/rotate.h"
#include "event/event.h"
#include "fake_pmu.h"

static struct perf_cpu_pmu_context *turns_of(int cpu)
{
	return per_cpu_ptr(perf_fake.pmu.cpu_pmu_context, cpu);
}

/* A mux_timer that moved to another CPU would put the dead CPU's events onto that CPU's PMU. */
static void turns_end_with_their_cpu(struct kunit *test)
{
	int other = elsewhere(test);
	struct perf_cpu_pmu_context *turns = turns_of(other);

	perf_fake_open(test, .cpu = other);
	perf_fake_open(test, .cpu = other);
	KUNIT_EXPECT_TRUE(test, READ_ONCE(turns->mux_armed));
	KUNIT_EXPECT_TRUE(test, hrtimer_active(&turns->mux_timer));
	if (remove_cpu(other))
		kunit_skip(test, "CPU %d cannot be taken down", other);
	KUNIT_EXPECT_FALSE(test, READ_ONCE(turns->mux_armed));
	KUNIT_EXPECT_FALSE(test, hrtimer_active(&turns->mux_timer));
	KUNIT_EXPECT_EQ(test, 0, perf_fake.cpu[here()].used);

	KUNIT_ASSERT_EQ(test, 0, add_cpu(other));
	KUNIT_EXPECT_TRUE(test, READ_ONCE(turns->mux_armed));
	KUNIT_EXPECT_TRUE(test, hrtimer_active(&turns->mux_timer));
	KUNIT_EXPECT_EQ(test, 1, perf_fake.cpu[other].used);
}

/* As if a task that ran on the dying CPU to the last had armed mux_timer. */
static void turn_that_ends_elsewhere(struct kunit *test)
{
	int other = elsewhere(test);
	struct perf_cpu_pmu_context *turns = turns_of(other);
	struct perf_event *event[2] = {
		perf_fake_open(test, .cpu = other),
		perf_fake_open(test, .cpu = other),
	};

	KUNIT_ASSERT_TRUE(test, READ_ONCE(turns->mux_armed));
	scoped_guard(irqsave)
		KUNIT_EXPECT_EQ(test, (int)HRTIMER_NORESTART,
				(int)turns->mux_timer.function(&turns->mux_timer));
	EXPECT_STATE(test, event[0], ACTIVE);
	EXPECT_STATE(test, event[1], INACTIVE);
}

static void new_interval_ends_a_turn(struct kunit *test)
{
	struct perf_cpu_pmu_context *turns = turns_of(elsewhere(test));
	const ktime_t was = turns->mux_interval, shorter = was / 2;
	s64 left;

	perf_fake_open(test, .cpu = elsewhere(test));
	perf_fake_open(test, .cpu = elsewhere(test));
	KUNIT_EXPECT_GT(test, ktime_to_ns(hrtimer_get_remaining(&turns->mux_timer)), shorter);
	perf_rotate_set_interval(&perf_fake.pmu, shorter);
	left = ktime_to_ns(hrtimer_get_remaining(&turns->mux_timer));
	KUNIT_EXPECT_LE(test, left, shorter);
	KUNIT_EXPECT_GT(test, left, 0LL);
	perf_rotate_set_interval(&perf_fake.pmu, was);
	KUNIT_EXPECT_GT(test, ktime_to_ns(hrtimer_get_remaining(&turns->mux_timer)), shorter);
}

/* cpu_possible_mask has holes on some machines; set_cpu_possible() makes one here. */
static void cpu_must_be_possible(struct kunit *test)
{
	int other = elsewhere(test);

	if (remove_cpu(other))
		kunit_skip(test, "CPU %d cannot be taken down", other);
	set_cpu_possible(other, false);
	KUNIT_EXPECT_FALSE(test, perf_event_cpu_is_valid(other, NULL));
	KUNIT_EXPECT_FALSE(test, perf_event_cpu_is_valid(other, current));
	set_cpu_possible(other, true);
	KUNIT_EXPECT_TRUE(test, perf_event_cpu_is_valid(other, NULL));
	KUNIT_ASSERT_EQ(test, 0, add_cpu(other));
}

static struct kunit_case hotplug_cases[] = {
	KUNIT_CASE(turns_end_with_their_cpu),
	KUNIT_CASE(turn_that_ends_elsewhere),
	KUNIT_CASE(new_interval_ends_a_turn),
	KUNIT_CASE(cpu_must_be_possible),
	{}
};

static struct kunit_suite hotplug_suite = {
	.name = "perf-hotplug",
	.suite_init = perf_fake_suite_init,
	.suite_exit = perf_fake_suite_exit,
	.init = perf_fake_init,
	.test_cases = hotplug_cases,
};

kunit_test_suite(hotplug_suite);
