// SPDX-License-Identifier: GPL-2.0
/*
 * read(2) on an event: the layout for each read_format, buffers that are too short, and when
 * time_enabled and time_running advance.
 */
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "perf_test.h"
#include "kselftest_harness.h"

#define ALL_FORMATS	(PERF_FORMAT_LOST * 2 - 1)
#define TIMES		(PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)
#define EVENTS		3
#define PAGES		24

/* Bytes that the ABI prescribes for a group of @events */
static size_t size_of_read(uint64_t format, unsigned int events)
{
	size_t entry = 8, head = 0;

	if (format & PERF_FORMAT_ID)
		entry += 8;
	if (format & PERF_FORMAT_LOST)
		entry += 8;
	if (format & PERF_FORMAT_TOTAL_TIME_ENABLED)
		head += 8;
	if (format & PERF_FORMAT_TOTAL_TIME_RUNNING)
		head += 8;
	if (!(format & PERF_FORMAT_GROUP))
		return head + entry;
	return 8 + head + events * entry;
}

static uint64_t monotonic_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

static void nap_ms(long ms)
{
	struct timespec nap = { .tv_nsec = ms * 1000000 };

	while (nanosleep(&nap, &nap) < 0)
		;
}

FIXTURE(format)
{
	struct perf_pages pages;
	struct perf_event_attr attr;
	int fd[EVENTS];
};

FIXTURE_SETUP(format)
{
	unsigned int i;

	for (i = 0; i < EVENTS; i++)
		self->fd[i] = -1;
	self->attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	ASSERT_EQ(0, perf_prefault());
	ASSERT_EQ(0, perf_pages_map(&self->pages, 2 * PAGES));
}

FIXTURE_TEARDOWN(format)
{
	unsigned int i;

	for (i = 0; i < EVENTS; i++)
		if (self->fd[i] >= 0)
			close(self->fd[i]);
	perf_pages_unmap(&self->pages);
}

/* Open a group of page faults, minor faults and a dummy, all with the same @format */
static int open_group(FIXTURE_DATA(format) *self, uint64_t format)
{
	static const uint64_t config[EVENTS] = {
		PERF_COUNT_SW_PAGE_FAULTS, PERF_COUNT_SW_PAGE_FAULTS_MIN, PERF_COUNT_SW_DUMMY,
	};
	unsigned int i;

	for (i = 0; i < EVENTS; i++) {
		self->attr.config = config[i];
		self->attr.read_format = format;
		self->attr.disabled = !i;
		self->fd[i] = perf_open(&self->attr, 0, -1, i ? self->fd[0] : -1, 0);
		if (self->fd[i] < 0)
			return -1;
	}
	return 0;
}

static void close_group(FIXTURE_DATA(format) *self)
{
	unsigned int i;

	for (i = EVENTS; i--;) {
		close(self->fd[i]);
		self->fd[i] = -1;
	}
}

TEST_F(format, layout_of_all_combinations)
{
	static const uint64_t expected[EVENTS] = { PAGES, PAGES, 0 };
	struct perf_read_values values;
	unsigned int i, j, nr;
	uint64_t format;
	char buffer[512];

	for (format = 0; format <= ALL_FORMATS; format++) {
		ASSERT_EQ(0, open_group(self, format));
		perf_pages_drop(&self->pages);
		ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_ENABLE, 0));
		perf_pages_touch(&self->pages, 0, PAGES);
		ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_DISABLE, 0));

		nr = format & PERF_FORMAT_GROUP ? EVENTS : 1;
		for (i = 0; i < EVENTS; i++) {
			EXPECT_EQ((ssize_t)size_of_read(format, EVENTS),
				  read(self->fd[i], buffer, sizeof(buffer)));
			ASSERT_EQ(0, perf_values_read(self->fd[i], format, &values)) {
				TH_LOG("read_format %#x", (unsigned int)format);
			}
			ASSERT_EQ(nr, values.nr);
			for (j = 0; j < nr; j++) {
				/* PERF_FORMAT_GROUP: any member reads the group, leader first */
				unsigned int event = nr > 1 ? j : i;

				EXPECT_EQ(expected[event], values.entry[j].value);
				if (format & PERF_FORMAT_ID)
					EXPECT_EQ(perf_event_id(self->fd[event]),
						  values.entry[j].id);
				if (format & PERF_FORMAT_LOST)
					EXPECT_EQ(0, values.entry[j].lost);
			}
			if (format & PERF_FORMAT_TOTAL_TIME_ENABLED)
				EXPECT_GT(values.enabled, 0);
			if (format & PERF_FORMAT_TOTAL_TIME_RUNNING)
				EXPECT_GT(values.running, 0);
			if ((format & TIMES) == TIMES)
				EXPECT_EQ(values.enabled, values.running);
		}
		close_group(self);
	}
}

TEST_F(format, short_buffer_is_enospc)
{
	uint64_t format;
	char buffer[512];
	size_t size;

	for (format = 0; format <= ALL_FORMATS; format++) {
		ASSERT_EQ(0, open_group(self, format));
		size = size_of_read(format, EVENTS);
		errno = 0;
		EXPECT_EQ(-1, read(self->fd[0], buffer, size - 1));
		EXPECT_EQ(ENOSPC, errno);
		errno = 0;
		EXPECT_EQ(-1, read(self->fd[EVENTS - 1], buffer, 1));
		EXPECT_EQ(ENOSPC, errno);
		errno = 0;
		EXPECT_EQ(-1, read(self->fd[0], buffer, 0));
		EXPECT_EQ(ENOSPC, errno);
		EXPECT_EQ((ssize_t)size, read(self->fd[0], buffer, size));
		close_group(self);
	}
}

TEST_F(format, size_follows_the_group)
{
	uint64_t format = PERF_FORMAT_GROUP | PERF_FORMAT_ID;
	char buffer[512];

	ASSERT_EQ(0, open_group(self, format));
	EXPECT_EQ((ssize_t)size_of_read(format, 3), read(self->fd[0], buffer, sizeof(buffer)));
	close(self->fd[1]);
	self->fd[1] = -1;
	EXPECT_EQ((ssize_t)size_of_read(format, 2), read(self->fd[0], buffer, sizeof(buffer)));
	close(self->fd[2]);
	self->fd[2] = -1;
	EXPECT_EQ((ssize_t)size_of_read(format, 1),
		  read(self->fd[0], buffer, size_of_read(format, 1)));
}

TEST_F(format, each_member_has_its_own)
{
	struct perf_read_values values;

	self->attr.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_ID;
	self->fd[0] = perf_open_self(&self->attr);
	ASSERT_GE(self->fd[0], 0);
	self->attr.read_format = PERF_FORMAT_LOST;
	self->fd[1] = perf_open(&self->attr, 0, -1, self->fd[0], 0);
	ASSERT_GE(self->fd[1], 0);
	self->attr.read_format = PERF_FORMAT_GROUP | TIMES;
	self->fd[2] = perf_open(&self->attr, 0, -1, self->fd[0], 0);
	ASSERT_GE(self->fd[2], 0);

	EXPECT_EQ(0, perf_values_read(self->fd[0], PERF_FORMAT_GROUP | PERF_FORMAT_ID, &values));
	EXPECT_EQ(3, values.nr);
	EXPECT_EQ(0, perf_values_read(self->fd[1], PERF_FORMAT_LOST, &values));
	EXPECT_EQ(1, values.nr);
	EXPECT_EQ(0, perf_values_read(self->fd[2], PERF_FORMAT_GROUP | TIMES, &values));
	EXPECT_EQ(3, values.nr);
}

TEST_F(format, ids_are_unique_and_constant)
{
	uint64_t id[EVENTS];
	unsigned int i;
	int copy;

	ASSERT_EQ(0, open_group(self, PERF_FORMAT_ID));
	for (i = 0; i < EVENTS; i++) {
		id[i] = perf_event_id(self->fd[i]);
		EXPECT_NE(0, id[i]);
	}
	EXPECT_NE(id[0], id[1]);
	EXPECT_NE(id[0], id[2]);
	EXPECT_NE(id[1], id[2]);
	copy = dup(self->fd[1]);
	ASSERT_GE(copy, 0);
	EXPECT_EQ(id[1], perf_event_id(copy));
	close(copy);
}

TEST_F(format, faults_and_writes)
{
	char byte = 0, *nowhere;

	nowhere = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, nowhere);
	ASSERT_EQ(0, open_group(self, 0));
	errno = 0;
	EXPECT_EQ(-1, read(self->fd[0], nowhere, 4096));
	EXPECT_EQ(EFAULT, errno);
	munmap(nowhere, 4096);
	errno = 0;
	EXPECT_EQ(-1, write(self->fd[0], &byte, 1));
	EXPECT_EQ(EINVAL, errno);
}

static int read_times(int fd, struct perf_read_values *values)
{
	return perf_values_read(fd, TIMES, values);
}

TEST_F(format, times_advance_only_while_enabled)
{
	struct perf_read_values first, second;

	self->attr.read_format = TIMES;
	self->fd[0] = perf_open_self(&self->attr);
	ASSERT_GE(self->fd[0], 0);
	perf_burn_cpu(1000000);
	ASSERT_EQ(0, read_times(self->fd[0], &first));
	EXPECT_EQ(0, first.enabled);
	EXPECT_EQ(0, first.running);

	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_ENABLE, 0));
	perf_burn_cpu(1000000);
	ASSERT_EQ(0, read_times(self->fd[0], &first));
	EXPECT_GE(first.enabled, 500000);
	perf_burn_cpu(1000000);
	ASSERT_EQ(0, read_times(self->fd[0], &second));
	EXPECT_GE(second.enabled, first.enabled + 500000);
	EXPECT_EQ(second.enabled, second.running);

	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_EQ(0, read_times(self->fd[0], &first));
	EXPECT_GE(first.enabled, second.enabled);
	perf_burn_cpu(1000000);
	ASSERT_EQ(0, read_times(self->fd[0], &second));
	EXPECT_EQ(first.enabled, second.enabled);
	EXPECT_EQ(first.running, second.running);

	/* Both times continue after a pause; PERF_EVENT_IOC_RESET clears the value only */
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_RESET, 0));
	ASSERT_EQ(0, read_times(self->fd[0], &second));
	EXPECT_EQ(first.enabled, second.enabled);
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_ENABLE, 0));
	perf_burn_cpu(1000000);
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_EQ(0, read_times(self->fd[0], &second));
	EXPECT_GE(second.enabled, first.enabled + 500000);
	EXPECT_EQ(second.enabled, second.running);
}

TEST_F(format, reset_clears_the_value)
{
	self->fd[0] = perf_open_self(&self->attr);
	ASSERT_GE(self->fd[0], 0);
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 9);
	EXPECT_EQ(9, perf_count(self->fd[0]));
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_RESET, 0));
	EXPECT_EQ(0, perf_count(self->fd[0]));
	perf_pages_touch(&self->pages, 9, 4);
	EXPECT_EQ(4, perf_count(self->fd[0]));
}

TEST_F(format, times_of_a_task_leave_sleep_out)
{
	struct perf_read_values first, second;
	uint64_t wall[2];

	self->attr.disabled = 0;
	self->attr.read_format = TIMES;
	self->fd[0] = perf_open_self(&self->attr);
	ASSERT_GE(self->fd[0], 0);
	wall[0] = monotonic_ns();
	ASSERT_EQ(0, read_times(self->fd[0], &first));
	nap_ms(300);
	ASSERT_EQ(0, read_times(self->fd[0], &second));
	wall[1] = monotonic_ns();
	EXPECT_GT(second.enabled, first.enabled);
	EXPECT_LT(second.enabled - first.enabled, wall[1] - wall[0] - 150000000);
	EXPECT_EQ(second.enabled, second.running);
}

TEST_F(format, times_of_a_cpu_include_sleep)
{
	struct perf_read_values first, second;
	int cpu;

	ASSERT_LT(0, perf_cpu_count(&cpu, 1));
	self->attr.disabled = 0;
	self->attr.read_format = TIMES;
	self->fd[0] = perf_open(&self->attr, -1, cpu, -1, 0);
	ASSERT_GE(self->fd[0], 0);
	ASSERT_EQ(0, read_times(self->fd[0], &first));
	nap_ms(100);
	ASSERT_EQ(0, read_times(self->fd[0], &second));
	EXPECT_GE(second.enabled, first.enabled + 50000000);
	EXPECT_EQ(second.enabled, second.running);
}

TEST_F(format, times_of_a_sibling_need_the_leader)
{
	struct perf_read_values values;

	self->attr.read_format = TIMES;
	self->fd[0] = perf_open_self(&self->attr);
	ASSERT_GE(self->fd[0], 0);
	self->attr.disabled = 0;
	self->fd[1] = perf_open(&self->attr, 0, -1, self->fd[0], 0);
	ASSERT_GE(self->fd[1], 0);

	perf_burn_cpu(1000000);
	ASSERT_EQ(0, read_times(self->fd[1], &values));
	EXPECT_EQ(0, values.enabled);
	EXPECT_EQ(0, values.running);
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_ENABLE, 0));
	perf_burn_cpu(1000000);
	ASSERT_EQ(0, read_times(self->fd[1], &values));
	EXPECT_GE(values.enabled, 500000);
	EXPECT_EQ(values.enabled, values.running);
}

static int burn_child(void *argument)
{
	perf_burn_cpu(*(uint64_t *)argument);
	return 0;
}

TEST_F(format, times_of_a_dead_task_stay)
{
	struct perf_read_values first, second;
	struct perf_child child;
	uint64_t ns = 1000000;

	self->attr.disabled = 0;
	self->attr.read_format = TIMES;
	ASSERT_EQ(0, perf_child_start(&child, burn_child, &ns));
	self->fd[0] = perf_open(&self->attr, child.pid, -1, -1, 0);
	ASSERT_GE(self->fd[0], 0);
	ASSERT_EQ(0, perf_child_wait(&child));
	ASSERT_EQ(0, read_times(self->fd[0], &first));
	EXPECT_GE(first.enabled, ns / 2);
	nap_ms(20);
	ASSERT_EQ(0, read_times(self->fd[0], &second));
	EXPECT_EQ(first.enabled, second.enabled);
	EXPECT_EQ(first.running, second.running);
}

TEST_HARNESS_MAIN
