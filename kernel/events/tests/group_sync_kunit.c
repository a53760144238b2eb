// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of resident groups of any size: the siblings follow their leader in sections, each
 * sibling once, and their times equal the leader's throughout.
 *
 * perf_fake.longest counts adds or dels with IRQs off throughout.
 */
#include <linux/jiffies.h>

#include "base/clock.h"
#include "base/times.h"
#include "event/control.h"
#include "fake_pmu.h"
#include "overflow/overflow.h"
#include "sched/sched.h"

/* Members of a group: several sections of PERF_SECTION_STEPS. */
#define MEMBERS	(5 * PERF_SECTION_STEPS)

/* The leader, and two runs of the core's irq_work, which one interrupt may serve. */
#define LONGEST	(2 * PERF_SECTION_STEPS + 1)

/* Opens a group whose leader is OFF and whose siblings are enabled. */
static struct perf_event **open_large(struct kunit *test, struct task_struct *task, int nr)
{
	struct perf_event **group = kunit_kcalloc(test, nr, sizeof(*group), GFP_KERNEL);
	int i, cpu = task ? -1 : raw_smp_processor_id();

	KUNIT_ASSERT_NOT_NULL(test, group);
	group[0] = perf_fake_open(test, .task = task, .cpu = cpu, .config = PERF_FAKE_RESIDENT,
				  .disabled = true);
	for (i = 1; i < nr; i++)
		group[i] = perf_fake_open(test, .task = task, .cpu = cpu, .leader = group[0],
					  .config = PERF_FAKE_RESIDENT);
	perf_fake_log_clear();
	return group;
}

static int nr_active(struct perf_event **events, int nr)
{
	int i, active = 0;

	for (i = 0; i < nr; i++)
		active += perf_fake_is_active(events[i]);
	return active;
}

/* perf_event_times() of all members equal the leader's. */
static void expect_same_times(struct kunit *test, struct perf_event **group, int nr)
{
	u64 now, enabled, running, others_enabled, others_running;
	int i, differ = 0;

	guard(irqsave)();
	now = perf_clock();
	perf_event_times(group[0], now, &enabled, &running);
	for (i = 1; i < nr; i++) {
		perf_event_times(group[i], now, &others_enabled, &others_running);
		differ += others_enabled != enabled || others_running != running;
	}
	KUNIT_EXPECT_EQ(test, 0, differ);
	KUNIT_EXPECT_EQ(test, enabled, running);
}

static void leader_takes_all_along(struct kunit *test)
{
	struct perf_event **group = open_large(test, NULL, MEMBERS);

	KUNIT_EXPECT_EQ(test, 0, nr_active(group, MEMBERS));
	perf_event_enable(group[0]);
	KUNIT_EXPECT_EQ(test, MEMBERS, nr_active(group, MEMBERS));
	KUNIT_EXPECT_EQ(test, MEMBERS, perf_fake.calls[PERF_FAKE_ADD]);
	expect_same_times(test, group, MEMBERS);

	perf_event_disable(group[0]);
	EXPECT_STATE(test, group[0], OFF);
	KUNIT_EXPECT_EQ(test, 0, nr_active(group, MEMBERS));
	KUNIT_EXPECT_EQ(test, MEMBERS, perf_fake.calls[PERF_FAKE_DEL]);
	KUNIT_EXPECT_LE(test, perf_fake.longest, LONGEST);
	expect_same_times(test, group, MEMBERS);
}

static void members_of_another_task(struct kunit *test)
{
	struct perf_subject *subject = perf_subject_start(test, raw_smp_processor_id());
	struct perf_event **group = open_large(test, subject->task, MEMBERS);

	perf_event_enable(group[0]);
	KUNIT_EXPECT_EQ(test, MEMBERS, nr_active(group, MEMBERS));
	KUNIT_EXPECT_EQ(test, MEMBERS, perf_fake.calls[PERF_FAKE_ADD]);
	perf_subject_end(subject);
	EXPECT_STATE(test, group[0], EXIT);
	EXPECT_STATE(test, group[MEMBERS - 1], EXIT);
	KUNIT_EXPECT_EQ(test, MEMBERS, perf_fake.calls[PERF_FAKE_DEL]);
	KUNIT_EXPECT_LE(test, perf_fake.longest, LONGEST);
	expect_same_times(test, group, MEMBERS);
}

/* Only the member that joins, leaves or is switched is added or deleted. */
static void others_stay_where_they_are(struct kunit *test)
{
	struct perf_event **group = open_large(test, NULL, MEMBERS);
	struct perf_event *late;

	perf_event_enable(group[0]);
	perf_fake_log_clear();
	late = perf_fake_open(test, .cpu = raw_smp_processor_id(), .leader = group[0],
			      .config = PERF_FAKE_RESIDENT);
	EXPECT_STATE(test, late, ACTIVE);
	KUNIT_EXPECT_EQ(test, 1, perf_fake.calls[PERF_FAKE_ADD]);
	perf_fake_close(test, late);
	KUNIT_EXPECT_EQ(test, 1, perf_fake.calls[PERF_FAKE_DEL]);
	KUNIT_EXPECT_EQ(test, 1, perf_fake.calls[PERF_FAKE_ADD]);

	perf_event_disable(group[1]);
	EXPECT_STATE(test, group[1], OFF);
	perf_event_enable(group[1]);
	EXPECT_STATE(test, group[1], ACTIVE);
	KUNIT_EXPECT_EQ(test, 2, perf_fake.calls[PERF_FAKE_DEL]);
	KUNIT_EXPECT_EQ(test, 2, perf_fake.calls[PERF_FAKE_ADD]);
}

static void siblings_outlive_their_leader(struct kunit *test)
{
	struct perf_event **group = open_large(test, NULL, MEMBERS);
	u64 enabled, running, before;

	perf_event_enable(group[0]);
	scoped_guard(irqsave)
		perf_event_times(group[1], perf_clock(), &before, &running);
	perf_fake_log_clear();
	perf_fake_close(test, group[0]);
	KUNIT_EXPECT_EQ(test, MEMBERS - 1, nr_active(group + 1, MEMBERS - 1));
	KUNIT_EXPECT_PTR_EQ(test, group[1]->group_leader, group[1]);
	KUNIT_EXPECT_EQ(test, 0, perf_fake.calls[PERF_FAKE_ADD]);
	KUNIT_EXPECT_EQ(test, 1, perf_fake.calls[PERF_FAKE_DEL]);
	scoped_guard(irqsave)
		perf_event_times(group[1], perf_clock(), &enabled, &running);
	KUNIT_EXPECT_GE(test, enabled, before);
	KUNIT_EXPECT_EQ(test, enabled, running);
}

/* After an OFF leader closes, each sibling is its own @group_leader and is scheduled in. */
static void siblings_set_free_begin(struct kunit *test)
{
	struct perf_event **group = open_large(test, NULL, MEMBERS);

	perf_fake_close(test, group[0]);
	KUNIT_EXPECT_EQ(test, MEMBERS - 1, nr_active(group + 1, MEMBERS - 1));
	KUNIT_EXPECT_EQ(test, MEMBERS - 1, perf_fake.calls[PERF_FAKE_ADD]);
	KUNIT_EXPECT_LE(test, perf_fake.longest, LONGEST);
}

/* Disabled with IRQs off, PERF_SECTION_STEPS siblings follow at once and the rest later. */
static void caught_half_way(struct kunit *test)
{
	struct perf_event **group = open_large(test, NULL, MEMBERS);

	perf_event_enable(group[0]);
	scoped_guard(irqsave)
		perf_event_disable_local(group[0]);
	EXPECT_STATE(test, group[0], OFF);
	KUNIT_EXPECT_EQ(test, MEMBERS - 1 - PERF_SECTION_STEPS, nr_active(group, MEMBERS));
	KUNIT_EXPECT_PTR_EQ(test, group[0]->ctx->unsynced_next, group[1 + PERF_SECTION_STEPS]);
	expect_same_times(test, group, MEMBERS);

	/* The sibling at unsynced_next closes; enabling starts over with the first sibling. */
	perf_fake_close(test, group[1 + PERF_SECTION_STEPS]);
	group[1 + PERF_SECTION_STEPS] = group[0];
	perf_event_enable(group[0]);
	KUNIT_EXPECT_EQ(test, MEMBERS, nr_active(group, MEMBERS));
	KUNIT_EXPECT_TRUE(test, list_empty(&group[0]->ctx->unsynced));
	KUNIT_EXPECT_NULL(test, group[0]->ctx->unsynced_next);
	expect_same_times(test, group, MEMBERS);
}

static void leader_leaves_half_way(struct kunit *test)
{
	struct perf_event **group = open_large(test, NULL, MEMBERS);
	struct perf_context *ctx = group[0]->ctx;

	perf_event_enable(group[0]);
	scoped_guard(irqsave)
		perf_event_disable_local(group[0]);
	perf_fake_close(test, group[0]);
	KUNIT_EXPECT_TRUE(test, list_empty(&ctx->unsynced));
	KUNIT_EXPECT_EQ(test, MEMBERS - 1, nr_active(group + 1, MEMBERS - 1));
}

static bool becomes_inactive(struct perf_event *event)
{
	unsigned long end = jiffies + 10 * HZ;

	while (perf_fake_is_active(event) && time_before(jiffies, end))
		schedule_timeout_uninterruptible(1);
	return !perf_fake_is_active(event);
}

/* A leader disabled by its own overflow: interrupts must come between the sections too. */
static void disabled_from_an_overflow(struct kunit *test)
{
	struct perf_event **group = open_large(test, NULL, MEMBERS);

	perf_event_enable(group[0]);
	scoped_guard(irqsave)
		perf_event_disable_inatomic(group[0]);
	KUNIT_EXPECT_TRUE(test, becomes_inactive(group[MEMBERS - 1]));
	EXPECT_STATE(test, group[0], OFF);
	KUNIT_EXPECT_EQ(test, 0, nr_active(group, MEMBERS));
	KUNIT_EXPECT_LE(test, perf_fake.longest, LONGEST);
	expect_same_times(test, group, MEMBERS);
}

/* Without this the other cases would compare 0 with LONGEST. */
static void sections_are_measured(struct kunit *test)
{
	struct perf_event **group;

	if (!IS_ENABLED(CONFIG_PREEMPTIRQ_TRACEPOINTS))
		kunit_skip(test, "no CONFIG_PREEMPTIRQ_TRACEPOINTS: lengths of sections not seen");
	group = open_large(test, NULL, MEMBERS);
	perf_event_enable(group[0]);
	KUNIT_EXPECT_GE(test, perf_fake.longest, PERF_SECTION_STEPS);
}

static struct kunit_case group_sync_cases[] = {
	KUNIT_CASE(sections_are_measured),
	KUNIT_CASE(leader_takes_all_along),
	KUNIT_CASE(members_of_another_task),
	KUNIT_CASE(others_stay_where_they_are),
	KUNIT_CASE(siblings_outlive_their_leader),
	KUNIT_CASE(siblings_set_free_begin),
	KUNIT_CASE(caught_half_way),
	KUNIT_CASE(leader_leaves_half_way),
	KUNIT_CASE(disabled_from_an_overflow),
	{}
};

static struct kunit_suite group_sync_suite = {
	.name = "perf-group-sync",
	.suite_init = perf_fake_suite_init,
	.suite_exit = perf_fake_suite_exit,
	.init = perf_fake_init,
	.test_cases = group_sync_cases,
};

kunit_test_suite(group_sync_suite);
