// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of throttling in the midst of something else: an NMI does not wait for IRQs.
 * Whenever it comes, a throttled event is stopped, and the tick starts it once.
 */
#include "../control.h"
#include "../throttle.h"
#include "fake_pmu.h"

static void take_sample(struct perf_event *event, struct perf_sample_data *data,
			struct pt_regs *regs)
{
}

static struct perf_event *open_sampling(struct kunit *test, struct perf_event *leader, bool freq)
{
	return perf_fake_open(test, .cpu = raw_smp_processor_id(), .leader = leader,
			      .period = 1000, .freq = freq, .handler = take_sample);
}

static void nmi_comes_before(enum perf_fake_op op, struct perf_event *event)
{
	perf_fake.nmi_before = op;
	perf_fake.nmi = event;
}

/* Throttled, and stopped as what is throttled has to be */
static bool stands(const struct perf_event *event)
{
	return perf_event_is_throttled(event) && event->hw.state & PERF_HES_STOPPED;
}

static bool runs(const struct perf_event *event)
{
	return !perf_event_is_throttled(event) && !(event->hw.state & PERF_HES_STOPPED);
}

/* One overflow in the tick's own work, then a tick of which nothing comes. */
static void expect_one_tick_long(struct kunit *test, struct perf_event *event,
				 enum perf_fake_op op)
{
	bool stood, ran;

	/* What fails has to be told with IRQs on: it takes memory. */
	scoped_guard(irqsave) {
		perf_fake_tick();
		perf_fake_work(1000);
		nmi_comes_before(op, event);
		perf_fake_tick();
		stood = stands(event);
		perf_fake_tick();
		ran = runs(event);
	}
	KUNIT_EXPECT_TRUE(test, stood);
	KUNIT_EXPECT_TRUE(test, ran);
}

/* In frequency mode the tick stops the counter to learn what it has counted. */
static void while_the_tick_adjusts_the_rate(struct kunit *test)
{
	expect_one_tick_long(test, open_sampling(test, NULL, true), PERF_FAKE_STOP);
}

static void while_the_tick_goes_on(struct kunit *test)
{
	expect_one_tick_long(test, open_sampling(test, NULL, true), PERF_FAKE_START);
}

/* The tick lets one member go on after the other, and the first may overflow at once. */
static void while_another_member_goes_on(struct kunit *test)
{
	struct perf_event *leader, *sibling;
	bool stood, ran;

	perf_fake.nr_counters = 2;
	leader = open_sampling(test, NULL, false);
	sibling = open_sampling(test, leader, false);
	scoped_guard(irqsave) {
		perf_fake_tick();
		while (!perf_fake_overflow(sibling))
			;
		perf_throttle_release(leader);
		nmi_comes_before(PERF_FAKE_START, leader);
		perf_throttle_release(sibling);
		stood = stands(leader) && stands(sibling);
		perf_fake_tick();
		ran = runs(leader) && runs(sibling);
	}
	KUNIT_EXPECT_TRUE(test, stood);
	KUNIT_EXPECT_TRUE(test, ran);
}

/* A new period is a new start, also for what was throttled a moment ago. */
static void while_the_period_is_changed(struct kunit *test)
{
	struct perf_event *leader, *sibling;

	perf_fake.nr_counters = 2;
	leader = open_sampling(test, NULL, false);
	sibling = open_sampling(test, leader, false);
	scoped_guard(irqsave)
		perf_fake_tick();
	nmi_comes_before(PERF_FAKE_STOP, leader);
	KUNIT_EXPECT_EQ(test, 0, perf_event_period(leader, 500));
	KUNIT_EXPECT_TRUE(test, runs(leader) && runs(sibling));
}

static struct kunit_case throttle_nmi_cases[] = {
	KUNIT_CASE(while_the_tick_adjusts_the_rate),
	KUNIT_CASE(while_the_tick_goes_on),
	KUNIT_CASE(while_another_member_goes_on),
	KUNIT_CASE(while_the_period_is_changed),
	{}
};

static struct kunit_suite throttle_nmi_suite = {
	.name = "perf-throttle-nmi",
	.suite_init = perf_fake_suite_init,
	.suite_exit = perf_fake_suite_exit,
	.init = perf_fake_init,
	.test_cases = throttle_nmi_cases,
};

kunit_test_suite(throttle_nmi_suite);
