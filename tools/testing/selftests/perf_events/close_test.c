// SPDX-License-Identifier: GPL-2.0
/*
 * Closing events of another CPU: a program that closes many at once, or exits, interrupts the
 * CPU once for all of them, and not at all if they are disabled.
 */
#include "perf_test.h"

#include <errno.h>
#include <linux/close_range.h>
#include <linux/hw_breakpoint.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ipi_senders.h"
#include "kselftest_harness.h"

#define EVENTS	32

FIXTURE(close)
{
	struct senders senders;
	struct perf_event_attr attr;
	int cpu;
	int fds[EVENTS];
};

FIXTURE_SETUP(close)
{
	int cpus[2];

	if (perf_cpu_count(cpus, 2) < 2)
		SKIP(return, "needs two CPUs");
	ASSERT_EQ(0, perf_pin_cpu(cpus[0]));
	if (senders_open(&self->senders, gettid()))
		SKIP(return, "no tracepoints of interrupts between CPUs");
	self->cpu = cpus[1];
	self->attr = perf_attr_software(PERF_COUNT_SW_CPU_CLOCK);
	self->attr.disabled = 0;
}

FIXTURE_TEARDOWN(close)
{
	senders_close(&self->senders);
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

/* Each is the last event of its PMU when it is closed */
TEST_F(close, a_disabled_event)
{
	__u64 before, sent = 0;
	int fd, i;

	self->attr.disabled = 1;
	for (i = 0; i < EVENTS; i++) {
		fd = open_there(&self->attr, self->cpu, -1);
		ASSERT_GE(fd, 0);
		before = senders_count(&self->senders);
		close(fd);
		sent += senders_count(&self->senders) - before;
	}
	/* Few, of other causes */
	EXPECT_GT(EVENTS / 4, sent);
}

TEST_F(close, a_disabled_group)
{
	__u64 before;
	int i;

	ASSERT_EQ(0, open_groups(&self->attr, self->cpu, 4, self->fds));
	for (i = 0; i < EVENTS; i += 4)
		ASSERT_EQ(0, perf_ioctl(self->fds[i], PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP));
	before = senders_count(&self->senders);
	for (i = 0; i < EVENTS; i++)
		close(self->fds[i]);
	EXPECT_GT(EVENTS / 4, senders_count(&self->senders) - before);
}

TEST_F(close, enabled_events_together)
{
	__u64 before;

	ASSERT_EQ(0, open_groups(&self->attr, self->cpu, 1, self->fds));
	before = senders_count(&self->senders);
	ASSERT_EQ(0, close_all(self->fds));
	EXPECT_GT(EVENTS / 4, senders_count(&self->senders) - before);
}

TEST_F(close, enabled_groups_together)
{
	__u64 before;

	ASSERT_EQ(0, open_groups(&self->attr, self->cpu, 8, self->fds));
	before = senders_count(&self->senders);
	ASSERT_EQ(0, close_all(self->fds));
	EXPECT_GT(EVENTS / 4, senders_count(&self->senders) - before);
}

/* Resident groups, whose leader is software and counts where it fires */
TEST_F(close, software_groups_together)
{
	__u64 before;

	self->attr.config = PERF_COUNT_SW_CONTEXT_SWITCHES;
	ASSERT_EQ(0, open_groups(&self->attr, self->cpu, 8, self->fds));
	before = senders_count(&self->senders);
	ASSERT_EQ(0, close_all(self->fds));
	EXPECT_GT(EVENTS / 4, senders_count(&self->senders) - before);
}

/* A software leader whose group was moved to the clock that joined it, and is left alone */
TEST_F(close, a_group_without_its_clocks)
{
	struct perf_event_attr software = perf_attr_software(PERF_COUNT_SW_CONTEXT_SWITCHES);
	__u64 count;
	int leader, i;

	software.disabled = 0;
	leader = open_there(&software, self->cpu, -1);
	ASSERT_GE(leader, 0);
	for (i = 0; i < EVENTS; i++) {
		self->fds[i] = open_there(&self->attr, self->cpu, leader);
		ASSERT_GE(self->fds[i], 0);
	}
	ASSERT_EQ(0, close_all(self->fds));
	count = perf_count(leader);
	ASSERT_EQ(0, perf_pin_cpu(self->cpu));
	usleep(1000);
	EXPECT_LT(count, perf_count(leader));
	close(leader);
}

/* They are enabled after the other members, of another PMU, have left the group that was disabled */
TEST_F(close, members_of_another_pmu_go_on)
{
	struct perf_event_attr other = perf_attr_software(PERF_COUNT_SW_TASK_CLOCK);
	int leader, sibling;

	self->attr.disabled = 1;
	leader = open_there(&self->attr, self->cpu, -1);
	ASSERT_GE(leader, 0);
	sibling = open_there(&other, self->cpu, leader);
	ASSERT_GE(sibling, 0);
	ASSERT_EQ(0, perf_ioctl(leader, PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP));
	close(leader);
	EXPECT_EQ(0, perf_count(sibling));
	ASSERT_EQ(0, perf_ioctl(sibling, PERF_EVENT_IOC_ENABLE, 0));
	usleep(1000);
	EXPECT_LT(0, perf_count(sibling));
	close(sibling);

	other = perf_attr_software(PERF_COUNT_SW_CONTEXT_SWITCHES);
	leader = open_there(&other, self->cpu, -1);
	ASSERT_GE(leader, 0);
	sibling = open_there(&self->attr, self->cpu, leader);
	ASSERT_GE(sibling, 0);
	ASSERT_EQ(0, perf_ioctl(leader, PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP));
	close(sibling);
	ASSERT_EQ(0, perf_ioctl(leader, PERF_EVENT_IOC_ENABLE, 0));
	ASSERT_EQ(0, perf_pin_cpu(self->cpu));
	usleep(1000);
	EXPECT_LT(0, perf_count(leader));
	close(leader);
}

TEST_F(close, siblings_outlive_their_leader)
{
	__u64 count;
	int i;

	ASSERT_EQ(0, open_groups(&self->attr, self->cpu, EVENTS, self->fds));
	close(self->fds[0]);
	for (i = 1; i < EVENTS; i++) {
		count = perf_count(self->fds[i]);
		EXPECT_LT(count, perf_count(self->fds[i]));
		close(self->fds[i]);
	}
}

/* The slots are free again when close_range() returns */
TEST_F(close, breakpoints_leave_their_slots)
{
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

	while (most < EVENTS && (fds[most] = open_there(&attr, self->cpu, -1)) >= 0)
		most++;
	if (!most || most == EVENTS)
		SKIP(return, "no limited number of breakpoints");
	for (round = 0; round < 3; round++) {
		ASSERT_EQ(0, syscall(SYS_close_range, fds[0], fds[most - 1], 0));
		for (i = 0; i < most; i++) {
			fds[i] = open_there(&attr, self->cpu, -1);
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
	int ready[2], go[2], status;
	struct senders senders;
	char byte = 0;
	pid_t child;
	__u64 sent;

	ASSERT_EQ(0, pipe(ready));
	ASSERT_EQ(0, pipe(go));
	child = fork();
	ASSERT_GE(child, 0);
	if (!child)
		exit_with_events(&self->attr, self->cpu, ready, go);
	ASSERT_EQ(1, read(ready[0], &byte, 1));
	ASSERT_EQ(0, senders_open(&senders, child));
	ASSERT_EQ(1, write(go[1], &byte, 1));
	ASSERT_EQ(child, waitpid(child, &status, 0));
	EXPECT_EQ(0, status);
	sent = senders_count(&senders);
	/* The end of the address space and the wake-up of the parent take some as well */
	EXPECT_GT(EVENTS / 2, sent);
	senders_close(&senders);
	close(ready[0]);
	close(ready[1]);
	close(go[0]);
	close(go[1]);
}

TEST_HARNESS_MAIN
