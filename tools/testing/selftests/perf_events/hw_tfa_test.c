// SPDX-License-Identifier: GPL-2.0
/*
 * Processors with TSX_FORCE_ABORT: the last general counter can be used while transactions
 * abort, and the administrator can forbid that.
 */
#include <unistd.h>

#include "hw_fixture.h"
#include "kselftest_harness.h"

#define FILE_NAME	"/sys/bus/event_source/devices/cpu/allow_tsx_force_abort"
#define COUNTERS	4
#define ROUNDS		200000

FIXTURE(hw_tfa)
{
	struct perf_event_attr attr;
	int fd[COUNTERS];
};

FIXTURE_SETUP(hw_tfa)
{
	char text[16];

	if (perf_file_read(FILE_NAME, text, sizeof(text)))
		SKIP(return, "no processor with TSX_FORCE_ABORT");
	ASSERT_STREQ("1", text);
	/* No fixed counter counts branches. */
	self->attr = hw_attr(PERF_COUNT_HW_BRANCH_INSTRUCTIONS);
	self->attr.read_format = PERF_FORMAT_TOTAL_TIME_RUNNING;
	ASSERT_EQ(0, perf_prefault());
}

FIXTURE_TEARDOWN(hw_tfa)
{
	perf_file_write(FILE_NAME, "1");
}

/* Opens a group. Returns how many of its events could be opened. */
static int open_group(struct perf_event_attr *attr, int *fd)
{
	int number;

	for (number = 0; number < COUNTERS; number++) {
		fd[number] = perf_open(attr, 0, -1, number ? fd[0] : -1, 0);
		if (fd[number] < 0)
			break;
	}
	return number;
}

static void close_group(int *fd, int number)
{
	while (number--)
		close(fd[number]);
}

static __u64 time_running(int fd)
{
	__u64 values[2] = { };

	return read(fd, values, sizeof(values)) == sizeof(values) ? values[1] : UINT64_MAX;
}

TEST_F(hw_tfa, all_counters_count_the_same)
{
	__u64 count, first = 0;
	int i;

	ASSERT_EQ(COUNTERS, open_group(&self->attr, self->fd));
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP));
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_RESET, PERF_IOC_FLAG_GROUP));
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP));
	hw_loop(ROUNDS);
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP));
	for (i = 0; i < COUNTERS; i++) {
		count = perf_count(self->fd[i]);
		EXPECT_GE(count, ROUNDS);
		first = i ? first : count;
		EXPECT_EQ(first, count)
			TH_LOG("event %d", i);
	}
	close_group(self->fd, COUNTERS);
}

TEST_F(hw_tfa, the_counter_can_be_forbidden)
{
	int other[COUNTERS], err = perf_file_write(FILE_NAME, "0");
	char text[16];
	__u64 before;

	if (err == EACCES || err == EPERM)
		SKIP(return, "only root may forbid it");
	ASSERT_EQ(0, err);
	ASSERT_EQ(0, perf_file_read(FILE_NAME, text, sizeof(text)));
	EXPECT_STREQ("0", text);
	EXPECT_EQ(COUNTERS - 1, open_group(&self->attr, other));
	EXPECT_EQ(EINVAL, errno);
	close_group(other, COUNTERS - 1);

	/* A group that needs the counter stops, and goes on. */
	ASSERT_EQ(0, perf_file_write(FILE_NAME, "1"));
	ASSERT_EQ(COUNTERS, open_group(&self->attr, self->fd));
	hw_loop(ROUNDS);
	EXPECT_GT(time_running(self->fd[0]), 0);
	ASSERT_EQ(0, perf_file_write(FILE_NAME, "0"));
	before = time_running(self->fd[0]);
	hw_loop(ROUNDS);
	EXPECT_EQ(before, time_running(self->fd[0]));
	ASSERT_EQ(0, perf_file_write(FILE_NAME, "1"));
	hw_loop(ROUNDS);
	EXPECT_LT(before, time_running(self->fd[0]));
	close_group(self->fd, COUNTERS);
	EXPECT_EQ(EINVAL, perf_file_write(FILE_NAME, "2 or 3"));
}

TEST_HARNESS_MAIN
