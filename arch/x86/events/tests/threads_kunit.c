// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of events that spoil the counters of a core's other thread. The test is that thread: it
 * sets the fields of struct perf_x86_core that would be the other CPU's.
 */
#include "fixture.h"
#include "threads.h"

/* MEM_LOAD_UOPS_RETIRED.L1_HIT */
#define LOADS	0x01d1

struct pair {
	struct perf_x86_core	core;
	struct perf_x86_cpu	*here;
};

/* The first thread of a processor with four counters. */
static struct pair *pair_of(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct pair *pair;

	if (fixture->pmu.regs.enable != &perf_x86_enable_global ||
	    !fixture->pmu.regs.fixed_select || hweight32(fixture->pmu.counters) < 4)
		kunit_skip(test, "no such processor");
	pair = kunit_kzalloc(test, sizeof(*pair), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, pair);
	raw_spin_lock_init(&pair->core.lock);
	fixture->pmu.counters &= ~GENMASK_ULL(31, 4);
	fixture->pmu.exclusive = 0xc;
	pair->here = per_cpu_ptr(fixture->pmu.cpu, cpumask_first(cpu_online_mask));
	pair->here->assignment.avoid = fixture->pmu.exclusive;
	pair->here->core = &pair->core;
	return pair;
}

static void resched(struct fixture *fixture)
{
	perf_pmu_resched(&fixture->pmu.pmu);
}

static void the_other_thread_is_kept_off(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct pair *pair = pair_of(test);
	struct perf_event *event[4];
	unsigned int i;

	event[0] = fixture_open(test, LOADS);
	KUNIT_EXPECT_TRUE(test, event[0]->hw.idx == 2 || event[0]->hw.idx == 3);
	KUNIT_EXPECT_TRUE(test, pair->core.exclusive[0]);
	KUNIT_EXPECT_TRUE(test, pair->core.used[0]);
	kunit_release_action(test, fixture_close, event[0]);
	KUNIT_EXPECT_FALSE(test, pair->core.exclusive[0]);
	KUNIT_EXPECT_FALSE(test, pair->core.used[0]);

	/* Other events use these counters last; then, too, the other thread must know. */
	for (i = 0; i < ARRAY_SIZE(event); i++) {
		KUNIT_EXPECT_EQ(test, i > 2, pair->core.used[0]);
		event[i] = fixture_open(test, fixture->second);
		KUNIT_EXPECT_EQ(test, PERF_EVENT_STATE_ACTIVE, event[i]->state);
		KUNIT_EXPECT_EQ(test, i >= 2, event[i]->hw.idx >= 2);
	}
	KUNIT_EXPECT_FALSE(test, pair->core.exclusive[0]);
}

static void an_exclusive_event_waits_for_the_other_thread(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct pair *pair = pair_of(test);
	struct perf_event *event;

	pair->core.used[1] = true;
	event = fixture_open(test, LOADS);
	KUNIT_EXPECT_EQ(test, PERF_EVENT_STATE_INACTIVE, event->state);
	KUNIT_EXPECT_FALSE(test, pair->core.exclusive[0]);
	pair->core.used[1] = false;
	resched(fixture);
	KUNIT_EXPECT_EQ(test, PERF_EVENT_STATE_ACTIVE, event->state);
	fixture_happen(fixture, LOADS, 7);
	KUNIT_EXPECT_EQ(test, 7ULL, fixture_count(event));
}

static void events_keep_off_the_other_threads_counters(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct pair *pair = pair_of(test);
	struct perf_event *event[4];
	unsigned int i, active = 0;

	pair->core.exclusive[1] = true;
	pair->core.used[1] = true;
	for (i = 0; i < ARRAY_SIZE(event); i++) {
		event[i] = fixture_open(test, fixture->second);
		active += event[i]->state == PERF_EVENT_STATE_ACTIVE;
	}
	KUNIT_EXPECT_EQ(test, 2, active);
	KUNIT_EXPECT_EQ(test, 0ULL, pair->here->assignment.used & fixture->pmu.exclusive);
	pair->core.exclusive[1] = false;
	pair->core.used[1] = false;
	resched(fixture);
	for (i = 0; i < ARRAY_SIZE(event); i++)
		KUNIT_EXPECT_EQ(test, PERF_EVENT_STATE_ACTIVE, event[i]->state);
}

static struct kunit_case perf_x86_threads_cases[] = {
	KUNIT_CASE_PARAM(the_other_thread_is_kept_off, machines_gen_params),
	KUNIT_CASE_PARAM(an_exclusive_event_waits_for_the_other_thread, machines_gen_params),
	KUNIT_CASE_PARAM(events_keep_off_the_other_threads_counters, machines_gen_params),
	{ }
};

static struct kunit_suite perf_x86_threads_suite = {
	.name = "perf_x86_threads",
	.init = fixture_init,
	.exit = fixture_exit,
	.test_cases = perf_x86_threads_cases,
};

kunit_test_suite(perf_x86_threads_suite);

MODULE_DESCRIPTION("Tests of events that spoil the counters of a core's other thread");
MODULE_LICENSE("GPL");
