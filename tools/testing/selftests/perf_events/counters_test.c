// SPDX-License-Identifier: GPL-2.0
/*
 * caps/counters of a PMU in sysfs: how many counters there are, and how many are in use; and
 * groups of events that have counters of two PMUs.
 *
 * The test PMU has four counters a CPU; how many are in use follows from the events that the test
 * has opened itself.
 */
#include "perf_test.h"
#include "test_pmu.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "kselftest_harness.h"

#define COUNTERS	4
#define COUNTERS_FILE	"/sys/bus/event_source/devices/test_count/caps/counters"

FIXTURE(counters)
{
	struct perf_sysctls sysctls;
	struct perf_event_attr attr;
	bool ready;
};

FIXTURE_SETUP(counters)
{
	self->ready = false;
	if (geteuid() || test_pmu_plug("test_count") < 0)
		SKIP(return, TEST_PMU_ABSENT);
	ASSERT_EQ(0, perf_sysctls_save(&self->sysctls));
	self->ready = true;
	perf_attr_init(&self->attr, perf_pmu_type("test_count"), 0);
	self->attr.disabled = 0;
}

FIXTURE_TEARDOWN(counters)
{
	if (!self->ready)
		return;
	perf_sysctls_restore(&self->sysctls);
	EXPECT_EQ(0, test_pmu_unplug("test_count"));
}

static const char *counters(void)
{
	static char text[256];

	return perf_file_read(COUNTERS_FILE, text, sizeof(text)) ? "unreadable" : text;
}

/* Events on this CPU, those of the thread and those of the CPU, up to one that does not fit */
TEST_F(counters, used)
{
	static const int expected[] = { 0, 1, 2, 3, 4, 4 };
	int fds[COUNTERS + 1];
	char want[128];
	int i;

	ASSERT_EQ(0, perf_pin_cpu(0));
	for (i = 0; i <= COUNTERS + 1; i++) {
		snprintf(want, sizeof(want), "general 4\nfixed 0\nused %d\nkernel 0", expected[i]);
		EXPECT_STREQ(want, counters());
		if (i > COUNTERS)
			break;
		fds[i] = i & 1 ? perf_open(&self->attr, -1, 0, -1, 0) :
				 perf_open_self(&self->attr);
		ASSERT_GE(fds[i], 0);
	}
	while (i--)
		close(fds[i]);
	EXPECT_STREQ("general 4\nfixed 0\nused 0\nkernel 0", counters());
}

/* Software events that are members of a group take no counter */
TEST_F(counters, software)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	int leader, fd;

	leader = perf_open_self(&self->attr);
	ASSERT_GE(leader, 0);
	attr.disabled = 0;
	fd = perf_open(&attr, 0, -1, leader, 0);
	ASSERT_GE(fd, 0);
	EXPECT_STREQ("general 4\nfixed 0\nused 1\nkernel 0", counters());
	close(fd);
	close(leader);
}

/* 0: what others use is to be seen; 1: it is not; else something is wrong */
static int look(void *argument)
{
	const char *text = counters();

	(void)argument;
	if (!strcmp(text, "general 4\nfixed 0"))
		return 1;
	return strcmp(text, "general 4\nfixed 0\nused 0\nkernel 0") ? 2 : 0;
}

/* A reader who may not watch whole CPUs does not see the use by others */
TEST_F(counters, permission)
{
	int level;

	for (level = -1; level <= 3; level++) {
		ASSERT_EQ(0, perf_sysctl_set("perf_event_paranoid", level));
		EXPECT_EQ(level > 0, perf_call_as_user(look, NULL));
	}
}

/* A group counts together, so its counters are those of one PMU: EINVAL whichever leads */
TEST_F(counters, group_of_two_pmus)
{
	struct perf_event_attr attrs[2] = { self->attr, self->attr };
	int i, leader;

	attrs[1].type = test_pmu_plug("test_uncore");
	ASSERT_LE(0, (int)attrs[1].type);
	for (i = 0; i < 2; i++) {
		leader = perf_open(&attrs[i], -1, 0, -1, 0);
		EXPECT_GE(leader, 0);
		EXPECT_EQ(-1, perf_open(&attrs[!i], -1, 0, leader, 0));
		EXPECT_EQ(EINVAL, errno);
		close(leader);
	}
	EXPECT_EQ(0, test_pmu_unplug("test_uncore"));
}

TEST_HARNESS_MAIN
