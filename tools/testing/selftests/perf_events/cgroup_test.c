// SPDX-License-Identifier: GPL-2.0
/*
 * Events of control groups: an event counts while a task of its group, or of a group
 * below, runs on the event's CPU.
 *
 * The test itself moves from group to group on one CPU. Page faults, which no other task
 * in these groups takes, show exactly what was counted where.
 */
#include "perf_test.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "kselftest_harness.h"

#define RW		(PROT_READ | PROT_WRITE)
#define UPPER		"perf_cgroup_test"
#define LOWER		"perf_cgroup_test/below"
#define BESIDE		"perf_cgroup_test_beside"
#define MANY		50
#define BURN_NS		20000000ULL
/* Number of checks, a millisecond apart, for an effect of another CPU */
#define PATIENCE	20000

/* Move process @pid, 0 for the caller, to @group; returns 0 or errno */
static int move_to(const char *group, pid_t pid)
{
	char path[256], text[16];

	snprintf(path, sizeof(path), PERF_CGROUP_ROOT "/%s/cgroup.procs", group);
	snprintf(text, sizeof(text), "%d", pid);
	return perf_file_write(path, text);
}

/* With a 32-bit ino_t this is the lower half of the kernel's id */
static ino_t group_id(const char *group)
{
	struct stat status;
	char path[256];

	snprintf(path, sizeof(path), PERF_CGROUP_ROOT "/%s", group);
	return stat(path, &status) ? 0 : status.st_ino;
}

static void sleep_a_little(void)
{
	struct timespec time = { .tv_nsec = 1000000 };

	nanosleep(&time, NULL);
}

FIXTURE(cgroup)
{
	struct perf_event_attr attr;
	struct perf_pages pages;
	struct perf_child child;
	struct perf_ring ring;
	size_t next;
	int root, upper, lower, beside;
	int cpus[2], nr_cpus;
};

FIXTURE_SETUP(cgroup)
{
	self->root = open(PERF_CGROUP_ROOT, O_RDONLY | O_DIRECTORY);
	self->upper = perf_cgroup_create(UPPER);
	self->lower = self->upper < 0 ? -1 : perf_cgroup_create(LOWER);
	self->beside = perf_cgroup_create(BESIDE);
	self->nr_cpus = perf_cpu_count(self->cpus, 2);
	if (self->lower < 0 || self->beside < 0)
		SKIP(return, "cannot make control groups");
	ASSERT_EQ(0, perf_pin_cpu(self->cpus[0]));
	self->attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	self->attr.disabled = 0;
	if (perf_try(&self->attr, self->root, self->cpus[0], -1, PERF_FLAG_PID_CGROUP))
		SKIP(return, "kernel without events of control groups");
	ASSERT_EQ(0, perf_prefault());
	ASSERT_EQ(0, perf_pages_map(&self->pages, 2048));
}

FIXTURE_TEARDOWN(cgroup)
{
	perf_child_kill(&self->child);
	perf_ring_unmap(&self->ring);
	move_to(".", 0);
	close(self->root);
	close(self->upper);
	close(self->lower);
	close(self->beside);
	perf_cgroup_remove(LOWER);
	perf_cgroup_remove(UPPER);
	perf_cgroup_remove(BESIDE);
	perf_pages_unmap(&self->pages);
}

static int open_event(FIXTURE_DATA(cgroup) *self, int group)
{
	return perf_open(&self->attr, group, self->cpus[0], -1, PERF_FLAG_PID_CGROUP);
}

/* Take @count page faults */
static void fault(FIXTURE_DATA(cgroup) *self, size_t count)
{
	perf_pages_touch(&self->pages, self->next, count);
	self->next += count;
}

/* ---- tasks that count ---- */

TEST_F(cgroup, counts_the_group_and_those_below)
{
	int root, upper, lower, beside;

	root = open_event(self, self->root);
	upper = open_event(self, self->upper);
	lower = open_event(self, self->lower);
	beside = open_event(self, self->beside);
	ASSERT_GE(root, 0);
	ASSERT_GE(upper, 0);
	ASSERT_GE(lower, 0);
	ASSERT_GE(beside, 0);
	fault(self, 2);
	EXPECT_LE(2, perf_count(root));
	EXPECT_EQ(0, perf_count(upper));

	ASSERT_EQ(0, move_to(UPPER, 0));
	fault(self, 10);
	EXPECT_LE(12, perf_count(root));
	EXPECT_EQ(10, perf_count(upper));
	EXPECT_EQ(0, perf_count(lower));

	ASSERT_EQ(0, move_to(LOWER, 0));
	fault(self, 7);
	EXPECT_EQ(17, perf_count(upper));
	EXPECT_EQ(7, perf_count(lower));

	ASSERT_EQ(0, move_to(BESIDE, 0));
	fault(self, 3);
	EXPECT_EQ(17, perf_count(upper));
	EXPECT_EQ(7, perf_count(lower));
	EXPECT_EQ(3, perf_count(beside));
	EXPECT_LE(22, perf_count(root));

	ASSERT_EQ(0, move_to(".", 0));
	fault(self, 5);
	EXPECT_EQ(17, perf_count(upper));
	EXPECT_EQ(3, perf_count(beside));
	close(root);
	close(upper);
	close(lower);
	close(beside);
}

TEST_F(cgroup, opened_from_within)
{
	int upper, beside;

	ASSERT_EQ(0, move_to(UPPER, 0));
	upper = open_event(self, self->upper);
	beside = open_event(self, self->beside);
	ASSERT_GE(upper, 0);
	ASSERT_GE(beside, 0);
	fault(self, 4);
	EXPECT_EQ(4, perf_count(upper));
	EXPECT_EQ(0, perf_count(beside));
	ASSERT_EQ(0, perf_ioctl(upper, PERF_EVENT_IOC_DISABLE, 0));
	fault(self, 4);
	EXPECT_EQ(4, perf_count(upper));
	ASSERT_EQ(0, perf_ioctl(upper, PERF_EVENT_IOC_ENABLE, 0));
	fault(self, 4);
	EXPECT_EQ(8, perf_count(upper));
	close(upper);
	/* Another event of a group that had one before */
	upper = open_event(self, self->upper);
	ASSERT_GE(upper, 0);
	fault(self, 4);
	EXPECT_EQ(4, perf_count(upper));
	close(upper);
	close(beside);
}

TEST_F(cgroup, enabled_while_the_group_is_away)
{
	int upper;

	self->attr.disabled = 1;
	upper = open_event(self, self->upper);
	ASSERT_GE(upper, 0);
	ASSERT_EQ(0, move_to(UPPER, 0));
	fault(self, 4);
	EXPECT_EQ(0, perf_count(upper));
	ASSERT_EQ(0, move_to(BESIDE, 0));
	ASSERT_EQ(0, perf_ioctl(upper, PERF_EVENT_IOC_ENABLE, 0));
	fault(self, 4);
	EXPECT_EQ(0, perf_count(upper));
	ASSERT_EQ(0, move_to(UPPER, 0));
	fault(self, 4);
	EXPECT_EQ(4, perf_count(upper));
	close(upper);
}

TEST_F(cgroup, one_cpu_only)
{
	int here, there;

	if (self->nr_cpus < 2)
		SKIP(return, "needs two CPUs");
	here = open_event(self, self->upper);
	there = perf_open(&self->attr, self->upper, self->cpus[1], -1, PERF_FLAG_PID_CGROUP);
	ASSERT_GE(here, 0);
	ASSERT_GE(there, 0);
	ASSERT_EQ(0, move_to(UPPER, 0));
	fault(self, 3);
	ASSERT_EQ(0, perf_pin_cpu(self->cpus[1]));
	fault(self, 5);
	EXPECT_EQ(3, perf_count(here));
	EXPECT_EQ(5, perf_count(there));
	close(here);
	close(there);
}

static int fault_in_child(void *argument)
{
	FIXTURE_DATA(cgroup) *self = argument;

	fault(self, 100);
	return 0;
}

/* This task and fault_in_child() switch to each other: each event counts its group's alone */
TEST_F(cgroup, tasks_of_different_groups)
{
	int upper, beside;

	upper = open_event(self, self->upper);
	beside = open_event(self, self->beside);
	ASSERT_GE(upper, 0);
	ASSERT_GE(beside, 0);
	ASSERT_EQ(0, perf_child_start(&self->child, fault_in_child, self));
	ASSERT_EQ(0, move_to(BESIDE, self->child.pid));
	ASSERT_EQ(0, move_to(UPPER, 0));
	/* fork() made pages fault once more; after perf_prefault() only dropped pages do */
	ASSERT_EQ(0, perf_prefault());
	perf_pages_drop(&self->pages);
	ASSERT_EQ(0, perf_ioctl(upper, PERF_EVENT_IOC_RESET, 0));
	EXPECT_EQ(0, perf_child_wait(&self->child));
	fault(self, 6);
	EXPECT_EQ(6, perf_count(upper));
	EXPECT_LE(100, perf_count(beside));
	close(upper);
	close(beside);
}

TEST_F(cgroup, children_are_born_into_the_group)
{
	int upper = open_event(self, self->upper);

	ASSERT_GE(upper, 0);
	ASSERT_EQ(0, move_to(UPPER, 0));
	ASSERT_EQ(0, perf_child_start(&self->child, fault_in_child, self));
	EXPECT_EQ(0, perf_child_wait(&self->child));
	EXPECT_LE(100, perf_count(upper));
	close(upper);
}

static int spin_for_ever(void *argument)
{
	perf_pin_cpu(*(int *)argument);
	for (;;)
		perf_spin(1000);
	return 0;
}

/* Wait until the event counts more than @before; returns whether it did */
static bool counts_on(int fd, __u64 before)
{
	unsigned int i;

	for (i = 0; i < PATIENCE; i++) {
		if (perf_count(fd) > before)
			return true;
		sleep_a_little();
	}
	return false;
}

/* move_to() while the child runs on another CPU, without a context switch */
TEST_F(cgroup, moved_while_running)
{
	int upper, beside;
	__u64 count;

	if (self->nr_cpus < 2)
		SKIP(return, "needs two CPUs");
	self->attr.config = PERF_COUNT_SW_CPU_CLOCK;
	upper = perf_open(&self->attr, self->upper, self->cpus[1], -1, PERF_FLAG_PID_CGROUP);
	beside = perf_open(&self->attr, self->beside, self->cpus[1], -1, PERF_FLAG_PID_CGROUP);
	ASSERT_GE(upper, 0);
	ASSERT_GE(beside, 0);
	ASSERT_EQ(0, perf_child_start(&self->child, spin_for_ever, &self->cpus[1]));
	ASSERT_EQ(0, move_to(UPPER, self->child.pid));
	perf_child_go(&self->child);
	EXPECT_TRUE(counts_on(upper, 0));
	EXPECT_EQ(0, perf_count(beside));
	ASSERT_EQ(0, move_to(BESIDE, self->child.pid));
	EXPECT_TRUE(counts_on(beside, 0));
	count = perf_count(upper);
	EXPECT_TRUE(counts_on(beside, perf_count(beside)));
	EXPECT_EQ(count, perf_count(upper));
	close(upper);
	close(beside);
}

/* ---- times ---- */

TEST_F(cgroup, times_are_the_group_s)
{
	const __u64 format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	struct perf_read_values upper, beside;
	int upper_fd, beside_fd;

	self->attr.read_format = format;
	upper_fd = open_event(self, self->upper);
	beside_fd = open_event(self, self->beside);
	ASSERT_GE(upper_fd, 0);
	ASSERT_GE(beside_fd, 0);
	ASSERT_EQ(0, move_to(UPPER, 0));
	perf_burn_cpu(BURN_NS);
	ASSERT_EQ(0, perf_values_read(upper_fd, format, &upper));
	ASSERT_EQ(0, perf_values_read(beside_fd, format, &beside));
	EXPECT_LE(BURN_NS, upper.enabled);
	EXPECT_EQ(upper.enabled, upper.running);
	EXPECT_EQ(0, beside.enabled);
	EXPECT_EQ(0, beside.running);

	/* While no task of UPPER runs, time_enabled and time_running stand still */
	ASSERT_EQ(0, move_to(BESIDE, 0));
	ASSERT_EQ(0, perf_values_read(upper_fd, format, &upper));
	perf_burn_cpu(BURN_NS);
	ASSERT_EQ(0, perf_values_read(upper_fd, format, &beside));
	EXPECT_EQ(upper.enabled, beside.enabled);
	EXPECT_EQ(upper.running, beside.running);
	ASSERT_EQ(0, perf_values_read(beside_fd, format, &beside));
	EXPECT_LE(BURN_NS, beside.enabled);
	close(upper_fd);
	close(beside_fd);
}

/* ---- groups of events ---- */

TEST_F(cgroup, group_of_events)
{
	const __u64 format = PERF_FORMAT_GROUP;
	struct perf_read_values values;
	int leader, sibling;

	self->attr.read_format = format;
	leader = open_event(self, self->upper);
	ASSERT_GE(leader, 0);
	EXPECT_EQ(EINVAL, perf_try(&self->attr, self->beside, self->cpus[0], leader,
				   PERF_FLAG_PID_CGROUP));
	/* An event without PERF_FLAG_PID_CGROUP may join, and counts when its leader does */
	EXPECT_EQ(0, perf_try(&self->attr, -1, self->cpus[0], leader, 0));
	sibling = perf_open(&self->attr, self->upper, self->cpus[0], leader,
			    PERF_FLAG_PID_CGROUP);
	ASSERT_GE(sibling, 0);
	ASSERT_EQ(0, move_to(UPPER, 0));
	fault(self, 4);
	ASSERT_EQ(0, move_to(BESIDE, 0));
	fault(self, 3);
	ASSERT_EQ(0, perf_values_read(leader, format, &values));
	ASSERT_EQ(2, values.nr);
	EXPECT_EQ(4, values.entry[0].value);
	EXPECT_EQ(4, values.entry[1].value);
	/* After its leader is closed, the sibling still counts its cgroup */
	close(leader);
	ASSERT_EQ(0, move_to(UPPER, 0));
	fault(self, 2);
	ASSERT_EQ(0, perf_values_read(sibling, format, &values));
	EXPECT_EQ(6, values.entry[0].value);
	close(sibling);
}

TEST_F(cgroup, sibling_of_no_group)
{
	int leader, sibling;

	leader = open_event(self, self->upper);
	ASSERT_GE(leader, 0);
	sibling = perf_open(&self->attr, -1, self->cpus[0], leader, 0);
	ASSERT_GE(sibling, 0);
	fault(self, 3);
	EXPECT_EQ(0, perf_count(leader));
	EXPECT_EQ(0, perf_count(sibling));
	ASSERT_EQ(0, move_to(UPPER, 0));
	fault(self, 4);
	ASSERT_EQ(0, move_to(BESIDE, 0));
	fault(self, 3);
	EXPECT_EQ(4, perf_count(leader));
	EXPECT_EQ(4, perf_count(sibling));
	close(sibling);
	ASSERT_EQ(0, move_to(UPPER, 0));
	fault(self, 2);
	ASSERT_EQ(0, move_to(BESIDE, 0));
	fault(self, 3);
	EXPECT_EQ(6, perf_count(leader));
	close(leader);
}

/* ---- groups created and removed ---- */

TEST_F(cgroup, removed_group)
{
	int lower = open_event(self, self->lower);

	ASSERT_GE(lower, 0);
	ASSERT_EQ(0, move_to(LOWER, 0));
	fault(self, 4);
	ASSERT_EQ(0, move_to(".", 0));
	ASSERT_EQ(0, rmdir(PERF_CGROUP_ROOT "/" LOWER));
	fault(self, 4);
	EXPECT_EQ(4, perf_count(lower));
	EXPECT_NE(0, perf_try(&self->attr, self->lower, self->cpus[0], -1,
			      PERF_FLAG_PID_CGROUP));
	/* A new LOWER of the same name is another group to the event */
	close(self->lower);
	self->lower = perf_cgroup_create(LOWER);
	ASSERT_GE(self->lower, 0);
	ASSERT_EQ(0, move_to(LOWER, 0));
	fault(self, 4);
	EXPECT_EQ(4, perf_count(lower));
	ASSERT_EQ(0, perf_ioctl(lower, PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_EQ(0, perf_ioctl(lower, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(4, perf_count(lower));
	close(lower);
}

TEST_F(cgroup, fifty_groups)
{
	int folder[MANY], fd[MANY], i;
	char name[64];

	for (i = 0; i < MANY; i++) {
		snprintf(name, sizeof(name), UPPER "/many%d", i);
		folder[i] = perf_cgroup_create(name);
		ASSERT_GE(folder[i], 0);
		fd[i] = open_event(self, folder[i]);
		ASSERT_GE(fd[i], 0);
	}
	for (i = 0; i < MANY; i++) {
		snprintf(name, sizeof(name), UPPER "/many%d", i);
		EXPECT_EQ(0, move_to(name, 0));
		fault(self, i + 1);
	}
	EXPECT_EQ(0, move_to(".", 0));
	fault(self, 5);
	for (i = 0; i < MANY; i++) {
		EXPECT_EQ((__u64)i + 1, perf_count(fd[i]));
		close(fd[i]);
		close(folder[i]);
		snprintf(name, sizeof(name), UPPER "/many%d", i);
		perf_cgroup_remove(name);
	}
}

/* ---- switches and samples ---- */

#define ROUNDS	20

static int echo(void *argument)
{
	int *ends = argument;
	unsigned int i;
	char byte;

	for (i = 0; i < ROUNDS; i++)
		if (read(ends[0], &byte, 1) != 1 || write(ends[3], &byte, 1) != 1)
			return 1;
	return 0;
}

/* Send the child a byte and read it back, ROUNDS times */
static int exchange(FIXTURE_DATA(cgroup) *self, int ends[4])
{
	unsigned int i;
	char byte = 0;

	perf_child_go(&self->child);
	for (i = 0; i < ROUNDS; i++)
		if (write(ends[1], &byte, 1) != 1 || read(ends[2], &byte, 1) != 1)
			return -1;
	return perf_child_wait(&self->child);
}

TEST_F(cgroup, switches_between_groups)
{
	int ends[4], fd;

	ASSERT_EQ(0, pipe(ends));
	ASSERT_EQ(0, pipe(ends + 2));
	self->attr.config = PERF_COUNT_SW_CGROUP_SWITCHES;
	fd = perf_open_self(&self->attr);
	ASSERT_GE(fd, 0);
	/* Both tasks, and all others on this CPU, are in the root group: no cgroup switch */
	ASSERT_EQ(0, perf_child_start(&self->child, echo, ends));
	EXPECT_EQ(0, exchange(self, ends));
	EXPECT_EQ(0, perf_count(fd));
	ASSERT_EQ(0, perf_child_start(&self->child, echo, ends));
	ASSERT_EQ(0, move_to(UPPER, 0));
	EXPECT_EQ(0, exchange(self, ends));
	EXPECT_LE(ROUNDS, perf_count(fd));
	close(fd);
}

TEST_F(cgroup, samples_name_the_group)
{
	static const char * const groups[] = { UPPER, LOWER, BESIDE, UPPER };
	const struct perf_event_header *record;
	struct perf_sample sample;
	size_t i;
	int fd;

	self->attr.disabled = 1;
	self->attr.sample_period = 1;
	self->attr.sample_type = PERF_SAMPLE_CGROUP;
	fd = perf_open_self(&self->attr);
	ASSERT_GE(fd, 0);
	ASSERT_EQ(0, perf_ring_open(&self->ring, fd, 4, RW));
	for (i = 0; i < ARRAY_SIZE(groups); i++) {
		ASSERT_EQ(0, move_to(groups[i], 0));
		ASSERT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_ENABLE, 0));
		fault(self, 1);
		ASSERT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_DISABLE, 0));
		record = perf_ring_next(&self->ring);
		ASSERT_NE(NULL, record);
		ASSERT_TRUE(perf_sample_parse(&self->attr, record, &sample));
		EXPECT_EQ(group_id(groups[i]), (ino_t)sample.cgroup);
		EXPECT_NE(0, sample.cgroup);
	}
	close(fd);
}

/* PERF_FLAG_PID_CGROUP: the ring has samples of the group's tasks alone */
TEST_F(cgroup, samples_of_a_group)
{
	const struct perf_event_header *record;
	struct perf_sample sample;
	unsigned int i;
	int fd;

	self->attr.sample_period = 1;
	self->attr.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_CGROUP;
	fd = open_event(self, self->upper);
	ASSERT_GE(fd, 0);
	ASSERT_EQ(0, perf_ring_open(&self->ring, fd, 4, RW));
	fault(self, 3);
	ASSERT_EQ(0, move_to(LOWER, 0));
	fault(self, 2);
	ASSERT_EQ(0, move_to(BESIDE, 0));
	fault(self, 3);
	for (i = 0; i < 2; i++) {
		record = perf_ring_next(&self->ring);
		ASSERT_NE(NULL, record);
		ASSERT_TRUE(perf_sample_parse(&self->attr, record, &sample));
		EXPECT_EQ((__u32)getpid(), sample.tid);
		EXPECT_EQ(group_id(LOWER), (ino_t)sample.cgroup);
	}
	EXPECT_EQ(NULL, perf_ring_next(&self->ring));
	close(fd);
}

TEST_HARNESS_MAIN
