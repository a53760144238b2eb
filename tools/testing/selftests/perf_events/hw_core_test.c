// SPDX-License-Identifier: GPL-2.0
/*
 * Sandy Bridge to Haswell, two threads in a core: an event of retired loads on one thread keeps
 * the other thread off the counters that it could spoil (errata BJ122, BV98, HSD29).
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "hw_fixture.h"
#include "kselftest_harness.h"

#define CPUS		"/sys/devices/system/cpu/"
#define COUNTERS	4
/* MEM_UOPS_RETIRED.ALL_LOADS */
#define LOADS		0x81d0
/* BR_INST_RETIRED.ALL_BRANCHES, which no fixed counter counts */
#define BRANCHES	0x00c4

FIXTURE(hw_core)
{
	int cpu[2];
};

FIXTURE_SETUP(hw_core)
{
	static const char *const names[] = { "sandybridge", "ivybridge", "haswell" };
	char text[64] = "", *end;
	bool known = false;
	unsigned int i;

	perf_file_read("/sys/bus/event_source/devices/cpu/caps/pmu_name", text, sizeof(text));
	for (i = 0; i < ARRAY_SIZE(names); i++)
		known |= !strncmp(text, names[i], strlen(names[i]));
	if (!known)
		SKIP(return, "no processor with this erratum");
	ASSERT_EQ(0, perf_file_read(CPUS "cpu0/topology/thread_siblings_list", text,
				    sizeof(text)));
	self->cpu[0] = strtol(text, &end, 10);
	if (!*end)
		SKIP(return, "the cores have one thread");
	self->cpu[1] = strtol(end + 1, NULL, 10);
}

FIXTURE_TEARDOWN(hw_core)
{
}

static int open_on(int cpu, __u64 config, int leader)
{
	struct perf_event_attr attr;

	perf_attr_init(&attr, PERF_TYPE_RAW, config);
	attr.disabled = 0;
	attr.read_format = PERF_FORMAT_TOTAL_TIME_RUNNING;
	return perf_open(&attr, -1, cpu, leader, 0);
}

/* How long the event has had a counter in the next 100 ms. */
static __u64 time_running(int fd)
{
	__u64 before[2] = { }, after[2] = { };

	if (read(fd, before, sizeof(before)) < 0)
		return UINT64_MAX;
	usleep(100000);
	return read(fd, after, sizeof(after)) < 0 ? UINT64_MAX : after[1] - before[1];
}

static int open_group(int cpu, int number, int *fd)
{
	int i;

	for (i = 0; i < number; i++) {
		fd[i] = open_on(cpu, BRANCHES, i ? fd[0] : -1);
		if (fd[i] < 0)
			return -1;
	}
	return 0;
}

static void close_all(int *fd, int number)
{
	while (number--)
		close(fd[number]);
}

TEST_F(hw_core, the_other_thread_is_kept_off)
{
	int here = self->cpu[0], there = self->cpu[1], loads, other, fd[COUNTERS];

	loads = open_on(here, LOADS, -1);
	ASSERT_GE(loads, 0);
	EXPECT_LT(0, time_running(loads));

	/* All counters, or another such event: not now. Half of them: yes. */
	ASSERT_EQ(0, open_group(there, COUNTERS, fd));
	EXPECT_EQ(0, time_running(fd[0]));
	other = open_on(there, LOADS, -1);
	ASSERT_GE(other, 0);
	EXPECT_EQ(0, time_running(other));
	close(other);
	close_all(fd, COUNTERS);
	ASSERT_EQ(0, open_group(there, COUNTERS / 2, fd));
	EXPECT_LT(0, time_running(fd[0]));
	close_all(fd, COUNTERS / 2);

	/* Once it is closed, the other thread has all counters. */
	ASSERT_EQ(0, open_group(there, COUNTERS, fd));
	EXPECT_EQ(0, time_running(fd[0]));
	close(loads);
	usleep(100000);
	EXPECT_LT(0, time_running(fd[0]));

	/* And the reverse: while it uses them, the event waits. */
	loads = open_on(here, LOADS, -1);
	ASSERT_GE(loads, 0);
	EXPECT_EQ(0, time_running(loads));
	close_all(fd, COUNTERS);
	usleep(100000);
	EXPECT_LT(0, time_running(loads));
	close(loads);
}

TEST_HARNESS_MAIN
