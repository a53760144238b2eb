// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of enabled and running times, and of counts, under all operations that start and
 * stop an event.
 *
 * No test expects an absolute time: the times of events are compared with each other and with the
 * clock they are read at.
 */
#include <linux/sched/task.h>

#include "base/clock.h"
#include "base/times.h"
#include "fake_pmu.h"

/**
 * struct event_times - times of an event at one moment
 * @enabled: enabled time, ns
 * @running: running time, ns
 */
struct event_times {
	u64	enabled;
	u64	running;
};

/* Read the times of events of this CPU or task at one moment, and return the moment. */
static u64 times_of(struct perf_event **events, int nr, struct event_times *times)
{
	u64 now;
	int i;

	guard(irqsave)();
	now = perf_clock();
	for (i = 0; i < nr; i++)
		perf_event_times(events[i], now, &times[i].enabled, &times[i].running);
	return now;
}

static void let_time_pass(void)
{
	u64 begin, now;

	preempt_disable();
	begin = perf_clock();
	do {
		now = perf_clock();
	} while (now - begin < 1000);
	preempt_enable();
}

static void alone_it_always_runs(struct kunit *test)
{
	struct perf_event *event = perf_fake_open(test, .cpu = here());
	struct event_times a, b;
	u64 from, to;

	from = times_of(&event, 1, &a);
	let_time_pass();
	to = times_of(&event, 1, &b);
	KUNIT_EXPECT_EQ(test, to - from, b.enabled - a.enabled);
	KUNIT_EXPECT_EQ(test, to - from, b.running - a.running);
	KUNIT_EXPECT_EQ(test, a.enabled, a.running + (b.enabled - b.running));
	KUNIT_EXPECT_LE(test, a.running, a.enabled);
}

static void begins_at_zero(struct kunit *test)
{
	struct perf_event *event = perf_fake_open(test, .cpu = here(), .disabled = true);
	struct event_times times;

	let_time_pass();
	times_of(&event, 1, &times);
	KUNIT_EXPECT_EQ(test, 0ULL, times.enabled);
	KUNIT_EXPECT_EQ(test, 0ULL, times.running);
}

static void disabled_it_stands_still(struct kunit *test)
{
	struct perf_event *event = perf_fake_open(test, .cpu = here());
	struct event_times a, b, c;
	u64 from, to;

	let_time_pass();
	perf_event_disable(event);
	times_of(&event, 1, &a);
	KUNIT_EXPECT_GT(test, a.running, 0ULL);
	let_time_pass();
	times_of(&event, 1, &b);
	KUNIT_EXPECT_EQ(test, a.enabled, b.enabled);
	KUNIT_EXPECT_EQ(test, a.running, b.running);

	perf_event_enable(event);
	from = times_of(&event, 1, &b);
	let_time_pass();
	to = times_of(&event, 1, &c);
	KUNIT_EXPECT_EQ(test, to - from, c.enabled - b.enabled);
	KUNIT_EXPECT_EQ(test, to - from, c.running - b.running);
	KUNIT_EXPECT_GE(test, b.enabled, a.enabled);
}

static void without_room_it_is_enabled_only(struct kunit *test)
{
	struct perf_event *event;
	struct event_times a, b;
	u64 from, to;

	perf_fake.nr_counters = 0;
	event = perf_fake_open(test, .cpu = here());
	from = times_of(&event, 1, &a);
	let_time_pass();
	to = times_of(&event, 1, &b);
	KUNIT_EXPECT_EQ(test, to - from, b.enabled - a.enabled);
	KUNIT_EXPECT_EQ(test, 0ULL, b.running);
}

static void in_error_it_stands_still(struct kunit *test)
{
	struct perf_event *event;
	struct event_times a, b;

	perf_fake.nr_counters = 0;
	event = perf_fake_open(test, .cpu = here(), .pinned = true);
	KUNIT_ASSERT_EQ(test, (int)PERF_EVENT_STATE_ERROR, (int)event->state);
	times_of(&event, 1, &a);
	let_time_pass();
	times_of(&event, 1, &b);
	KUNIT_EXPECT_EQ(test, a.enabled, b.enabled);
	KUNIT_EXPECT_EQ(test, 0ULL, b.running);
}

/*
 * @nr events rotate on @nr_counters: each event is always enabled and no counter is ever idle, so
 * the running times add up to nr_counters times the elapsed time; likewise the counts.
 */
static void check_turns(struct kunit *test, int nr_counters, int nr)
{
	u64 running = 0, count = 0, enabled_value, running_value, from, to;
	struct perf_event *events[6];
	struct event_times a[6], b[6];
	u64 before[6];
	int i, turn;

	perf_fake.nr_counters = nr_counters;
	for (i = 0; i < nr; i++)
		events[i] = perf_fake_open(test, .cpu = here());
	for (i = 0; i < nr; i++)
		before[i] = perf_event_read_value(events[i], &enabled_value, &running_value);
	from = times_of(events, nr, a);
	for (turn = 0; turn < 2 * nr + 1; turn++) {
		let_time_pass();
		perf_fake_work(1000 + turn);
		count += 1000 + turn;
		perf_fake_rotate();
	}
	to = times_of(events, nr, b);

	for (i = 0; i < nr; i++) {
		KUNIT_EXPECT_EQ(test, to - from, b[i].enabled - a[i].enabled);
		KUNIT_EXPECT_LE(test, b[i].running, b[i].enabled);
		KUNIT_EXPECT_GT(test, b[i].running, a[i].running);
		running += b[i].running - a[i].running;
	}
	KUNIT_EXPECT_EQ(test, nr_counters * (to - from), running);

	count *= nr_counters;
	for (i = 0; i < nr; i++) {
		count -= perf_event_read_value(events[i], &enabled_value, &running_value);
		count += before[i];
		perf_fake_close(test, events[i]);
	}
	KUNIT_EXPECT_EQ(test, 0ULL, count);
}

static void turns_add_up(struct kunit *test)
{
	int nr_counters, nr;

	for (nr_counters = 1; nr_counters <= 4; nr_counters++) {
		for (nr = nr_counters + 1; nr <= 6; nr++)
			check_turns(test, nr_counters, nr);
	}
}

static void members_run_together(struct kunit *test)
{
	struct perf_event *events[3];
	struct event_times a[3], b[3];
	int turn;

	perf_fake.nr_counters = 2;
	events[0] = perf_fake_open(test, .cpu = here(), .disabled = true);
	events[1] = perf_fake_open(test, .cpu = here(), .leader = events[0]);
	events[2] = perf_fake_open(test, .cpu = here());
	perf_event_enable(events[0]);
	times_of(events, 3, a);
	for (turn = 0; turn < 5; turn++) {
		let_time_pass();
		perf_fake_rotate();
	}
	times_of(events, 3, b);
	KUNIT_EXPECT_EQ(test, b[0].running - a[0].running, b[1].running - a[1].running);
	KUNIT_EXPECT_EQ(test, b[0].enabled - a[0].enabled, b[1].enabled - a[1].enabled);
	KUNIT_EXPECT_GT(test, b[0].running, a[0].running);
	KUNIT_EXPECT_GT(test, b[2].running, a[2].running);
}

static void sibling_stands_still_with_its_leader(struct kunit *test)
{
	struct perf_event *events[2];
	struct event_times a[2], b[2];
	u64 from, to;

	perf_fake.nr_counters = 2;
	events[0] = perf_fake_open(test, .cpu = here(), .disabled = true);
	events[1] = perf_fake_open(test, .cpu = here(), .leader = events[0]);
	let_time_pass();
	times_of(events, 2, a);
	KUNIT_EXPECT_EQ(test, 0ULL, a[1].enabled);

	perf_event_enable(events[0]);
	from = times_of(events, 2, a);
	let_time_pass();
	to = times_of(events, 2, b);
	KUNIT_EXPECT_EQ(test, to - from, b[1].enabled - a[1].enabled);
	KUNIT_EXPECT_EQ(test, to - from, b[1].running - a[1].running);

	perf_event_disable(events[0]);
	times_of(events, 2, a);
	let_time_pass();
	times_of(events, 2, b);
	KUNIT_EXPECT_EQ(test, a[1].enabled, b[1].enabled);
	KUNIT_EXPECT_EQ(test, a[1].running, b[1].running);
	KUNIT_EXPECT_EQ(test, a[0].enabled, b[0].enabled);
}

static void sibling_that_is_off(struct kunit *test)
{
	struct perf_event *events[2];
	struct event_times a[2], b[2];
	u64 from, to;

	perf_fake.nr_counters = 2;
	events[0] = perf_fake_open(test, .cpu = here());
	events[1] = perf_fake_open(test, .cpu = here(), .leader = events[0], .disabled = true);
	from = times_of(events, 2, a);
	let_time_pass();
	to = times_of(events, 2, b);
	KUNIT_EXPECT_EQ(test, to - from, b[0].running - a[0].running);
	KUNIT_EXPECT_EQ(test, 0ULL, b[1].enabled);

	/* perf_event_enable() of the leader does not enable a sibling that is OFF. */
	perf_event_disable(events[0]);
	perf_event_enable(events[0]);
	let_time_pass();
	times_of(events, 2, b);
	KUNIT_EXPECT_EQ(test, 0ULL, b[1].enabled);
	KUNIT_EXPECT_EQ(test, 0ULL, b[1].running);
}

static void times_survive_the_leader(struct kunit *test)
{
	struct perf_event *leader, *sibling;
	struct event_times a, b, c;
	u64 from, to;

	perf_fake.nr_counters = 2;
	leader = perf_fake_open(test, .cpu = here());
	sibling = perf_fake_open(test, .cpu = here(), .leader = leader);
	let_time_pass();
	times_of(&sibling, 1, &a);
	perf_fake_close(test, leader);
	from = times_of(&sibling, 1, &b);
	KUNIT_EXPECT_GE(test, b.enabled, a.enabled);
	KUNIT_EXPECT_GE(test, b.running, a.running);
	KUNIT_EXPECT_LE(test, b.running, b.enabled);
	let_time_pass();
	to = times_of(&sibling, 1, &c);
	KUNIT_EXPECT_EQ(test, to - from, c.enabled - b.enabled);
	KUNIT_EXPECT_EQ(test, to - from, c.running - b.running);
}

static void times_survive_a_join(struct kunit *test)
{
	struct perf_event *events[2];
	struct event_times a, b[2];

	perf_fake.nr_counters = 1;
	events[0] = perf_fake_open(test, .cpu = here(), .software = true);
	let_time_pass();
	times_of(events, 1, &a);
	events[1] = perf_fake_open(test, .cpu = here(), .leader = events[0]);
	times_of(events, 2, b);
	KUNIT_EXPECT_GE(test, b[0].enabled, a.enabled);
	KUNIT_EXPECT_GE(test, b[0].running, a.running);
	KUNIT_EXPECT_GT(test, b[0].enabled, b[1].enabled);
}

/*
 * Tasks: the times advance only while the task runs.
 */
static void subject_works(void *amount)
{
	if (amount)
		perf_fake_work((unsigned long)amount);
	let_time_pass();
}

static void check_asleep(struct kunit *test, u64 config, bool counts)
{
	struct perf_subject *subject = perf_subject_start(test, here());
	struct perf_event *event;
	struct event_times a, b;
	u64 value;

	event = perf_fake_open(test, .cpu = -1, .task = subject->task, .config = config);
	perf_subject_run(subject, subject_works, (void *)10UL);
	value = perf_event_read_value(event, &a.enabled, &a.running);
	KUNIT_EXPECT_EQ(test, counts ? 10ULL : 0ULL, value);
	KUNIT_EXPECT_GT(test, a.enabled, 0ULL);
	KUNIT_EXPECT_LE(test, a.running, a.enabled);
	KUNIT_EXPECT_GT(test, a.running, 0ULL);

	/* The event must not count perf_fake_work() that is done while its task sleeps. */
	perf_fake_work(1000);
	let_time_pass();
	value = perf_event_read_value(event, &b.enabled, &b.running);
	KUNIT_EXPECT_EQ(test, counts ? 10ULL : 0ULL, value);
	KUNIT_EXPECT_EQ(test, a.enabled, b.enabled);
	KUNIT_EXPECT_EQ(test, a.running, b.running);

	perf_subject_run(subject, subject_works, (void *)5UL);
	value = perf_event_read_value(event, &b.enabled, &b.running);
	KUNIT_EXPECT_EQ(test, counts ? 15ULL : 0ULL, value);
	KUNIT_EXPECT_GT(test, b.enabled, a.enabled);
	KUNIT_EXPECT_GT(test, b.running, a.running);
}

static void asleep_it_stands_still(struct kunit *test)
{
	check_asleep(test, 0, true);
}

static void asleep_a_resident_one_too(struct kunit *test)
{
	check_asleep(test, PERF_FAKE_RESIDENT, false);
}

static void resident_is_left_alone_by_switches(struct kunit *test)
{
	struct perf_subject *subject = perf_subject_start(test, here());
	struct perf_event *resident, *switched;
	struct event_times times[2];
	int i;

	resident = perf_fake_open(test, .cpu = -1, .task = subject->task,
				  .config = PERF_FAKE_RESIDENT);
	perf_fake_log_clear();
	for (i = 0; i < 10; i++)
		perf_subject_run(subject, subject_works, NULL);
	KUNIT_EXPECT_EQ(test, 0, perf_fake.nr_log);
	KUNIT_EXPECT_TRUE(test, perf_fake_is_active(resident));
	perf_event_read_value(resident, &times[0].enabled, &times[0].running);
	KUNIT_EXPECT_EQ(test, times[0].enabled, times[0].running);

	/* With a switched event on the same task, only that event is added and deleted. */
	switched = perf_fake_open(test, .cpu = -1, .task = subject->task);
	perf_fake_log_clear();
	for (i = 0; i < 10; i++)
		perf_subject_run(subject, subject_works, NULL);
	KUNIT_EXPECT_GE(test, perf_fake.calls[PERF_FAKE_ADD], 10);
	KUNIT_EXPECT_EQ(test, perf_fake.calls[PERF_FAKE_ADD], perf_fake.calls[PERF_FAKE_DEL]);
	for (i = 0; i < min(perf_fake.nr_log, PERF_FAKE_LOG_SIZE); i++)
		KUNIT_EXPECT_NE(test, resident->id, perf_fake.log[i].id);
	KUNIT_EXPECT_FALSE(test, perf_fake_is_active(switched));

	perf_event_read_value(resident, &times[0].enabled, &times[0].running);
	perf_event_read_value(switched, &times[1].enabled, &times[1].running);
	KUNIT_EXPECT_EQ(test, times[0].enabled, times[0].running);
	KUNIT_EXPECT_LE(test, times[1].running, times[1].enabled);
	KUNIT_EXPECT_LT(test, times[1].enabled, times[0].enabled);
}

/* An event bound to @other is enabled while its task runs here, but does not count. */
static void elsewhere_it_is_enabled_only(struct kunit *test)
{
	struct perf_subject *subject;
	struct perf_event *event;
	struct event_times a, b;
	int other = elsewhere(test);
	u64 value;

	subject = perf_subject_start(test, here());
	event = perf_fake_open(test, .cpu = other, .task = subject->task);
	perf_subject_run(subject, subject_works, (void *)10UL);
	value = perf_event_read_value(event, &a.enabled, &a.running);
	KUNIT_EXPECT_EQ(test, 0ULL, value);
	KUNIT_EXPECT_GT(test, a.enabled, 0ULL);
	KUNIT_EXPECT_EQ(test, 0ULL, a.running);

	set_cpus_allowed_ptr(subject->task, cpumask_of(other));
	perf_subject_run(subject, subject_works, (void *)7UL);
	value = perf_event_read_value(event, &b.enabled, &b.running);
	KUNIT_EXPECT_EQ(test, 7ULL, value);
	KUNIT_EXPECT_GT(test, b.running, 0ULL);
	KUNIT_EXPECT_LT(test, b.running, b.enabled);
	KUNIT_EXPECT_GT(test, b.enabled, a.enabled);
}

static void after_exit_it_stands_still(struct kunit *test)
{
	struct perf_subject *subject = perf_subject_start(test, here());
	struct perf_event *event;
	struct event_times a, b;
	u64 value;

	event = perf_fake_open(test, .cpu = -1, .task = subject->task);
	perf_subject_run(subject, subject_works, (void *)10UL);
	perf_event_read_value(event, &a.enabled, &a.running);
	perf_subject_end(subject);
	KUNIT_EXPECT_EQ(test, (int)PERF_EVENT_STATE_EXIT, (int)READ_ONCE(event->state));
	value = perf_event_read_value(event, &b.enabled, &b.running);
	KUNIT_EXPECT_EQ(test, 10ULL, value);
	KUNIT_EXPECT_GE(test, b.enabled, a.enabled);
	KUNIT_EXPECT_LE(test, b.running, b.enabled);

	perf_event_enable(event);
	KUNIT_EXPECT_EQ(test, (int)PERF_EVENT_STATE_EXIT, (int)READ_ONCE(event->state));
	let_time_pass();
	perf_event_read_value(event, &a.enabled, &a.running);
	KUNIT_EXPECT_EQ(test, b.enabled, a.enabled);
	KUNIT_EXPECT_EQ(test, b.running, a.running);
}

static struct kunit_case times_cases[] = {
	KUNIT_CASE(alone_it_always_runs),
	KUNIT_CASE(begins_at_zero),
	KUNIT_CASE(disabled_it_stands_still),
	KUNIT_CASE(without_room_it_is_enabled_only),
	KUNIT_CASE(in_error_it_stands_still),
	KUNIT_CASE(turns_add_up),
	KUNIT_CASE(members_run_together),
	KUNIT_CASE(sibling_stands_still_with_its_leader),
	KUNIT_CASE(sibling_that_is_off),
	KUNIT_CASE(times_survive_the_leader),
	KUNIT_CASE(times_survive_a_join),
	KUNIT_CASE(asleep_it_stands_still),
	KUNIT_CASE(asleep_a_resident_one_too),
	KUNIT_CASE(resident_is_left_alone_by_switches),
	KUNIT_CASE(elsewhere_it_is_enabled_only),
	KUNIT_CASE(after_exit_it_stands_still),
	{}
};

static struct kunit_suite times_suite = {
	.name = "perf-times",
	.suite_init = perf_fake_suite_init,
	.suite_exit = perf_fake_suite_exit,
	.init = perf_fake_init,
	.test_cases = times_cases,
};

kunit_test_suite(times_suite);
