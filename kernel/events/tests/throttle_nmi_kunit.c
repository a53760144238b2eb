// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of throttling from an NMI, which comes in spite of disabled IRQs. Whenever it comes,
 * the throttled event is stopped, and the tick starts it once.
 */
#include <linux/irq_work.h>
#include <linux/preempt.h>

#include "event/control.h"
#include "fake_pmu.h"
#include "overflow/throttle.h"

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

/* Throttled and stopped, as a throttled event must be. */
static bool counter_stands(const struct perf_event *event)
{
	return perf_event_is_throttled(event) && event->hw.state & PERF_HES_STOPPED;
}

static bool counter_runs(const struct perf_event *event)
{
	return !perf_event_is_throttled(event) && !(event->hw.state & PERF_HES_STOPPED);
}

/* An overflow during perf_fake_tick() throttles the event until the next tick, not longer. */
static void expect_one_tick_long(struct kunit *test, struct perf_event *event,
				 enum perf_fake_op op)
{
	bool stood, ran;

	/* KUNIT_EXPECT_*() allocates memory on failure, so results are checked with IRQs on. */
	scoped_guard(irqsave) {
		perf_fake_tick();
		perf_fake_work(1000);
		nmi_comes_before(op, event);
		perf_fake_tick();
		stood = counter_stands(event);
		perf_fake_tick();
		ran = counter_runs(event);
	}
	KUNIT_EXPECT_TRUE(test, stood);
	KUNIT_EXPECT_TRUE(test, ran);
}

/* With attr.freq the tick stops the counter to read the count. */
static void while_the_tick_adjusts_the_rate(struct kunit *test)
{
	expect_one_tick_long(test, open_sampling(test, NULL, true), PERF_FAKE_STOP);
}

static void while_the_tick_goes_on(struct kunit *test)
{
	expect_one_tick_long(test, open_sampling(test, NULL, true), PERF_FAKE_START);
}

/* The tick releases the members one by one; the first may overflow before the last is released. */
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
		stood = counter_stands(leader) && counter_stands(sibling);
		perf_fake_tick();
		ran = counter_runs(leader) && counter_runs(sibling);
	}
	KUNIT_EXPECT_TRUE(test, stood);
	KUNIT_EXPECT_TRUE(test, ran);
}

/* perf_event_period() releases a group that an NMI throttles during the call. */
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
	KUNIT_EXPECT_TRUE(test, counter_runs(leader) && counter_runs(sibling));
}

/*
 * Another PMU in the group: without PERF_PMU_CAP_STOP_IN_NMI, the core must not call its stop in
 * an NMI. This struct counts the calls.
 */
static struct {
	int	stops;
	int	stops_in_nmi;
} other;

static int other_init(struct perf_event *event)
{
	return event->attr.type == event->pmu->type ? 0 : -ENOENT;
}

static void other_start(struct perf_event *event, int flags)
{
	event->hw.state = 0;
}

static void other_stop(struct perf_event *event, int flags)
{
	event->hw.state = PERF_HES_STOPPED;
	other.stops++;
	other.stops_in_nmi += !!in_nmi();
}

static int other_add(struct perf_event *event, int flags)
{
	event->hw.state = flags & PERF_EF_START ? 0 : PERF_HES_STOPPED;
	return 0;
}

static void other_del(struct perf_event *event, int flags)
{
}

static void other_read(struct perf_event *event)
{
}

static struct pmu other_pmu = {
	.task_ctx_nr	= perf_sw_context,
	.event_init	= other_init,
	.add		= other_add,
	.del		= other_del,
	.start		= other_start,
	.stop		= other_stop,
	.read		= other_read,
	.dev		= PMU_NULL_DEV,
};

static void other_unregister(void *unused)
{
	perf_pmu_unregister(&other_pmu);
}

/* A group of an event that the test will throttle, and an event of the other PMU. */
static void open_others(struct kunit *test, int capabilities, struct perf_event **leader,
			struct perf_event **sibling)
{
	other_pmu.capabilities = capabilities;
	KUNIT_ASSERT_EQ(test, 0, perf_pmu_register(&other_pmu, "perf_fake_other", -1));
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, other_unregister, NULL));
	*leader = open_sampling(test, NULL, false);
	*sibling = perf_fake_open(test, .cpu = here(), .leader = *leader, .pmu = &other_pmu);
}

/* in_nmi() is true, but lockdep, which forbids locks in an NMI, is not notified. */
static void overflow_in_nmi(struct perf_event *event)
{
	memset(&other, 0, sizeof(other));
	__preempt_count_add(NMI_OFFSET);
	while (!perf_fake_overflow(event))
		;
	__preempt_count_sub(NMI_OFFSET);
}

static void other_pmu_is_stopped_later(struct kunit *test)
{
	struct perf_event *leader, *sibling;
	bool stood, ran;
	int early;

	open_others(test, 0, &leader, &sibling);
	scoped_guard(irqsave) {
		perf_fake_tick();
		overflow_in_nmi(leader);
		early = other.stops;
		irq_work_run();
		stood = counter_stands(leader) && counter_stands(sibling);
		perf_fake_tick();
		ran = counter_runs(leader) && counter_runs(sibling);
	}
	KUNIT_EXPECT_EQ(test, 0, early);
	KUNIT_EXPECT_EQ(test, 1, other.stops);
	KUNIT_EXPECT_EQ(test, 0, other.stops_in_nmi);
	KUNIT_EXPECT_TRUE(test, stood);
	KUNIT_EXPECT_TRUE(test, ran);
}

static void other_pmu_is_stopped_at_once(struct kunit *test)
{
	struct perf_event *leader, *sibling;
	bool stood;

	open_others(test, PERF_PMU_CAP_STOP_IN_NMI, &leader, &sibling);
	scoped_guard(irqsave) {
		perf_fake_tick();
		overflow_in_nmi(leader);
		stood = counter_stands(leader) && counter_stands(sibling);
	}
	KUNIT_EXPECT_EQ(test, 1, other.stops_in_nmi);
	KUNIT_EXPECT_TRUE(test, stood);
}

/* Without in_nmi() the core calls stop of the other PMU at once. */
static void other_pmu_is_stopped_in_interrupts(struct kunit *test)
{
	struct perf_event *leader, *sibling;
	bool stood;

	open_others(test, 0, &leader, &sibling);
	scoped_guard(irqsave) {
		perf_fake_tick();
		while (!perf_fake_overflow(leader))
			;
		stood = counter_stands(leader) && counter_stands(sibling);
	}
	KUNIT_EXPECT_TRUE(test, stood);
}

/* The irq_work must not stop an event that has been released since: nothing would start it. */
static void other_pmu_goes_on_before_it_is_stopped(struct kunit *test)
{
	struct perf_event *leader, *sibling;
	bool ran[3];

	open_others(test, 0, &leader, &sibling);
	scoped_guard(irqsave) {
		perf_fake_tick();
		overflow_in_nmi(leader);
		perf_fake_tick();
		irq_work_run();
		ran[0] = counter_runs(leader) && counter_runs(sibling);

		overflow_in_nmi(leader);
		perf_throttle_release(leader);
		perf_throttle_release_others(leader);
		irq_work_run();
		ran[1] = counter_runs(leader) && counter_runs(sibling);
	}
	KUNIT_EXPECT_TRUE(test, ran[0]);
	KUNIT_EXPECT_TRUE(test, ran[1]);

	scoped_guard(irqsave) {
		overflow_in_nmi(leader);
		perf_pmu_resched(&perf_fake.pmu);
		irq_work_run();
		ran[2] = counter_runs(leader) && counter_runs(sibling);
	}
	KUNIT_EXPECT_TRUE(test, ran[2]);
	KUNIT_EXPECT_EQ(test, 0, other.stops);
}

static struct kunit_case throttle_nmi_cases[] = {
	KUNIT_CASE(while_the_tick_adjusts_the_rate),
	KUNIT_CASE(while_the_tick_goes_on),
	KUNIT_CASE(while_another_member_goes_on),
	KUNIT_CASE(while_the_period_is_changed),
	KUNIT_CASE(other_pmu_is_stopped_later),
	KUNIT_CASE(other_pmu_is_stopped_at_once),
	KUNIT_CASE(other_pmu_is_stopped_in_interrupts),
	KUNIT_CASE(other_pmu_goes_on_before_it_is_stopped),
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
