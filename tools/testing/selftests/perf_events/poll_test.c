// SPDX-License-Identifier: GPL-2.0
/*
 * poll(2) on events: its wakeups, the events that it reports, and those that it clears.
 */
#include "perf_test.h"
#include "test_pmu.h"

#include <errno.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "kselftest_harness.h"

/* Enough for the slowest machine: poll() returns when it is woken */
#define PATIENCE_MS	20000

/* Return the events that poll() reports within @timeout ms; -1 for an error */
static int poll_events(int fd, int timeout)
{
	struct pollfd entry = { .fd = fd, .events = POLLIN | POLLRDNORM | POLLPRI | POLLOUT };

	if (poll(&entry, 1, timeout) < 0)
		return -1;
	return entry.revents;
}

#define READABLE	(POLLIN | POLLRDNORM)

FIXTURE(ring)
{
	struct perf_event_attr attr;
	struct perf_pages pages;
	struct perf_ring ring;
	int fd;
};

FIXTURE_SETUP(ring)
{
	self->attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	self->attr.sample_period = 1;
	self->attr.sample_type = PERF_SAMPLE_ADDR;
	self->attr.wakeup_events = 1;
	self->fd = -1;
	ASSERT_EQ(0, perf_prefault());
	/* More faults than one data page holds records of 16 bytes, the smallest here */
	ASSERT_EQ(0, perf_pages_map(&self->pages, sysconf(_SC_PAGESIZE) / 16 + 64));
}

FIXTURE_TEARDOWN(ring)
{
	perf_ring_unmap(&self->ring);
	if (self->fd >= 0)
		close(self->fd);
	perf_pages_unmap(&self->pages);
}

static int ring_start(struct perf_event_attr *attr, struct perf_ring *ring, unsigned int pages)
{
	int fd = perf_open_self(attr);

	if (fd < 0)
		return -1;
	if (perf_ring_open(ring, fd, pages, PROT_READ | PROT_WRITE) ||
	    perf_ioctl(fd, PERF_EVENT_IOC_ENABLE, 0)) {
		close(fd);
		return -1;
	}
	return fd;
}

/*
 * A wakeup may be pending until an interrupt is taken, so READABLE is waited for. A result of 0 is
 * certain at once, as no wakeup was due.
 */
TEST_F(ring, each_event)
{
	unsigned int i;

	self->fd = ring_start(&self->attr, &self->ring, 1);
	ASSERT_GE(self->fd, 0);
	EXPECT_EQ(0, poll_events(self->fd, 0));
	for (i = 0; i < 5; i++) {
		perf_pages_touch(&self->pages, i, 1);
		EXPECT_EQ(READABLE, poll_events(self->fd, PATIENCE_MS));
		/* poll() has cleared READABLE, though nothing has been read from the ring */
		EXPECT_EQ(0, poll_events(self->fd, 0));
	}
	EXPECT_EQ(5, perf_ring_count(&self->ring, PERF_RECORD_SAMPLE));
}

TEST_F(ring, every_third_event)
{
	unsigned int i;

	self->attr.wakeup_events = 3;
	self->fd = ring_start(&self->attr, &self->ring, 1);
	ASSERT_GE(self->fd, 0);
	for (i = 0; i < 4; i++) {
		perf_pages_touch(&self->pages, 3 * i, 2);
		EXPECT_EQ(0, poll_events(self->fd, 0));
		perf_pages_touch(&self->pages, 3 * i + 2, 1);
		EXPECT_EQ(READABLE, poll_events(self->fd, PATIENCE_MS));
		EXPECT_EQ(0, poll_events(self->fd, 0));
	}
}

/* Records of 16 bytes: the sixth exceeds a wakeup_watermark of 80 */
TEST_F(ring, watermark)
{
	self->attr.watermark = 1;
	self->attr.wakeup_watermark = 80;
	self->fd = ring_start(&self->attr, &self->ring, 1);
	ASSERT_GE(self->fd, 0);
	perf_pages_touch(&self->pages, 0, 5);
	EXPECT_EQ(0, poll_events(self->fd, 0));
	perf_pages_touch(&self->pages, 5, 1);
	EXPECT_EQ(READABLE, poll_events(self->fd, PATIENCE_MS));
	EXPECT_EQ(0, poll_events(self->fd, 0));
	EXPECT_EQ(6, perf_ring_count(&self->ring, PERF_RECORD_SAMPLE));
}

/* A wakeup_events of 0 means half of the data area */
TEST_F(ring, half_full)
{
	unsigned int half;

	self->attr.wakeup_events = 0;
	self->fd = ring_start(&self->attr, &self->ring, 1);
	ASSERT_GE(self->fd, 0);
	half = self->ring.data_size / 2 / 16;
	perf_pages_touch(&self->pages, 0, half);
	EXPECT_EQ(0, poll_events(self->fd, 0));
	perf_pages_touch(&self->pages, half, 1);
	EXPECT_EQ(READABLE, poll_events(self->fd, PATIENCE_MS));
}

/* A wakeup_watermark beyond the ring is reduced to the ring's size */
TEST_F(ring, watermark_beyond_the_ring)
{
	unsigned int all;

	self->attr.watermark = 1;
	self->attr.wakeup_watermark = 0x7fffffff;
	self->fd = ring_start(&self->attr, &self->ring, 1);
	ASSERT_GE(self->fd, 0);
	all = self->ring.data_size / 16;
	perf_pages_touch(&self->pages, 0, all - 6);
	EXPECT_EQ(all - 6, perf_ring_count(&self->ring, PERF_RECORD_SAMPLE));
	perf_pages_touch(&self->pages, all - 6, 6);
	EXPECT_EQ(0, poll_events(self->fd, 0));
	perf_pages_touch(&self->pages, all, 1);
	EXPECT_EQ(READABLE, poll_events(self->fd, PATIENCE_MS));
}

TEST_F(ring, shared_ring_wakes_all)
{
	int second, third;

	self->fd = ring_start(&self->attr, &self->ring, 1);
	ASSERT_GE(self->fd, 0);
	second = perf_open_self(&self->attr);
	third = perf_open_self(&self->attr);
	ASSERT_GE(second, 0);
	ASSERT_GE(third, 0);
	ASSERT_EQ(0, perf_ioctl(second, PERF_EVENT_IOC_SET_OUTPUT, self->fd));
	ASSERT_EQ(0, perf_ioctl(third, PERF_EVENT_IOC_SET_OUTPUT, self->fd));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_EQ(0, perf_ioctl(second, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(0, poll_events(third, 0));
	/* READABLE belongs to the ring: the first poll() of any of its events clears it */
	perf_pages_touch(&self->pages, 0, 1);
	EXPECT_EQ(READABLE, poll_events(third, PATIENCE_MS));
	EXPECT_EQ(0, poll_events(self->fd, 0));
	EXPECT_EQ(0, poll_events(second, 0));
	perf_pages_touch(&self->pages, 1, 1);
	EXPECT_EQ(READABLE, poll_events(self->fd, PATIENCE_MS));
	perf_pages_touch(&self->pages, 2, 1);
	EXPECT_EQ(READABLE, poll_events(second, PATIENCE_MS));
	close(third);
	close(second);
}

static int touch_shared(void *argument)
{
	const struct perf_pages *pages = argument;

	perf_pages_touch(pages, 0, 10);
	/* When the task ends, poll() reports POLLHUP instead of the data */
	pause();
	return 0;
}

/* A wakeup ends the sleep of a task that is in poll() already */
TEST_F(ring, sleeper_is_woken)
{
	struct perf_child child;

	ASSERT_EQ(0, perf_child_start(&child, touch_shared, &self->pages));
	self->fd = perf_open(&self->attr, child.pid, -1, -1, 0);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ring_map(&self->ring, self->fd, 8, PROT_READ | PROT_WRITE));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_child_go(&child);
	EXPECT_EQ(READABLE, poll_events(self->fd, PATIENCE_MS));
	perf_child_kill(&child);
	EXPECT_LE(1, perf_ring_count(&self->ring, PERF_RECORD_SAMPLE));
}

TEST_F(ring, epoll)
{
	struct epoll_event event = { .events = EPOLLIN }, seen = {};
	int epoll;

	self->fd = ring_start(&self->attr, &self->ring, 1);
	ASSERT_GE(self->fd, 0);
	epoll = epoll_create1(0);
	ASSERT_GE(epoll, 0);
	ASSERT_EQ(0, epoll_ctl(epoll, EPOLL_CTL_ADD, self->fd, &event));
	EXPECT_EQ(0, epoll_wait(epoll, &seen, 1, 0));
	perf_pages_touch(&self->pages, 0, 1);
	EXPECT_EQ(1, epoll_wait(epoll, &seen, 1, PATIENCE_MS));
	EXPECT_EQ(EPOLLIN, seen.events);
	close(epoll);
}

/* PERF_EVENT_IOC_PAUSE_OUTPUT: nothing is written, and no wakeup happens */
TEST_F(ring, paused)
{
	self->fd = ring_start(&self->attr, &self->ring, 1);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_PAUSE_OUTPUT, 1));
	perf_pages_touch(&self->pages, 0, 10);
	EXPECT_EQ(0, perf_ring_count(&self->ring, 0));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_PAUSE_OUTPUT, 0));
	perf_pages_touch(&self->pages, 10, 1);
	EXPECT_EQ(READABLE, poll_events(self->fd, PATIENCE_MS));
}

/* ---- the end of the task ---- */

static int wait_and_exit(void *argument)
{
	(void)argument;
	return 0;
}

FIXTURE(exit)
{
	struct perf_event_attr attr;
	struct perf_child child;
};

FIXTURE_SETUP(exit)
{
	self->attr = perf_attr_software(PERF_COUNT_SW_DUMMY);
	ASSERT_EQ(0, perf_child_start(&self->child, wait_and_exit, NULL));
}

FIXTURE_TEARDOWN(exit)
{
	perf_child_kill(&self->child);
}

/* Without a ring poll() reports POLLHUP from the start */
TEST_F(exit, no_ring)
{
	int fd;

	fd = perf_open(&self->attr, self->child.pid, -1, -1, 0);
	ASSERT_GE(fd, 0);
	EXPECT_EQ(POLLHUP, poll_events(fd, 0));
	ASSERT_EQ(0, perf_child_wait(&self->child));
	EXPECT_EQ(POLLHUP, poll_events(fd, 0));
	close(fd);
}

TEST_F(exit, hang_up)
{
	struct perf_ring ring;
	int fd;

	fd = perf_open(&self->attr, self->child.pid, -1, -1, 0);
	ASSERT_GE(fd, 0);
	ASSERT_EQ(0, perf_ring_map(&ring, fd, 1, PROT_READ | PROT_WRITE));
	EXPECT_EQ(0, poll_events(fd, 0));
	perf_child_go(&self->child);
	EXPECT_EQ(POLLHUP, poll_events(fd, PATIENCE_MS));
	ASSERT_EQ(0, perf_child_wait(&self->child));
	EXPECT_EQ(POLLHUP, poll_events(fd, 0));
	/* perf_count() still returns the count of the ended task */
	EXPECT_EQ(0, perf_count(fd));
	perf_ring_unmap(&ring);
	close(fd);
}

struct grandchild {
	int go[2];
	int ready[2];
};

/* Leave a child behind that lives until its read() of pipes->go returns */
static int fork_and_exit(void *argument)
{
	struct grandchild *pipes = argument;
	char byte = 0;
	pid_t pid;

	pid = fork();
	if (pid < 0)
		return 1;
	if (!pid) {
		if (write(pipes->ready[1], &byte, 1) != 1 || read(pipes->go[0], &byte, 1) != 1)
			_exit(1);
		/* Give the parent of the test time to sleep in poll() */
		usleep(200000);
		_exit(0);
	}
	return 0;
}

/* poll() reports no POLLHUP while an inherited child lives */
TEST_F(exit, hang_up_after_the_last_child)
{
	struct grandchild pipes;
	struct perf_child child;
	struct perf_ring ring;
	char byte = 0;
	int cpu, fd;

	ASSERT_EQ(0, pipe(pipes.go));
	ASSERT_EQ(0, pipe(pipes.ready));
	/* An inherited event can have a ring only if it is bound to a CPU */
	ASSERT_LT(0, perf_cpu_count(&cpu, 1));
	self->attr.inherit = 1;
	ASSERT_EQ(0, perf_child_start(&child, fork_and_exit, &pipes));
	fd = perf_open(&self->attr, child.pid, cpu, -1, 0);
	ASSERT_GE(fd, 0);
	ASSERT_EQ(0, perf_ring_map(&ring, fd, 1, PROT_READ | PROT_WRITE));
	ASSERT_EQ(0, perf_child_wait(&child));
	ASSERT_EQ(1, read(pipes.ready[0], &byte, 1));
	EXPECT_EQ(0, poll_events(fd, 0));
	ASSERT_EQ(1, write(pipes.go[1], &byte, 1));
	/* The exit of the last child must wake poll(): it has no timeout */
	EXPECT_EQ(POLLHUP, poll_events(fd, -1));
	perf_ring_unmap(&ring);
	close(fd);
}

/* ---- a pinned event that cannot count ---- */

FIXTURE(pinned)
{
	struct perf_event_attr attr;
	int fd[5], cpu;
};

FIXTURE_SETUP(pinned)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(self->fd); i++)
		self->fd[i] = -1;
	ASSERT_LT(0, perf_cpu_count(&self->cpu, 1));
	perf_attr_init(&self->attr, test_pmu_plug("test_count"), 0);
	if ((int)self->attr.type < 0)
		SKIP(return, TEST_PMU_ABSENT);
	self->attr.pinned = 1;
	/* Pinned events on all counters of test_count, and one more */
	for (i = 0; i + 1 < ARRAY_SIZE(self->fd); i++) {
		self->fd[i] = perf_open(&self->attr, -1, self->cpu, -1, 0);
		ASSERT_GE(self->fd[i], 0);
		ASSERT_EQ(0, perf_ioctl(self->fd[i], PERF_EVENT_IOC_ENABLE, 0));
	}
	self->fd[i] = perf_open(&self->attr, -1, self->cpu, -1, 0);
	ASSERT_GE(self->fd[i], 0);
}

FIXTURE_TEARDOWN(pinned)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(self->fd); i++)
		if (self->fd[i] >= 0)
			close(self->fd[i]);
	test_pmu_unplug("test_count");
}

TEST_F(pinned, error_is_told)
{
	int fd = self->fd[ARRAY_SIZE(self->fd) - 1];
	__u64 count;

	EXPECT_EQ(POLLHUP, poll_events(fd, 0));
	ASSERT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(POLLERR, poll_events(fd, PATIENCE_MS));
	EXPECT_EQ(0, read(fd, &count, sizeof(count)));
	/* self->fd[0], which counts, is not affected */
	EXPECT_EQ(POLLHUP, poll_events(self->fd[0], 0));
	/* PERF_EVENT_IOC_ENABLE tries again, and a counter is free now */
	close(self->fd[0]);
	self->fd[0] = -1;
	ASSERT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(POLLHUP, poll_events(fd, 0));
	EXPECT_EQ(sizeof(count), read(fd, &count, sizeof(count)));
}

static int enable_later(void *argument)
{
	struct timespec a_while = { .tv_nsec = 200000000 };

	nanosleep(&a_while, NULL);
	return perf_ioctl(*(int *)argument, PERF_EVENT_IOC_ENABLE, 0);
}

/* With a ring poll() sleeps until the event enters the ERROR state */
TEST_F(pinned, sleeper_is_woken)
{
	struct perf_child child;
	struct perf_ring ring;
	int *fd = &self->fd[ARRAY_SIZE(self->fd) - 1];

	ASSERT_EQ(0, perf_ring_map(&ring, *fd, 1, PROT_READ | PROT_WRITE));
	ASSERT_EQ(0, perf_child_start(&child, enable_later, fd));
	perf_child_go(&child);
	EXPECT_EQ(POLLERR, poll_events(*fd, PATIENCE_MS));
	EXPECT_EQ(0, perf_child_wait(&child));
	perf_ring_unmap(&ring);
}

TEST_HARNESS_MAIN
