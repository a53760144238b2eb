// SPDX-License-Identifier: GPL-2.0
/*
 * Event groups: the effect of the leader's state on its siblings, the events that can
 * form a group, and siblings whose leader is closed.
 */
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "perf_test.h"
#include "kselftest_harness.h"

#define EVENTS		3
#define MAX_CPUS	64
#define GROUP_READ	(PERF_FORMAT_GROUP | PERF_FORMAT_ID)
#define CLOCK_READ	(PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED |	\
			 PERF_FORMAT_TOTAL_TIME_RUNNING)
/* Maximum size of a group with a member that must be scheduled in */
#define SMALL_GROUP	256
/* Maximum size of a group read, in bytes */
#define READ_LIMIT	16384

FIXTURE(group)
{
	struct perf_event_attr attr;
	struct perf_pages pages;
	int fd[EVENTS];
};

FIXTURE_SETUP(group)
{
	unsigned int i;

	for (i = 0; i < EVENTS; i++)
		self->fd[i] = -1;
	self->attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	ASSERT_EQ(0, perf_prefault());
	ASSERT_EQ(0, perf_pages_map(&self->pages, 100));
}

FIXTURE_TEARDOWN(group)
{
	unsigned int i;

	for (i = 0; i < EVENTS; i++)
		if (self->fd[i] >= 0)
			close(self->fd[i]);
	perf_pages_unmap(&self->pages);
}

/* A disabled leader with enabled siblings, all counting page faults */
static int open_group(FIXTURE_DATA(group) *self)
{
	unsigned int i;

	for (i = 0; i < EVENTS; i++) {
		self->attr.disabled = !i;
		self->fd[i] = perf_open(&self->attr, 0, -1, i ? self->fd[0] : -1, 0);
		if (self->fd[i] < 0)
			return -1;
	}
	return 0;
}

#define EXPECT_COUNTS(leader, first, second) do {			\
	EXPECT_EQ((uint64_t)(leader), perf_count(self->fd[0]));		\
	EXPECT_EQ((uint64_t)(first), perf_count(self->fd[1]));		\
	EXPECT_EQ((uint64_t)(second), perf_count(self->fd[2]));		\
} while (0)

TEST_F(group, leader_switches_all)
{
	ASSERT_EQ(0, open_group(self));
	perf_pages_touch(&self->pages, 0, 10);
	EXPECT_COUNTS(0, 0, 0);
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 10, 10);
	EXPECT_COUNTS(10, 10, 10);
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_DISABLE, 0));
	perf_pages_touch(&self->pages, 20, 10);
	EXPECT_COUNTS(10, 10, 10);
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 30, 10);
	EXPECT_COUNTS(20, 20, 20);
}

TEST_F(group, sibling_has_a_switch_of_its_own)
{
	ASSERT_EQ(0, open_group(self));
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 5);
	ASSERT_EQ(0, perf_ioctl(self->fd[1], PERF_EVENT_IOC_DISABLE, 0));
	perf_pages_touch(&self->pages, 5, 5);
	EXPECT_COUNTS(10, 5, 10);
	/* PERF_EVENT_IOC_ENABLE of the leader does not enable the sibling */
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 10, 5);
	EXPECT_COUNTS(15, 5, 15);
	ASSERT_EQ(0, perf_ioctl(self->fd[1], PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 15, 5);
	EXPECT_COUNTS(20, 10, 20);
}

TEST_F(group, sibling_alone_cannot_count)
{
	ASSERT_EQ(0, open_group(self));
	ASSERT_EQ(0, perf_ioctl(self->fd[1], PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_EQ(0, perf_ioctl(self->fd[1], PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 10);
	EXPECT_COUNTS(0, 0, 0);
}

TEST_F(group, sibling_opened_off_stays_off)
{
	self->fd[0] = perf_open_self(&self->attr);
	self->fd[1] = perf_open(&self->attr, 0, -1, self->fd[0], 0);
	self->attr.disabled = 0;
	self->fd[2] = perf_open(&self->attr, 0, -1, self->fd[0], 0);
	ASSERT_GE(self->fd[1], 0);
	ASSERT_GE(self->fd[2], 0);
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 10);
	EXPECT_COUNTS(10, 0, 10);
}

TEST_F(group, joins_a_running_group)
{
	self->attr.disabled = 0;
	self->fd[0] = perf_open_self(&self->attr);
	ASSERT_GE(self->fd[0], 0);
	self->fd[1] = perf_open(&self->attr, 0, -1, self->fd[0], 0);
	self->fd[2] = perf_open(&self->attr, 0, -1, self->fd[0], 0);
	ASSERT_GE(self->fd[1], 0);
	ASSERT_GE(self->fd[2], 0);
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_RESET, PERF_IOC_FLAG_GROUP));
	perf_pages_touch(&self->pages, 0, 10);
	EXPECT_COUNTS(10, 10, 10);
}

TEST_F(group, ioctl_flag_reaches_every_member)
{
	ASSERT_EQ(0, open_group(self));
	ASSERT_EQ(0, perf_ioctl(self->fd[1], PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP));
	perf_pages_touch(&self->pages, 0, 10);
	EXPECT_COUNTS(10, 10, 10);
	/* PERF_IOC_FLAG_GROUP on a sibling means its whole group */
	ASSERT_EQ(0, perf_ioctl(self->fd[2], PERF_EVENT_IOC_RESET, PERF_IOC_FLAG_GROUP));
	EXPECT_COUNTS(0, 0, 0);
	ASSERT_EQ(0, perf_ioctl(self->fd[1], PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP));
	perf_pages_touch(&self->pages, 10, 10);
	EXPECT_COUNTS(0, 0, 0);
	/* Without PERF_IOC_FLAG_GROUP only the leader is enabled */
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 20, 10);
	EXPECT_COUNTS(10, 0, 0);
	ASSERT_EQ(0, perf_ioctl(self->fd[2], PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP));
	perf_pages_touch(&self->pages, 30, 10);
	EXPECT_COUNTS(20, 10, 10);
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_RESET, 0));
	EXPECT_COUNTS(0, 10, 10);
}

TEST_F(group, one_read_is_one_moment)
{
	struct perf_read_values values;
	unsigned int i;

	self->attr.read_format = GROUP_READ;
	ASSERT_EQ(0, open_group(self));
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_ENABLE, 0));
	for (i = 0; i < 50; i++) {
		perf_pages_touch(&self->pages, i, 1);
		ASSERT_EQ(0, perf_values_read(self->fd[i % EVENTS], GROUP_READ, &values));
		ASSERT_EQ(EVENTS, values.nr);
		EXPECT_EQ(i + 1, values.entry[0].value);
		EXPECT_EQ(i + 1, values.entry[1].value);
		EXPECT_EQ(i + 1, values.entry[2].value);
	}
}

/* All values must equal time_running, which is the count of a task-clock */
#define EXPECT_CLOCKS_AGREE() do {						\
	struct perf_read_values values;						\
										\
	ASSERT_EQ(0, perf_values_read(self->fd[0], CLOCK_READ, &values));	\
	ASSERT_EQ((uint64_t)EVENTS, values.nr);					\
	EXPECT_GT(values.entry[0].value, 0);					\
	EXPECT_EQ(values.running, values.entry[0].value);			\
	EXPECT_EQ(values.entry[0].value, values.entry[1].value);		\
	EXPECT_EQ(values.entry[0].value, values.entry[2].value);		\
} while (0)

/* Clocks of a group start together, so they agree to the nanosecond */
TEST_F(group, clocks_agree)
{
	self->attr = perf_attr_software(PERF_COUNT_SW_TASK_CLOCK);
	self->attr.read_format = CLOCK_READ;
	ASSERT_EQ(0, open_group(self));
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_CLOCKS_AGREE();
	ASSERT_EQ(0, perf_ping_pong(10));
	EXPECT_CLOCKS_AGREE();
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_DISABLE, 0));
	EXPECT_CLOCKS_AGREE();
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_ENABLE, 0));
	perf_spin(1000);
	EXPECT_CLOCKS_AGREE();
}

/* All members are opened disabled, and enabled by PERF_IOC_FLAG_GROUP or by prctl() */
TEST_F(group, clocks_agree_that_were_all_off)
{
	unsigned int i;

	self->attr = perf_attr_software(PERF_COUNT_SW_TASK_CLOCK);
	self->attr.read_format = CLOCK_READ;
	for (i = 0; i < EVENTS; i++) {
		self->fd[i] = perf_open(&self->attr, 0, -1, i ? self->fd[0] : -1, 0);
		ASSERT_GE(self->fd[i], 0);
	}
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP));
	perf_spin(1000);
	EXPECT_CLOCKS_AGREE();
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP));
	EXPECT_CLOCKS_AGREE();
	ASSERT_EQ(0, prctl(PR_TASK_PERF_EVENTS_ENABLE));
	ASSERT_EQ(0, perf_ping_pong(10));
	EXPECT_CLOCKS_AGREE();
	ASSERT_EQ(0, prctl(PR_TASK_PERF_EVENTS_DISABLE));
	EXPECT_CLOCKS_AGREE();
}

/* The leader samples; PERF_SAMPLE_READ holds the group's values of one moment */
TEST_F(group, clocks_agree_in_samples)
{
	const struct perf_event_header *record;
	struct perf_sample sample;
	struct perf_ring ring = {};
	unsigned int samples = 0;

	self->attr = perf_attr_software(PERF_COUNT_SW_TASK_CLOCK);
	self->attr.read_format = CLOCK_READ;
	self->attr.sample_type = PERF_SAMPLE_READ;
	self->attr.sample_period = 500000;
	self->attr.disabled = 1;
	self->fd[0] = perf_open_self(&self->attr);
	ASSERT_GE(self->fd[0], 0);
	ASSERT_EQ(0, perf_ring_open(&ring, self->fd[0], 4, PROT_READ | PROT_WRITE));
	self->attr.sample_period = 0;
	self->attr.disabled = 0;
	self->fd[1] = perf_open(&self->attr, 0, -1, self->fd[0], 0);
	self->fd[2] = perf_open(&self->attr, 0, -1, self->fd[0], 0);
	ASSERT_GE(self->fd[1], 0);
	ASSERT_GE(self->fd[2], 0);
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_ENABLE, 0));
	perf_burn_cpu(20000000);
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_DISABLE, 0));
	while ((record = perf_ring_next(&ring))) {
		if (record->type != PERF_RECORD_SAMPLE)
			continue;
		ASSERT_TRUE(perf_sample_parse(&self->attr, record, &sample));
		ASSERT_EQ((uint64_t)EVENTS, sample.read.nr);
		EXPECT_EQ(sample.read.running, sample.read.entry[0].value);
		EXPECT_EQ(sample.read.running, sample.read.entry[1].value);
		EXPECT_EQ(sample.read.running, sample.read.entry[2].value);
		samples++;
	}
	EXPECT_GT(samples, 0);
	EXPECT_CLOCKS_AGREE();
	perf_ring_unmap(&ring);
}

TEST_F(group, siblings_outlive_the_leader)
{
	struct perf_read_values values;

	self->attr.read_format = GROUP_READ;
	ASSERT_EQ(0, open_group(self));
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 10);
	close(self->fd[0]);
	self->fd[0] = -1;
	perf_pages_touch(&self->pages, 10, 10);

	ASSERT_EQ(0, perf_values_read(self->fd[1], GROUP_READ, &values));
	EXPECT_EQ(1, values.nr);
	EXPECT_EQ(20, values.entry[0].value);
	EXPECT_EQ(perf_event_id(self->fd[1]), values.entry[0].id);

	/* Each sibling is a group of its own now, enabled and disabled by itself */
	ASSERT_EQ(0, perf_ioctl(self->fd[1], PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP));
	perf_pages_touch(&self->pages, 20, 10);
	ASSERT_EQ(0, perf_values_read(self->fd[1], GROUP_READ, &values));
	EXPECT_EQ(20, values.entry[0].value);
	ASSERT_EQ(0, perf_values_read(self->fd[2], GROUP_READ, &values));
	EXPECT_EQ(1, values.nr);
	EXPECT_EQ(30, values.entry[0].value);

	/* ... and can be a leader */
	self->fd[0] = perf_open(&self->attr, 0, -1, self->fd[2], 0);
	ASSERT_GE(self->fd[0], 0);
	perf_pages_touch(&self->pages, 30, 10);
	ASSERT_EQ(0, perf_values_read(self->fd[0], GROUP_READ, &values));
	EXPECT_EQ(2, values.nr);
	EXPECT_EQ(40, values.entry[0].value);
	EXPECT_EQ(10, values.entry[1].value);
}

TEST_F(group, leader_outlives_the_siblings)
{
	struct perf_read_values values;

	self->attr.read_format = GROUP_READ;
	ASSERT_EQ(0, open_group(self));
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 10);
	close(self->fd[1]);
	self->fd[1] = -1;
	perf_pages_touch(&self->pages, 10, 10);
	ASSERT_EQ(0, perf_values_read(self->fd[0], GROUP_READ, &values));
	ASSERT_EQ(2, values.nr);
	EXPECT_EQ(20, values.entry[0].value);
	EXPECT_EQ(20, values.entry[1].value);
	EXPECT_EQ(perf_event_id(self->fd[2]), values.entry[1].id);
}

TEST_F(group, flag_keeps_an_event_out)
{
	struct perf_read_values values;

	self->attr.read_format = GROUP_READ;
	ASSERT_EQ(0, open_group(self));
	self->attr.disabled = 0;
	close(self->fd[2]);
	self->fd[2] = perf_open(&self->attr, 0, -1, self->fd[0], PERF_FLAG_FD_NO_GROUP);
	ASSERT_GE(self->fd[2], 0);
	ASSERT_EQ(0, perf_values_read(self->fd[0], GROUP_READ, &values));
	EXPECT_EQ(2, values.nr);
	ASSERT_EQ(0, perf_ioctl(self->fd[2], PERF_EVENT_IOC_RESET, 0));
	perf_pages_touch(&self->pages, 0, 10);
	ASSERT_EQ(0, perf_values_read(self->fd[2], GROUP_READ, &values));
	EXPECT_EQ(1, values.nr);
	EXPECT_EQ(10, values.entry[0].value);
}

TEST_F(group, refused_siblings)
{
	struct perf_event_attr attr;
	int cpus[MAX_CPUS], count;

	self->fd[0] = perf_open_self(&self->attr);
	ASSERT_GE(self->fd[0], 0);
	self->fd[1] = perf_open(&self->attr, 0, -1, self->fd[0], 0);
	ASSERT_GE(self->fd[1], 0);
	count = perf_cpu_count(cpus, MAX_CPUS);

	/* A sibling cannot be a leader */
	EXPECT_EQ(EINVAL, perf_try(&self->attr, 0, -1, self->fd[1], 0));
	/* A sibling cannot have another task or CPU than its leader */
	EXPECT_EQ(EINVAL, perf_try(&self->attr, 0, cpus[0], self->fd[0], 0));
	EXPECT_EQ(EINVAL, perf_try(&self->attr, -1, cpus[0], self->fd[0], 0));
	EXPECT_EQ(EINVAL, perf_try(&self->attr, getppid(), -1, self->fd[0], 0));

	attr = self->attr;
	attr.pinned = 1;
	EXPECT_EQ(EINVAL, perf_try(&attr, 0, -1, self->fd[0], 0));
	attr = self->attr;
	attr.exclusive = 1;
	EXPECT_EQ(EINVAL, perf_try(&attr, 0, -1, self->fd[0], 0));
	attr = self->attr;
	attr.inherit = 1;
	EXPECT_EQ(EINVAL, perf_try(&attr, 0, -1, self->fd[0], 0));
	attr = self->attr;
	attr.use_clockid = 1;
	attr.clockid = CLOCK_MONOTONIC;
	EXPECT_EQ(EINVAL, perf_try(&attr, 0, -1, self->fd[0], 0));

	/* The refused siblings have left the group as it was */
	EXPECT_EQ(0, perf_try(&self->attr, 0, -1, self->fd[0], 0));

	self->fd[2] = perf_open(&self->attr, -1, cpus[0], -1, 0);
	ASSERT_GE(self->fd[2], 0);
	EXPECT_EQ(EINVAL, perf_try(&self->attr, 0, cpus[0], self->fd[2], 0));
	EXPECT_EQ(EINVAL, perf_try(&self->attr, 0, -1, self->fd[2], 0));
	if (count > 1)
		EXPECT_EQ(EINVAL, perf_try(&self->attr, -1, cpus[1], self->fd[2], 0));
	EXPECT_EQ(0, perf_try(&self->attr, -1, cpus[0], self->fd[2], 0));
}

TEST_F(group, same_clock_is_accepted)
{
	self->attr.use_clockid = 1;
	self->attr.clockid = CLOCK_MONOTONIC;
	self->fd[0] = perf_open_self(&self->attr);
	ASSERT_GE(self->fd[0], 0);
	EXPECT_EQ(0, perf_try(&self->attr, 0, -1, self->fd[0], 0));
	self->attr.clockid = CLOCK_MONOTONIC_RAW;
	EXPECT_EQ(EINVAL, perf_try(&self->attr, 0, -1, self->fd[0], 0));
	self->attr.use_clockid = 0;
	self->attr.clockid = 0;
	EXPECT_EQ(EINVAL, perf_try(&self->attr, 0, -1, self->fd[0], 0));
}

TEST_F(group, leader_whose_task_is_gone)
{
	struct perf_child child;

	ASSERT_EQ(0, perf_child_start(&child, NULL, NULL));
	self->fd[0] = perf_open(&self->attr, child.pid, -1, -1, 0);
	ASSERT_GE(self->fd[0], 0);
	EXPECT_EQ(0, perf_try(&self->attr, child.pid, -1, self->fd[0], 0));
	perf_child_kill(&child);
	EXPECT_EQ(ENODEV, perf_try(&self->attr, 0, -1, self->fd[0], 0));
}

TEST_F(group, clock_and_tracepoint_siblings)
{
	int id = perf_tracepoint_id("syscalls/sys_enter_getppid");
	struct perf_read_values values;
	unsigned int i;

	if (id < 0)
		SKIP(return, "no tracepoint syscalls:sys_enter_getppid");
	self->attr.read_format = GROUP_READ;
	self->fd[0] = perf_open_self(&self->attr);
	ASSERT_GE(self->fd[0], 0);
	self->attr.disabled = 0;
	self->attr.config = PERF_COUNT_SW_TASK_CLOCK;
	self->fd[1] = perf_open(&self->attr, 0, -1, self->fd[0], 0);
	ASSERT_GE(self->fd[1], 0);
	self->attr.type = PERF_TYPE_TRACEPOINT;
	self->attr.config = id;
	self->fd[2] = perf_open(&self->attr, 0, -1, self->fd[0], 0);
	ASSERT_GE(self->fd[2], 0);

	for (i = 0; i < 5; i++)
		syscall(SYS_getppid);
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_ENABLE, 0));
	for (i = 0; i < 12; i++)
		syscall(SYS_getppid);
	perf_pages_touch(&self->pages, 0, 7);
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_DISABLE, 0));
	for (i = 0; i < 3; i++)
		syscall(SYS_getppid);
	ASSERT_EQ(0, perf_values_read(self->fd[0], GROUP_READ, &values));
	ASSERT_EQ(3, values.nr);
	EXPECT_EQ(7, values.entry[0].value);
	EXPECT_GT(values.entry[1].value, 0);
	EXPECT_EQ(12, values.entry[2].value);
}

TEST_F(group, tracepoint_leads)
{
	int id = perf_tracepoint_id("syscalls/sys_enter_getppid");
	unsigned int i;

	if (id < 0)
		SKIP(return, "no tracepoint syscalls:sys_enter_getppid");
	self->attr.type = PERF_TYPE_TRACEPOINT;
	self->attr.config = id;
	self->fd[0] = perf_open_self(&self->attr);
	ASSERT_GE(self->fd[0], 0);
	self->attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	self->attr.disabled = 0;
	self->fd[1] = perf_open(&self->attr, 0, -1, self->fd[0], 0);
	self->fd[2] = perf_open(&self->attr, 0, -1, self->fd[0], 0);
	ASSERT_GE(self->fd[1], 0);
	ASSERT_GE(self->fd[2], 0);
	perf_pages_touch(&self->pages, 0, 7);
	EXPECT_COUNTS(0, 0, 0);
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_ENABLE, 0));
	for (i = 0; i < 11; i++)
		syscall(SYS_getppid);
	perf_pages_touch(&self->pages, 10, 8);
	EXPECT_COUNTS(11, 8, 8);
}

/* Software events are always scheduled in, with exclusive or pinned groups beside them */
TEST_F(group, exclusive_and_pinned_leaders)
{
	struct perf_read_values values;

	self->attr.disabled = 0;
	self->attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	self->attr.exclusive = 1;
	self->fd[0] = perf_open_self(&self->attr);
	self->attr.pinned = 1;
	self->fd[1] = perf_open_self(&self->attr);
	self->attr.exclusive = 0;
	self->fd[2] = perf_open_self(&self->attr);
	ASSERT_GE(self->fd[0], 0);
	ASSERT_GE(self->fd[1], 0);
	ASSERT_GE(self->fd[2], 0);
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_RESET, 0));
	ASSERT_EQ(0, perf_ioctl(self->fd[1], PERF_EVENT_IOC_RESET, 0));
	ASSERT_EQ(0, perf_ioctl(self->fd[2], PERF_EVENT_IOC_RESET, 0));
	perf_pages_touch(&self->pages, 0, 33);
	EXPECT_COUNTS(33, 33, 33);
	ASSERT_EQ(0, perf_ping_pong(5));
	ASSERT_EQ(0, perf_values_read(self->fd[1], self->attr.read_format, &values));
	EXPECT_EQ(values.enabled, values.running);
	/* A pinned leader may have siblings without pinned */
	self->attr.pinned = 0;
	EXPECT_EQ(0, perf_try(&self->attr, 0, -1, self->fd[2], 0));
}

TEST_F(group, of_a_cpu)
{
	struct perf_read_values values;
	int cpu;
	unsigned int i;

	ASSERT_LT(0, perf_cpu_count(&cpu, 1));
	ASSERT_EQ(0, perf_pin_cpu(cpu));
	self->attr.read_format = GROUP_READ;
	for (i = 0; i < EVENTS; i++) {
		self->attr.disabled = !i;
		self->fd[i] = perf_open(&self->attr, -1, cpu, i ? self->fd[0] : -1, 0);
		ASSERT_GE(self->fd[i], 0);
	}
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 40);
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_EQ(0, perf_values_read(self->fd[0], GROUP_READ, &values));
	ASSERT_EQ(3, values.nr);
	EXPECT_GE(values.entry[0].value, 40);
	EXPECT_EQ(values.entry[0].value, values.entry[1].value);
	EXPECT_EQ(values.entry[0].value, values.entry[2].value);
}

/* READ_LIMIT has room for @most members, and not for one more */
TEST_F(group, size_limit)
{
	struct rlimit limit = { 4096, 4096 };
	static char buffer[READ_LIMIT];
	static int fds[READ_LIMIT / 16];
	unsigned int most = (READ_LIMIT - 8) / 16, i;

	ASSERT_EQ(0, setrlimit(RLIMIT_NOFILE, &limit));
	self->attr.config = PERF_COUNT_SW_DUMMY;
	self->attr.read_format = GROUP_READ;
	for (i = 0; i < most; i++) {
		fds[i] = perf_open(&self->attr, 0, -1, i ? fds[0] : -1, 0);
		ASSERT_GE(fds[i], 0) {
			TH_LOG("member %u: %s", i, strerror(errno));
		}
	}
	EXPECT_EQ(E2BIG, perf_try(&self->attr, 0, -1, fds[0], 0));
	/* A sibling without PERF_FORMAT_GROUP is refused too: the leader's read would grow */
	self->attr.read_format = 0;
	EXPECT_EQ(E2BIG, perf_try(&self->attr, 0, -1, fds[0], 0));
	EXPECT_EQ(8 + (ssize_t)most * 16, read(fds[0], buffer, sizeof(buffer)));

	/* With one member less there is room again */
	close(fds[most - 1]);
	EXPECT_EQ(0, perf_try(&self->attr, 0, -1, fds[0], 0));
	/* ... unless the new member's own read_format makes its read too big */
	self->attr.read_format = GROUP_READ | PERF_FORMAT_LOST;
	EXPECT_EQ(E2BIG, perf_try(&self->attr, 0, -1, fds[0], 0));
	for (i = 0; i < most - 1; i++)
		close(fds[i]);
}

/* A group with a timer is scheduled as a whole with IRQs off, so its size is limited */
TEST_F(group, size_limit_with_a_timer)
{
	struct perf_event_attr timer = perf_attr_software(PERF_COUNT_SW_TASK_CLOCK);
	static int fds[SMALL_GROUP];
	int i, joined;

	timer.sample_period = 1000000000;
	self->attr.config = PERF_COUNT_SW_DUMMY;
	for (i = 0; i < SMALL_GROUP; i++) {
		fds[i] = perf_open(&self->attr, 0, -1, i ? fds[0] : -1, 0);
		ASSERT_GE(fds[i], 0);
	}
	EXPECT_EQ(E2BIG, perf_try(&timer, 0, -1, fds[0], 0));
	EXPECT_EQ(0, perf_try(&self->attr, 0, -1, fds[0], 0));
	close(fds[1]);
	joined = perf_open(&timer, 0, -1, fds[0], 0);
	ASSERT_GE(joined, 0);
	EXPECT_EQ(E2BIG, perf_try(&self->attr, 0, -1, fds[0], 0));
	close(joined);
	EXPECT_EQ(0, perf_try(&self->attr, 0, -1, fds[0], 0));
	close(fds[0]);
	for (i = 2; i < SMALL_GROUP; i++)
		close(fds[i]);
}

/* A sibling with PERF_FORMAT_GROUP limits the group's size as the leader does */
TEST_F(group, size_limit_by_a_sibling)
{
	struct rlimit limit = { 4096, 4096 };
	static int fds[READ_LIMIT / 16];
	unsigned int most = (READ_LIMIT - 8) / 16, i;

	ASSERT_EQ(0, setrlimit(RLIMIT_NOFILE, &limit));
	self->attr.config = PERF_COUNT_SW_DUMMY;
	for (i = 0; i < most; i++) {
		self->attr.read_format = i == 1 ? GROUP_READ : 0;
		fds[i] = perf_open(&self->attr, 0, -1, i ? fds[0] : -1, 0);
		ASSERT_GE(fds[i], 0);
	}
	EXPECT_EQ(E2BIG, perf_try(&self->attr, 0, -1, fds[0], 0));
	close(fds[1]);
	EXPECT_EQ(0, perf_try(&self->attr, 0, -1, fds[0], 0));
	close(fds[0]);
	for (i = 2; i < most; i++)
		close(fds[i]);
}

TEST_HARNESS_MAIN
