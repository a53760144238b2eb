// SPDX-License-Identifier: GPL-2.0
/*
 * Events and a CPU that goes offline and comes back: a CPU's events stand still while the
 * CPU is offline, a task's events count on other CPUs, and no CPU event can be opened on
 * an offline CPU.
 */
#include <unistd.h>

#include "perf_test.h"
#include "kselftest_harness.h"

#define TIMES		(PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)
#define MAX_CPUS	64
#define PAGES		60

FIXTURE(hotplug)
{
	struct perf_event_attr attr;
	struct perf_pages pages;
	char path[64];
	int victim, home, fd, fd2;
};

static int set_online(FIXTURE_DATA(hotplug) *self, const char *state)
{
	return perf_file_write(self->path, state);
}

FIXTURE_SETUP(hotplug)
{
	int cpus[MAX_CPUS], count;

	self->fd = -1;
	self->fd2 = -1;
	count = perf_cpu_count(cpus, MAX_CPUS);
	if (count < 2)
		SKIP(return, "one CPU: it cannot go offline");
	self->home = cpus[0];
	self->victim = cpus[count - 1];
	snprintf(self->path, sizeof(self->path), "/sys/devices/system/cpu/cpu%d/online",
		 self->victim);
	if (set_online(self, "1"))
		SKIP(return, "CPU %d cannot be switched", self->victim);
	self->attr = perf_attr_software(PERF_COUNT_SW_CPU_CLOCK);
	self->attr.disabled = 0;
	self->attr.read_format = TIMES;
	ASSERT_EQ(0, perf_prefault());
	ASSERT_EQ(0, perf_pages_map(&self->pages, PAGES));
	ASSERT_EQ(0, perf_pin_cpu(self->home));
}

FIXTURE_TEARDOWN(hotplug)
{
	if (self->fd >= 0)
		close(self->fd);
	if (self->fd2 >= 0)
		close(self->fd2);
	if (self->path[0])
		set_online(self, "1");
	perf_pages_unmap(&self->pages);
}

TEST_F_TIMEOUT(hotplug, cpu_event_stands_still, 120)
{
	struct perf_read_values before, offline, after;

	self->fd = perf_open(&self->attr, -1, self->victim, -1, 0);
	ASSERT_GE(self->fd, 0);
	perf_burn_cpu(1000000);
	ASSERT_EQ(0, perf_values_read(self->fd, TIMES, &before));
	EXPECT_GT(before.entry[0].value, 0);

	ASSERT_EQ(0, set_online(self, "0"));
	ASSERT_EQ(0, perf_values_read(self->fd, TIMES, &offline));
	EXPECT_GE(offline.entry[0].value, before.entry[0].value);
	perf_burn_cpu(1000000);
	ASSERT_EQ(0, perf_values_read(self->fd, TIMES, &after));
	EXPECT_EQ(offline.entry[0].value, after.entry[0].value);
	EXPECT_EQ(offline.running, after.running);

	/* set_online() need not make the event count again, but its values must not decrease */
	ASSERT_EQ(0, set_online(self, "1"));
	ASSERT_EQ(0, perf_pin_cpu(self->victim));
	perf_burn_cpu(1000000);
	ASSERT_EQ(0, perf_values_read(self->fd, TIMES, &after));
	EXPECT_GE(after.entry[0].value, offline.entry[0].value);
	EXPECT_GE(after.running, offline.running);
	EXPECT_LE(after.running, after.enabled);

	/* @self->fd2, opened after set_online(), counts */
	self->fd2 = perf_open(&self->attr, -1, self->victim, -1, 0);
	ASSERT_GE(self->fd2, 0);
	perf_burn_cpu(1000000);
	ASSERT_EQ(0, perf_values_read(self->fd2, TIMES, &after));
	EXPECT_GT(after.entry[0].value, 0);
}

TEST_F_TIMEOUT(hotplug, no_event_on_a_cpu_that_is_not_there, 120)
{
	ASSERT_EQ(0, set_online(self, "0"));
	EXPECT_EQ(ENODEV, perf_try(&self->attr, -1, self->victim, -1, 0));
	/* A task's event may be bound to an offline CPU */
	EXPECT_EQ(0, perf_try(&self->attr, 0, self->victim, -1, 0));
	EXPECT_EQ(0, perf_try(&self->attr, -1, self->home, -1, 0));
	ASSERT_EQ(0, set_online(self, "1"));
	EXPECT_EQ(0, perf_try(&self->attr, -1, self->victim, -1, 0));
}

TEST_F_TIMEOUT(hotplug, closed_while_offline, 120)
{
	int round;

	for (round = 0; round < 3; round++) {
		self->fd = perf_open(&self->attr, -1, self->victim, -1, 0);
		self->fd2 = perf_open(&self->attr, -1, self->victim, self->fd, 0);
		ASSERT_GE(self->fd, 0);
		ASSERT_GE(self->fd2, 0);
		ASSERT_EQ(0, set_online(self, "0"));
		EXPECT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP));
		EXPECT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP));
		EXPECT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_RESET, PERF_IOC_FLAG_GROUP));
		/* close() of the leader first, then of the sibling, a group of its own by then */
		close(self->fd);
		EXPECT_EQ(0, perf_ioctl(self->fd2, PERF_EVENT_IOC_DISABLE, 0));
		close(self->fd2);
		self->fd = -1;
		self->fd2 = -1;
		ASSERT_EQ(0, set_online(self, "1"));
	}
}

TEST_F_TIMEOUT(hotplug, switched_off_before_offline_stays_off, 120)
{
	uint64_t count;

	self->fd = perf_open(&self->attr, -1, self->victim, -1, 0);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	count = perf_count(self->fd);
	ASSERT_EQ(0, set_online(self, "0"));
	ASSERT_EQ(0, set_online(self, "1"));
	ASSERT_EQ(0, perf_pin_cpu(self->victim));
	perf_burn_cpu(1000000);
	EXPECT_EQ(count, perf_count(self->fd));
	EXPECT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_burn_cpu(1000000);
	EXPECT_GE(perf_count(self->fd), count);
}

/* @self->fd counts on every CPU the task runs on, @self->fd2 on the victim alone */
TEST_F_TIMEOUT(hotplug, task_event_loses_nothing, 120)
{
	self->attr.config = PERF_COUNT_SW_PAGE_FAULTS;
	self->attr.read_format = 0;
	self->fd = perf_open(&self->attr, 0, -1, -1, 0);
	self->fd2 = perf_open(&self->attr, 0, self->victim, -1, 0);
	ASSERT_GE(self->fd, 0);
	ASSERT_GE(self->fd2, 0);
	ASSERT_EQ(0, perf_pin_cpu(self->victim));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_RESET, 0));
	ASSERT_EQ(0, perf_ioctl(self->fd2, PERF_EVENT_IOC_RESET, 0));
	perf_pages_touch(&self->pages, 0, 20);
	EXPECT_EQ(20, perf_count(self->fd));
	EXPECT_EQ(20, perf_count(self->fd2));

	ASSERT_EQ(0, perf_pin_cpu(self->home));
	ASSERT_EQ(0, set_online(self, "0"));
	perf_pages_touch(&self->pages, 20, 20);
	ASSERT_EQ(0, set_online(self, "1"));
	/* set_online() may fault too, so the count is at least the 40 pages touched */
	EXPECT_GE(perf_count(self->fd), 40);
	EXPECT_EQ(20, perf_count(self->fd2));
	ASSERT_EQ(0, perf_pin_cpu(self->victim));
	perf_pages_touch(&self->pages, 40, 20);
	EXPECT_EQ(40, perf_count(self->fd2));
}

TEST_HARNESS_MAIN
