// SPDX-License-Identifier: GPL-2.0
/*
 * Closing events of another CPU: a program that closes many at once, or exits, interrupts the
 * CPU once for all of them, and not at all if they are disabled.
 */
#include "perf_test.h"

#include <errno.h>
#include <linux/close_range.h>
#include <linux/hw_breakpoint.h>
#include <sched.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ipi_senders.h"
#include "kselftest_harness.h"
#include "test_pmu.h"

#define EVENTS	32

/* An event that its CPU alone can remove, and a count of the interrupts that ask for that */
struct subject {
	struct senders senders;
	struct perf_event_attr attr;
	int cpu;
	int fds[EVENTS];
};

/* On one CPU, with @cpu another one. Returns NULL, or why the test is skipped */
static const char *subject_begin(struct subject *subject)
{
	int cpus[2];

	if (perf_cpu_count(cpus, 2) < 2 || perf_pin_cpu(cpus[0]))
		return "needs two CPUs";
	if (senders_open(&subject->senders, gettid()))
		return "no tracepoint of calls between CPUs";
	subject->cpu = cpus[1];
	subject->attr = perf_attr_software(PERF_COUNT_SW_CPU_CLOCK);
	subject->attr.disabled = 0;
	return NULL;
}

static int open_there(const struct perf_event_attr *attr, int cpu, int group)
{
	return perf_open(attr, -1, cpu, group, 0);
}

/* Closes the descriptors from the first to the last of @fds, and whatever is between them */
static int close_all(const int *fds)
{
	return syscall(SYS_close_range, fds[0], fds[EVENTS - 1], 0) ? errno : 0;
}

/* Enabled events on @cpu, in groups of @size */
static int open_groups(const struct perf_event_attr *attr, int cpu, int size, int *fds)
{
	int i;

	for (i = 0; i < EVENTS; i++) {
		fds[i] = open_there(attr, cpu, i % size ? fds[i - i % size] : -1);
		if (fds[i] < 0 || (i && fds[i] <= fds[i - 1]))
			return -1;
	}
	return 0;
}

FIXTURE(close_many)
{
	struct subject subject;
};

FIXTURE_VARIANT(close_many)
{
	__u64 config;
	__u64 period;
	int size;
};

/* Counted where they fire, on no PMU */
FIXTURE_VARIANT_ADD(close_many, software) { PERF_COUNT_SW_CONTEXT_SWITCHES, 0, 1 };
FIXTURE_VARIANT_ADD(close_many, software_groups) { PERF_COUNT_SW_CONTEXT_SWITCHES, 0, 8 };
/* With a timer each, which starts and stops on its CPU */
FIXTURE_VARIANT_ADD(close_many, timers) { PERF_COUNT_SW_CPU_CLOCK, 1000000000, 1 };
FIXTURE_VARIANT_ADD(close_many, groups_of_timers) { PERF_COUNT_SW_CPU_CLOCK, 1000000000, 8 };

FIXTURE_SETUP(close_many)
{
	const char *reason = subject_begin(&self->subject);

	if (reason)
		SKIP(return, "%s", reason);
	self->subject.attr.config = variant->config;
	self->subject.attr.sample_period = variant->period;
}

FIXTURE_TEARDOWN(close_many)
{
	senders_close(&self->subject.senders);
}

/* Each is the last event of its PMU when it is closed */
TEST_F(close_many, a_disabled_event)
{
	struct subject *subject = &self->subject;
	__u64 before, sent = 0;
	int fd, i;

	subject->attr.disabled = 1;
	for (i = 0; i < EVENTS; i++) {
		fd = open_there(&subject->attr, subject->cpu, -1);
		ASSERT_GE(fd, 0);
		before = senders_count(&subject->senders);
		close(fd);
		sent += senders_count(&subject->senders) - before;
	}
	/* Few, of other causes */
	EXPECT_GT(EVENTS / 4, sent);
}

TEST_F(close_many, a_disabled_group)
{
	struct subject *subject = &self->subject;
	__u64 before;
	int i;

	ASSERT_EQ(0, open_groups(&subject->attr, subject->cpu, variant->size, subject->fds));
	for (i = 0; i < EVENTS; i += variant->size)
		ASSERT_EQ(0, perf_ioctl(subject->fds[i], PERF_EVENT_IOC_DISABLE,
					PERF_IOC_FLAG_GROUP));
	before = senders_count(&subject->senders);
	for (i = 0; i < EVENTS; i++)
		close(subject->fds[i]);
	EXPECT_GT(EVENTS / 4, senders_count(&subject->senders) - before);
}

TEST_F(close_many, enabled_events_together)
{
	struct subject *subject = &self->subject;
	__u64 before;

	ASSERT_EQ(0, open_groups(&subject->attr, subject->cpu, variant->size, subject->fds));
	before = senders_count(&subject->senders);
	ASSERT_EQ(0, close_all(subject->fds));
	EXPECT_GT(EVENTS / 4, senders_count(&subject->senders) - before);
}

FIXTURE(close)
{
	struct subject subject;
};

FIXTURE_SETUP(close)
{
	const char *reason = subject_begin(&self->subject);

	if (reason)
		SKIP(return, "%s", reason);
}

FIXTURE_TEARDOWN(close)
{
	senders_close(&self->subject.senders);
}

/* A close() returns once its event is gone, so each calls the CPU: the count sees that */
TEST_F(close, one_by_one)
{
	struct subject *subject = &self->subject;
	__u64 before;
	int i;

	ASSERT_EQ(0, open_groups(&subject->attr, subject->cpu, 1, subject->fds));
	before = senders_count(&subject->senders);
	for (i = 0; i < EVENTS; i++)
		close(subject->fds[i]);
	EXPECT_LE(EVENTS, senders_count(&subject->senders) - before);
}

/* A clock whose group was moved to the PMU of the counters that joined it, and is left */
TEST_F(close, a_group_without_its_counters)
{
	struct subject *subject = &self->subject;
	struct perf_event_attr counter;
	int leader, fds[2], i;
	__u64 count;

	if (geteuid() || test_pmu_plug("test_count") < 0)
		SKIP(return, TEST_PMU_ABSENT);
	perf_attr_init(&counter, perf_pmu_type("test_count"), 0);
	counter.disabled = 0;
	leader = open_there(&subject->attr, subject->cpu, -1);
	ASSERT_GE(leader, 0);
	for (i = 0; i < 2; i++) {
		fds[i] = open_there(&counter, subject->cpu, leader);
		ASSERT_GE(fds[i], 0);
	}
	ASSERT_EQ(0, syscall(SYS_close_range, fds[0], fds[1], 0));
	count = perf_count(leader);
	EXPECT_LT(count, perf_count(leader));
	close(leader);
	EXPECT_EQ(0, test_pmu_unplug("test_count"));
}

/* They are enabled after the members of another PMU have left the group, which was disabled */
TEST_F(close, members_of_another_pmu_go_on)
{
	struct subject *subject = &self->subject;
	struct perf_event_attr other = perf_attr_software(PERF_COUNT_SW_TASK_CLOCK);
	int leader, sibling;

	/* With a timer they are on lists of their PMU. */
	subject->attr.sample_period = 1000000000;
	subject->attr.disabled = 1;
	other.sample_period = 1000000000;
	leader = open_there(&subject->attr, subject->cpu, -1);
	ASSERT_GE(leader, 0);
	sibling = open_there(&other, subject->cpu, leader);
	ASSERT_GE(sibling, 0);
	ASSERT_EQ(0, perf_ioctl(leader, PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP));
	close(leader);
	EXPECT_EQ(0, perf_count(sibling));
	ASSERT_EQ(0, perf_ioctl(sibling, PERF_EVENT_IOC_ENABLE, 0));
	usleep(1000);
	EXPECT_LT(0, perf_count(sibling));
	close(sibling);

	other = perf_attr_software(PERF_COUNT_SW_CONTEXT_SWITCHES);
	leader = open_there(&other, subject->cpu, -1);
	ASSERT_GE(leader, 0);
	sibling = open_there(&subject->attr, subject->cpu, leader);
	ASSERT_GE(sibling, 0);
	ASSERT_EQ(0, perf_ioctl(leader, PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP));
	close(sibling);
	ASSERT_EQ(0, perf_ioctl(leader, PERF_EVENT_IOC_ENABLE, 0));
	ASSERT_EQ(0, perf_pin_cpu(subject->cpu));
	usleep(1000);
	EXPECT_LT(0, perf_count(leader));
	close(leader);
}

TEST_F(close, siblings_outlive_their_leader)
{
	struct subject *subject = &self->subject;
	__u64 count;
	int i;

	ASSERT_EQ(0, open_groups(&subject->attr, subject->cpu, EVENTS, subject->fds));
	close(subject->fds[0]);
	for (i = 1; i < EVENTS; i++) {
		count = perf_count(subject->fds[i]);
		EXPECT_LT(count, perf_count(subject->fds[i]));
		close(subject->fds[i]);
	}
}

/* The slots are free again when close_range() returns */
TEST_F(close, breakpoints_leave_their_slots)
{
	struct subject *subject = &self->subject;
	static __u64 watched;
	struct perf_event_attr attr = {
		.type = PERF_TYPE_BREAKPOINT,
		.size = sizeof(attr),
		.bp_type = HW_BREAKPOINT_W,
		.bp_addr = (unsigned long)&watched,
		.bp_len = HW_BREAKPOINT_LEN_8,
		.exclude_kernel = 1,
	};
	int fds[EVENTS], most = 0, round, i;

	while (most < EVENTS && (fds[most] = open_there(&attr, subject->cpu, -1)) >= 0)
		most++;
	if (!most || most == EVENTS)
		SKIP(return, "no limited number of breakpoints");
	for (round = 0; round < 3; round++) {
		ASSERT_EQ(0, syscall(SYS_close_range, fds[0], fds[most - 1], 0));
		for (i = 0; i < most; i++) {
			fds[i] = open_there(&attr, subject->cpu, -1);
			ASSERT_GE(fds[i], 0);
		}
	}
	for (i = 0; i < most; i++)
		close(fds[i]);
}

static void exit_with_events(const struct perf_event_attr *attr, int cpu, const int *ready,
			     const int *go)
{
	int fds[EVENTS];
	char byte = 0;

	if (open_groups(attr, cpu, 1, fds) || write(ready[1], &byte, 1) != 1 ||
	    read(go[0], &byte, 1) != 1)
		_exit(1);
	_exit(0);
}

TEST_F(close, at_exit)
{
	struct subject *subject = &self->subject;
	int ready[2], go[2], status;
	struct senders senders;
	int here = sched_getcpu();
	char byte = 0;
	pid_t child;
	__u64 sent;

	ASSERT_EQ(0, pipe(ready));
	ASSERT_EQ(0, pipe(go));
	child = fork();
	ASSERT_GE(child, 0);
	if (!child)
		exit_with_events(&subject->attr, subject->cpu, ready, go);
	ASSERT_EQ(1, read(ready[0], &byte, 1));
	/* The child's own counters would end before it closes its files. */
	ASSERT_EQ(0, senders_open_on(&senders, -1, here));
	ASSERT_EQ(1, write(go[1], &byte, 1));
	ASSERT_EQ(child, waitpid(child, &status, 0));
	EXPECT_EQ(0, status);
	sent = senders_count(&senders);
	/* The end of the address space and wake-ups take some as well */
	EXPECT_GT(EVENTS / 2, sent);
	senders_close(&senders);
	close(ready[0]);
	close(ready[1]);
	close(go[0]);
	close(go[1]);
}

TEST_HARNESS_MAIN
