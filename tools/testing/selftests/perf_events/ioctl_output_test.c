// SPDX-License-Identifier: GPL-2.0
/*
 * The ioctls that control sampling events and the destination of their records:
 * REFRESH, PERIOD, PAUSE_OUTPUT and SET_OUTPUT.
 */
#include "perf_test.h"

#include <errno.h>
#include <limits.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "kselftest_harness.h"

/* An event that samples each page fault, and its ring */
FIXTURE(sampling)
{
	struct perf_event_attr attr;
	struct perf_pages pages;
	struct perf_ring ring;
	int fd;
};

FIXTURE_SETUP(sampling)
{
	self->attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	self->attr.sample_period = 1;
	self->attr.sample_type = PERF_SAMPLE_ID | PERF_SAMPLE_ADDR;
	ASSERT_EQ(0, perf_prefault());
	ASSERT_EQ(0, perf_pages_map(&self->pages, 128));
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ring_open(&self->ring, self->fd, 4, PROT_READ | PROT_WRITE));
}

FIXTURE_TEARDOWN(sampling)
{
	perf_ring_unmap(&self->ring);
	close(self->fd);
	perf_pages_unmap(&self->pages);
}

TEST_F(sampling, refresh_counts_overflows)
{
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_REFRESH, 3));
	perf_pages_touch(&self->pages, 0, 10);
	EXPECT_EQ(3, perf_ring_count(&self->ring, PERF_RECORD_SAMPLE));
	EXPECT_EQ(3, perf_count(self->fd));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_REFRESH, 2));
	perf_pages_touch(&self->pages, 10, 10);
	EXPECT_EQ(2, perf_ring_count(&self->ring, PERF_RECORD_SAMPLE));
	EXPECT_EQ(5, perf_count(self->fd));
}

TEST_F(sampling, refresh_adds_up)
{
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_REFRESH, 2));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_REFRESH, 3));
	perf_pages_touch(&self->pages, 0, 10);
	EXPECT_EQ(5, perf_ring_count(&self->ring, PERF_RECORD_SAMPLE));
}

/* PERF_EVENT_IOC_REFRESH by 0 with no overflows left enables the event without a limit */
TEST_F(sampling, refresh_by_zero_enables)
{
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_REFRESH, 0));
	perf_pages_touch(&self->pages, 0, 10);
	EXPECT_EQ(10, perf_ring_count(&self->ring, PERF_RECORD_SAMPLE));
}

TEST_F(sampling, refresh_of_inherited)
{
	int fd;

	self->attr.inherit = 1;
	fd = perf_open_self(&self->attr);
	ASSERT_GE(fd, 0);
	EXPECT_EQ(EINVAL, perf_ioctl(fd, PERF_EVENT_IOC_REFRESH, 1));
	close(fd);
}

/*
 * The new period holds from the next overflow on.  The ABI does not fix how much of the
 * old period counts towards the overflows in between, so the test skips @unsettled samples.
 */
TEST_F(sampling, period)
{
	const struct perf_event_header *record;
	const unsigned int unsettled = 3;
	struct perf_sample sample;
	unsigned int count = 0;
	__u64 period = 5;
	__u64 last = 0;

	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 10);
	EXPECT_EQ(10, perf_ring_count(&self->ring, PERF_RECORD_SAMPLE));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_PERIOD, (unsigned long)&period));
	perf_pages_touch(&self->pages, 10, 50);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	while ((record = perf_ring_next(&self->ring))) {
		ASSERT_TRUE(perf_sample_parse(&self->attr, record, &sample));
		if (count++ >= unsettled)
			EXPECT_EQ(last + 5 * self->pages.page_size, sample.addr);
		last = sample.addr;
	}
	EXPECT_LE(9, count);
	EXPECT_GE(9 + unsettled, count);
	EXPECT_EQ(60, perf_count(self->fd));
}

/* A software event with PERF_SAMPLE_PERIOD ignores its period: each fault is a sample */
TEST_F(sampling, period_that_is_sampled)
{
	const struct perf_event_header *record;
	struct perf_sample sample;
	struct perf_ring ring;
	unsigned int count = 0;
	__u64 period = 5;
	int fd;

	self->attr.sample_type |= PERF_SAMPLE_PERIOD;
	fd = perf_open_self(&self->attr);
	ASSERT_GE(fd, 0);
	ASSERT_EQ(0, perf_ring_open(&ring, fd, 4, PROT_READ | PROT_WRITE));
	ASSERT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_PERIOD, (unsigned long)&period));
	ASSERT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 20);
	ASSERT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_DISABLE, 0));
	while ((record = perf_ring_next(&ring))) {
		ASSERT_TRUE(perf_sample_parse(&self->attr, record, &sample));
		EXPECT_EQ(1, sample.period);
		count++;
	}
	EXPECT_EQ(20, count);
	perf_ring_unmap(&ring);
	close(fd);
}

TEST_F(sampling, period_errors)
{
	static const __u64 bad[] = { 0, 1ULL << 63, ~0ULL };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(bad); i++)
		EXPECT_EQ(EINVAL, perf_ioctl(self->fd, PERF_EVENT_IOC_PERIOD,
					     (unsigned long)&bad[i]))
			TH_LOG("period %llx", bad[i]);
	EXPECT_EQ(EFAULT, perf_ioctl(self->fd, PERF_EVENT_IOC_PERIOD, 0));
	/* A refused PERF_EVENT_IOC_PERIOD leaves the old period in force */
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 4);
	EXPECT_EQ(4, perf_ring_count(&self->ring, PERF_RECORD_SAMPLE));
}

TEST_F(sampling, frequency)
{
	__u64 value;
	long max;
	int fd;

	ASSERT_EQ(0, perf_sysctl_get("perf_event_max_sample_rate", &max));
	self->attr.freq = 1;
	self->attr.sample_freq = 100;
	fd = perf_open_self(&self->attr);
	ASSERT_GE(fd, 0);
	value = 200;
	EXPECT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_PERIOD, (unsigned long)&value));
	value = max;
	EXPECT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_PERIOD, (unsigned long)&value));
	value = max + 1;
	EXPECT_EQ(EINVAL, perf_ioctl(fd, PERF_EVENT_IOC_PERIOD, (unsigned long)&value));
	value = 0;
	EXPECT_EQ(EINVAL, perf_ioctl(fd, PERF_EVENT_IOC_PERIOD, (unsigned long)&value));
	close(fd);
}

TEST_F(sampling, pause_output)
{
	const struct perf_event_header *record;

	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 2);
	EXPECT_EQ(2, perf_ring_count(&self->ring, 0));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_PAUSE_OUTPUT, 1));
	perf_pages_touch(&self->pages, 2, 5);
	EXPECT_EQ(0, perf_ring_count(&self->ring, 0));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_PAUSE_OUTPUT, 0));
	perf_pages_touch(&self->pages, 7, 1);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));

	/* The event still counts, and PERF_RECORD_LOST counts the five samples not written */
	EXPECT_EQ(8, perf_count(self->fd));
	record = perf_ring_next(&self->ring);
	ASSERT_NE(NULL, record);
	EXPECT_EQ(PERF_RECORD_LOST, record->type);
	EXPECT_EQ(24, record->size);
	EXPECT_EQ(perf_event_id(self->fd), ((const __u64 *)record)[1]);
	EXPECT_EQ(5, ((const __u64 *)record)[2]);
	EXPECT_EQ(1, perf_ring_count(&self->ring, PERF_RECORD_SAMPLE));
}

TEST_F(sampling, set_output)
{
	const struct perf_event_header *record;
	struct perf_sample sample;
	unsigned int count = 0;
	int fd;

	fd = perf_open_self(&self->attr);
	ASSERT_GE(fd, 0);
	ASSERT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, self->fd));
	ASSERT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 6);
	while ((record = perf_ring_next(&self->ring))) {
		ASSERT_TRUE(perf_sample_parse(&self->attr, record, &sample));
		EXPECT_EQ(perf_event_id(fd), sample.id);
		count++;
	}
	EXPECT_EQ(6, count);

	/* After PERF_EVENT_IOC_SET_OUTPUT with -1 the samples are dropped */
	ASSERT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, -1));
	perf_pages_touch(&self->pages, 6, 6);
	EXPECT_EQ(0, perf_ring_count(&self->ring, 0));
	EXPECT_EQ(12, perf_count(fd));
	ASSERT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, -1));
	close(fd);
}

/* perf_ring_unmap() frees the ring, even while a redirected event writes into it */
TEST_F(sampling, set_output_outlived_by_event)
{
	int fd;

	fd = perf_open_self(&self->attr);
	ASSERT_GE(fd, 0);
	ASSERT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, self->fd));
	ASSERT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_ring_unmap(&self->ring);
	perf_pages_touch(&self->pages, 0, 6);
	EXPECT_EQ(6, perf_count(fd));
	EXPECT_EQ(EINVAL, perf_ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, self->fd));
	ASSERT_EQ(0, perf_ring_open(&self->ring, self->fd, 1, PROT_READ | PROT_WRITE));
	perf_pages_touch(&self->pages, 6, 1);
	EXPECT_EQ(0, perf_ring_count(&self->ring, 0));
	EXPECT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, self->fd));
	perf_pages_touch(&self->pages, 7, 1);
	EXPECT_EQ(1, perf_ring_count(&self->ring, 0));
	close(fd);
}

static int set_output_errno(const struct perf_event_attr *attr, pid_t pid, int cpu, int target)
{
	int fd = perf_open(attr, pid, cpu, -1, 0);
	int error;

	if (fd < 0)
		return -errno;
	error = perf_ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, target);
	close(fd);
	return error;
}

static int idle_child(void *argument)
{
	(void)argument;
	return 0;
}

TEST_F(sampling, set_output_errors)
{
	struct perf_event_attr attr = self->attr;
	struct perf_child child;
	struct perf_ring ring;
	int pipes[2], fd;

	/* The target is not an event, or not open */
	ASSERT_EQ(0, pipe(pipes));
	EXPECT_EQ(EBADF, set_output_errno(&attr, 0, -1, pipes[0]));
	close(pipes[0]);
	close(pipes[1]);
	EXPECT_EQ(EBADF, set_output_errno(&attr, 0, -1, INT_MAX));
	EXPECT_EQ(EBADF, set_output_errno(&attr, 0, -1, -2));
	/* The target is the event itself, which is mapped */
	EXPECT_EQ(EINVAL, perf_ioctl(self->fd, PERF_EVENT_IOC_SET_OUTPUT, self->fd));
	/* The target is on another CPU, or on another task and no CPU */
	EXPECT_EQ(EINVAL, set_output_errno(&attr, 0, 0, self->fd));
	EXPECT_EQ(EINVAL, set_output_errno(&attr, -1, 0, self->fd));
	ASSERT_EQ(0, perf_child_start(&child, idle_child, NULL));
	EXPECT_EQ(EINVAL, set_output_errno(&attr, child.pid, -1, self->fd));
	perf_child_kill(&child);
	/* The target has another clock */
	attr.use_clockid = 1;
	attr.clockid = CLOCK_MONOTONIC;
	EXPECT_EQ(EINVAL, set_output_errno(&attr, 0, -1, self->fd));
	/* The target has no write_backward */
	attr = self->attr;
	attr.write_backward = 1;
	EXPECT_EQ(EINVAL, set_output_errno(&attr, 0, -1, self->fd));
	attr.write_backward = 0;
	EXPECT_EQ(0, set_output_errno(&attr, 0, -1, self->fd));
	/* EINVAL: a mapped event cannot be redirected, whatever the target */
	fd = perf_open_self(&attr);
	ASSERT_GE(fd, 0);
	EXPECT_EQ(EINVAL, perf_ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, fd));
	ASSERT_EQ(0, perf_ring_map(&ring, fd, 1, PROT_READ | PROT_WRITE));
	EXPECT_EQ(EINVAL, perf_ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, self->fd));
	EXPECT_EQ(EINVAL, perf_ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, -1));
	perf_ring_unmap(&ring);
	EXPECT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, self->fd));
	close(fd);
}

/* Events bound to the same CPU can share a ring, whatever their tasks */
TEST_F(sampling, set_output_on_one_cpu)
{
	struct perf_child child;
	struct perf_ring ring;
	int fd;

	fd = perf_open(&self->attr, 0, 0, -1, 0);
	ASSERT_GE(fd, 0);
	ASSERT_EQ(0, perf_ring_map(&ring, fd, 1, PROT_READ | PROT_WRITE));
	ASSERT_EQ(0, perf_child_start(&child, idle_child, NULL));
	EXPECT_EQ(0, set_output_errno(&self->attr, child.pid, 0, fd));
	EXPECT_EQ(0, set_output_errno(&self->attr, -1, 0, fd));
	EXPECT_EQ(EINVAL, set_output_errno(&self->attr, 0, -1, fd));
	perf_child_kill(&child);
	perf_ring_unmap(&ring);
	close(fd);
}

TEST_HARNESS_MAIN
