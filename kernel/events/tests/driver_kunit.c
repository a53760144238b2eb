// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of services for drivers of other architectures: sched_task calls for an event of
 * a CPU, and nr_user, the number of the running task's events that user space may read; and of
 * perf_event_read_local(), which BPF programs and drivers call.
 */
#include <linux/delay.h>
#include <linux/jiffies.h>
#include <linux/jump_label.h>

#include "fake_pmu.h"

/* perf_sched_events stays enabled for a while after its last user; wait until it is off. */
static bool hooks_are_off(void)
{
	unsigned long end = jiffies + 60 * HZ;

	while (static_key_enabled(&perf_sched_events) && time_before(jiffies, end))
		msleep(20);
	return !static_key_enabled(&perf_sched_events);
}

/* Without sched_task a driver would count one task's events for the next task. */
static void cpu_event_sees_tasks_change(struct kunit *test)
{
	int left, came;

	KUNIT_ASSERT_TRUE(test, hooks_are_off());
	perf_fake_open(test, .cpu = here(), .config = PERF_FAKE_SCHED_CB);
	KUNIT_EXPECT_TRUE(test, static_key_enabled(&perf_sched_events));
	left = perf_fake.cpu[here()].switched[0];
	came = perf_fake.cpu[here()].switched[1];
	/* msleep() takes this task off the CPU and back. */
	msleep(20);
	KUNIT_EXPECT_GT(test, perf_fake.cpu[here()].switched[0], left);
	KUNIT_EXPECT_GT(test, perf_fake.cpu[here()].switched[1], came);
}

static void others_do_without_calls(struct kunit *test)
{
	KUNIT_ASSERT_TRUE(test, hooks_are_off());
	perf_fake_open(test, .cpu = here());
	KUNIT_EXPECT_FALSE(test, static_key_enabled(&perf_sched_events));
}

static void note_users(void *users)
{
	*(int *)users = perf_fake.cpu[here()].nr_user;
}

static int users_in(struct perf_subject *subject)
{
	int users = -1;

	perf_subject_run(subject, note_users, &users);
	return users;
}

static int users_outside(void)
{
	return perf_fake.cpu[here()].nr_user;
}

/* If nr_user counted more events than exist, a task could read the counters of other tasks. */
static void user_access_is_of_the_task(struct kunit *test)
{
	struct perf_subject *subject = perf_subject_start(test, here());
	struct perf_event *plain, *user[2];
	int i;

	perf_fake.nr_counters = 3;
	plain = perf_fake_open(test, .cpu = -1, .task = subject->task);
	KUNIT_EXPECT_EQ(test, 0, users_in(subject));
	for (i = 0; i < 2; i++) {
		user[i] = perf_fake_open(test, .cpu = -1, .task = subject->task,
					 .config = PERF_FAKE_USER);
		KUNIT_EXPECT_EQ(test, i + 1, users_in(subject));
		KUNIT_EXPECT_EQ(test, 0, users_outside());
	}
	perf_fake_close(test, plain);
	KUNIT_EXPECT_EQ(test, 2, users_in(subject));

	/* A driver may clear PERF_EVENT_FLAG_USER_READ_CNT when the event is unmapped. */
	user[0]->hw.flags &= ~PERF_EVENT_FLAG_USER_READ_CNT;
	perf_fake_close(test, user[0]);
	KUNIT_EXPECT_EQ(test, 1, users_in(subject));
	KUNIT_EXPECT_EQ(test, 0, users_outside());
}

struct two_events {
	struct kunit		*test;
	struct perf_event	*closed;
	int			before;
	int			after;
};

static void close_while_it_runs(void *data)
{
	struct two_events *two = data;

	two->before = perf_fake.cpu[here()].nr_user;
	perf_fake_close(two->test, two->closed);
	two->after = perf_fake.cpu[here()].nr_user;
}

/* pmu_enable runs for the remaining event and must see that nr_user has gone to 0. */
static void user_access_ends_with_the_event(struct kunit *test)
{
	struct perf_subject *subject = perf_subject_start(test, here());
	struct two_events two = { .test = test };

	perf_fake.nr_counters = 2;
	perf_fake_open(test, .cpu = -1, .task = subject->task);
	two.closed = perf_fake_open(test, .cpu = -1, .task = subject->task,
				    .config = PERF_FAKE_USER);
	perf_subject_run(subject, close_while_it_runs, &two);
	KUNIT_EXPECT_EQ(test, 1, two.before);
	KUNIT_EXPECT_EQ(test, 0, two.after);
}

/* hw.flags shares a union with a software event's timer: its bytes must not count in nr_user. */
static void others_are_no_users(struct kunit *test)
{
	struct perf_subject *subject = perf_subject_start(test, here());
	struct perf_event_attr attr = {
		.type		= PERF_TYPE_SOFTWARE,
		.size		= sizeof(attr),
		.config		= PERF_COUNT_SW_CPU_CLOCK,
		.sample_period	= NSEC_PER_SEC,
	};
	struct perf_event *event;

	perf_fake_open(test, .cpu = -1, .task = subject->task);
	event = perf_event_create_kernel_counter(&attr, -1, subject->task, NULL, NULL);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, event);
	KUNIT_EXPECT_EQ(test, 0, event->ctx->head.nr_user);
	perf_event_release_kernel(event);
}

struct local_read {
	struct perf_event	*event;
	int			err;
	u64			value;
	u64			enabled;
	u64			running;
};

#define LOCAL_WORK	7

static void work_and_read(void *arg)
{
	struct local_read *read = arg;

	perf_fake_work(LOCAL_WORK);
	read->err = perf_event_read_local(read->event, &read->value, &read->enabled,
					  &read->running);
}

/* A BPF program reads so: of an event of another task it would get that task's counter. */
static void task_reads_its_own_events(struct kunit *test)
{
	struct perf_subject *subject = perf_subject_start(test, here());
	struct local_read read = {
		.event = perf_fake_open(test, .cpu = -1, .task = subject->task),
	};

	work_and_read(&read);
	KUNIT_EXPECT_EQ(test, -EINVAL, read.err);
	perf_subject_run(subject, work_and_read, &read);
	KUNIT_EXPECT_EQ(test, 0, read.err);
	KUNIT_EXPECT_EQ(test, LOCAL_WORK, read.value);
	/* The event never waited for a counter. */
	KUNIT_EXPECT_GT(test, read.enabled, 0ULL);
	KUNIT_EXPECT_EQ(test, read.enabled, read.running);

	read.event = perf_fake_open(test, .cpu = -1, .task = subject->task, .inherit = true);
	perf_subject_run(subject, work_and_read, &read);
	KUNIT_EXPECT_EQ(test, -EOPNOTSUPP, read.err);
}

static struct kunit_case driver_cases[] = {
	KUNIT_CASE(task_reads_its_own_events),
	KUNIT_CASE(cpu_event_sees_tasks_change),
	KUNIT_CASE(others_do_without_calls),
	KUNIT_CASE(user_access_is_of_the_task),
	KUNIT_CASE(user_access_ends_with_the_event),
	KUNIT_CASE(others_are_no_users),
	{}
};

static struct kunit_suite driver_suite = {
	.name = "perf-driver",
	.suite_init = perf_fake_suite_init,
	.suite_exit = perf_fake_suite_exit,
	.init = perf_fake_init,
	.test_cases = driver_cases,
};

kunit_test_suite(driver_suite);
