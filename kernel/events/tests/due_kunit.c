// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of deferred overflow work: the tick and the irq_works do at most
 * PERF_SECTION_STEPS of it with IRQs off, all of it eventually, from lists that
 * hold nothing else.
 *
 * With IRQs off no irq_work runs in between: one call of perf_fake_tick() is one section.
 */
#include <linux/jiffies.h>

#include "base/due.h"
#include "base/limits.h"
#include "fake_pmu.h"
#include "overflow/overflow.h"
#include "overflow/throttle.h"
#include "sched/context.h"
#include "sched/sched.h"

#define SECTIONS	3
#define MANY		(SECTIONS * PERF_SECTION_STEPS + 5)

static void take_sample(struct perf_event *event, struct perf_sample_data *data,
			struct pt_regs *regs)
{
}

static struct perf_event *open_one(struct kunit *test, struct perf_event *leader, bool freq)
{
	return perf_fake_open(test, .cpu = here(), .leader = leader, .config = PERF_FAKE_RESIDENT,
			      .period = 1000, .freq = freq, .handler = take_sample);
}

static struct perf_event **open_many(struct kunit *test, int nr, bool group, bool freq)
{
	struct perf_event **events = kunit_kcalloc(test, nr, sizeof(*events), GFP_KERNEL);
	int i;

	KUNIT_ASSERT_NOT_NULL(test, events);
	for (i = 0; i < nr; i++)
		events[i] = open_one(test, group && i ? events[0] : NULL, freq);
	return events;
}

static bool is_throttled(const struct perf_event *event)
{
	return perf_event_is_throttled(event);
}

static bool is_off(const struct perf_event *event)
{
	return READ_ONCE(event->state) == PERF_EVENT_STATE_OFF;
}

static int count_that(struct perf_event **events, int nr,
		      bool (*is)(const struct perf_event *event))
{
	int i, n = 0;

	for (i = 0; i < nr; i++)
		n += is(events[i]);
	return n;
}

/* Count events until @wanted: interrupts, or ticks where those are late, do the remaining work. */
static int count_in_the_end(struct perf_event **events, int nr,
			    bool (*is)(const struct perf_event *event), int wanted)
{
	unsigned long end = jiffies + 10 * HZ;

	while (count_that(events, nr, is) != wanted && time_before(jiffies, end))
		schedule_timeout_uninterruptible(1);
	return count_that(events, nr, is);
}

/* One overflow more than perf_limits_max_per_tick() allows in this window. */
static void overflow_too_often(struct perf_event *event)
{
	event->hw.interrupts_seq = __this_cpu_read(perf_cpu_context.throttle_seq);
	event->hw.interrupts = perf_limits_max_per_tick();
	perf_fake_overflow(event);
}

static void tick_releases_in_sections(struct kunit *test)
{
	struct perf_event **events = open_many(test, MANY, false, false);
	int throttled, left[2], i;

	scoped_guard(irqsave) {
		for (i = 0; i < MANY; i++)
			overflow_too_often(events[i]);
		throttled = count_that(events, MANY, is_throttled);
		for (i = 0; i < ARRAY_SIZE(left); i++) {
			perf_fake_tick();
			left[i] = count_that(events, MANY, is_throttled);
		}
	}
	KUNIT_EXPECT_EQ(test, MANY, throttled);
	KUNIT_EXPECT_EQ(test, MANY - PERF_SECTION_STEPS, left[0]);
	KUNIT_EXPECT_EQ(test, MANY - 2 * PERF_SECTION_STEPS, left[1]);
	KUNIT_EXPECT_EQ(test, 0, count_in_the_end(events, MANY, is_throttled, 0));
}

/* A value that perf_fake_tick() replaces when it adjusts the event's frequency. */
#define NO_STAMP	-1

static bool was_adjusted(const struct perf_event *event)
{
	return event->rate->count != NO_STAMP;
}

static void tick_adjusts_in_sections(struct kunit *test)
{
	struct perf_event **events = open_many(test, MANY, false, true);
	int adjusted[SECTIONS + 1], again, i;

	scoped_guard(irqsave) {
		/* A real tick may have left part of ctx->due for the next section. */
		for (i = 0; i <= SECTIONS; i++)
			perf_fake_tick();
		for (i = 0; i < MANY; i++)
			events[i]->rate->count = NO_STAMP;
		for (i = 0; i <= SECTIONS; i++) {
			perf_fake_tick();
			adjusted[i] = count_that(events, MANY, was_adjusted);
		}
		perf_fake_log_clear();
		perf_fake_tick();
		again = perf_fake.calls[PERF_FAKE_STOP];
	}
	for (i = 0; i < SECTIONS; i++)
		KUNIT_EXPECT_EQ(test, (i + 1) * PERF_SECTION_STEPS, adjusted[i]);
	KUNIT_EXPECT_EQ(test, MANY, adjusted[SECTIONS]);
	KUNIT_EXPECT_EQ(test, PERF_SECTION_STEPS, again);
}

static void tick_passes_others_by(struct kunit *test)
{
	struct perf_event *freq = open_one(test, NULL, true);
	struct perf_event *event;
	int stops;

	open_many(test, MANY, false, false);
	event = open_one(test, NULL, false);
	scoped_guard(irqsave) {
		overflow_too_often(event);
		perf_fake_log_clear();
		perf_fake_tick();
		stops = perf_fake.calls[PERF_FAKE_STOP];
	}
	KUNIT_EXPECT_FALSE(test, perf_event_is_throttled(event));
	KUNIT_EXPECT_EQ(test, 1, stops);
	KUNIT_EXPECT_EQ(test, freq->id, perf_fake.log[1].id);
	KUNIT_EXPECT_EQ(test, event->id, perf_fake.log[0].id);
}

static void limits_disable_in_sections(struct kunit *test)
{
	struct perf_event **events = open_many(test, MANY, false, false);
	int off, i;

	scoped_guard(irqsave) {
		for (i = 0; i < MANY; i++)
			perf_event_disable_inatomic(events[i]);
		__perf_overflow_flush(events[0]->ctx);
		off = count_that(events, MANY, is_off);
	}
	KUNIT_EXPECT_EQ(test, PERF_SECTION_STEPS, off);
	KUNIT_EXPECT_EQ(test, MANY, count_in_the_end(events, MANY, is_off, MANY));
}

/* PERF_SWITCHED_GROUP_MAX members are throttled together; one more and only the event itself is. */
static void only_small_groups_are_throttled_together(struct kunit *test)
{
	struct perf_event **group = open_many(test, PERF_SWITCHED_GROUP_MAX, true, false);
	int throttled, released, alone;

	scoped_guard(irqsave) {
		overflow_too_often(group[1]);
		throttled = count_that(group, PERF_SWITCHED_GROUP_MAX, is_throttled);
		perf_fake_tick();
		perf_fake_tick();
		released = count_that(group, PERF_SWITCHED_GROUP_MAX, is_throttled);
	}
	KUNIT_EXPECT_EQ(test, PERF_SWITCHED_GROUP_MAX, throttled);
	KUNIT_EXPECT_EQ(test, 0, released);

	open_one(test, group[0], false);
	scoped_guard(irqsave) {
		overflow_too_often(group[1]);
		alone = count_that(group, PERF_SWITCHED_GROUP_MAX, is_throttled);
		perf_fake_tick();
	}
	KUNIT_EXPECT_EQ(test, 1, alone);
}

/* An event closed or disabled before its turn leaves ctx->due; the other events stay on it. */
static void events_leave_their_lists(struct kunit *test)
{
	struct perf_event **events = open_many(test, 6, false, true);
	struct perf_context *ctx = events[0]->ctx;
	int i;

	scoped_guard(irqsave) {
		for (i = 0; i < 4; i++)
			overflow_too_often(events[i]);
		perf_event_disable_inatomic(events[4]);
		perf_event_disable_inatomic(events[5]);
	}
	perf_event_disable(events[0]);
	for (i = 1; i < 6; i += 2)
		perf_fake_close(test, events[i]);
	events[1] = events[2];
	KUNIT_EXPECT_EQ(test, 0, count_in_the_end(events + 1, 2, is_throttled, 0));
	EXPECT_STATE(test, events[0], OFF);
	EXPECT_STATE(test, events[2], ACTIVE);
	KUNIT_EXPECT_EQ(test, 1, count_in_the_end(events + 4, 1, is_off, 1));
	perf_fake_tick();
	for (i = 0; i < PERF_DUE_NR; i++)
		KUNIT_EXPECT_TRUE(test, list_empty(&ctx->due[i]));
}

static struct kunit_case due_cases[] = {
	KUNIT_CASE(tick_releases_in_sections),
	KUNIT_CASE(tick_adjusts_in_sections),
	KUNIT_CASE(tick_passes_others_by),
	KUNIT_CASE(limits_disable_in_sections),
	KUNIT_CASE(only_small_groups_are_throttled_together),
	KUNIT_CASE(events_leave_their_lists),
	{}
};

static struct kunit_suite due_suite = {
	.name = "perf-due",
	.suite_init = perf_fake_suite_init,
	.suite_exit = perf_fake_suite_exit,
	.init = perf_fake_init,
	.test_cases = due_cases,
};

kunit_test_suite(due_suite);
