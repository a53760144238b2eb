// SPDX-License-Identifier: GPL-2.0
/*
 * prctl(PR_TASK_PERF_EVENTS_ENABLE and _DISABLE): both act on all events that the calling thread
 * has opened, on any target, and on no others.
 */
#include "perf_test.h"

#include <errno.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "ipi_senders.h"
#include "kselftest_harness.h"

static int enable_all(void)
{
	return prctl(PR_TASK_PERF_EVENTS_ENABLE, 0, 0, 0, 0) ? errno : 0;
}

static int disable_all(void)
{
	return prctl(PR_TASK_PERF_EVENTS_DISABLE, 0, 0, 0, 0) ? errno : 0;
}

FIXTURE(prctl)
{
	struct perf_event_attr attr;
	struct perf_pages pages;
};

FIXTURE_SETUP(prctl)
{
	self->attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	ASSERT_EQ(0, perf_prefault());
	ASSERT_EQ(0, perf_pages_map(&self->pages, 64));
}

FIXTURE_TEARDOWN(prctl)
{
	perf_pages_unmap(&self->pages);
}

TEST_F(prctl, no_events)
{
	EXPECT_EQ(0, enable_all());
	EXPECT_EQ(0, disable_all());
}

TEST_F(prctl, all_of_the_caller)
{
	int fds[16];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(fds); i++) {
		fds[i] = perf_open_self(&self->attr);
		ASSERT_GE(fds[i], 0);
	}
	ASSERT_EQ(0, enable_all());
	perf_pages_touch(&self->pages, 0, 5);
	ASSERT_EQ(0, disable_all());
	perf_pages_touch(&self->pages, 5, 5);
	for (i = 0; i < ARRAY_SIZE(fds); i++)
		EXPECT_EQ(5, perf_count(fds[i]));
	/* enable_all() leaves an event that is enabled already as it is */
	ASSERT_EQ(0, perf_ioctl(fds[0], PERF_EVENT_IOC_ENABLE, 0));
	ASSERT_EQ(0, enable_all());
	perf_pages_touch(&self->pages, 10, 5);
	ASSERT_EQ(0, disable_all());
	for (i = 0; i < ARRAY_SIZE(fds); i++) {
		EXPECT_EQ(10, perf_count(fds[i]));
		close(fds[i]);
	}
}

TEST_F(prctl, siblings_too)
{
	int leader, sibling;

	leader = perf_open_self(&self->attr);
	ASSERT_GE(leader, 0);
	sibling = perf_open(&self->attr, 0, -1, leader, 0);
	ASSERT_GE(sibling, 0);
	ASSERT_EQ(0, enable_all());
	perf_pages_touch(&self->pages, 0, 5);
	ASSERT_EQ(0, disable_all());
	perf_pages_touch(&self->pages, 5, 5);
	EXPECT_EQ(5, perf_count(leader));
	EXPECT_EQ(5, perf_count(sibling));
	close(sibling);
	close(leader);
}

static int touch_in_child(void *argument)
{
	const struct perf_pages *pages = argument;

	perf_pages_touch(pages, 0, 20);
	return 0;
}

static __u64 faults_of_child(struct perf_event_attr *attr, struct perf_pages *pages, int on)
{
	struct perf_child child;
	__u64 count;
	int fd;

	if (perf_child_start(&child, touch_in_child, pages))
		return UINT64_MAX;
	fd = perf_open(attr, child.pid, -1, -1, 0);
	if (on)
		enable_all();
	perf_child_wait(&child);
	count = perf_count(fd);
	close(fd);
	return count;
}

/* An event on another task belongs to the task that opened it */
TEST_F(prctl, events_on_another_task)
{
	EXPECT_EQ(0, faults_of_child(&self->attr, &self->pages, 0));
	/* The child's own code causes faults as well, after its fork() */
	EXPECT_LE(20, faults_of_child(&self->attr, &self->pages, 1));
	self->attr.disabled = 0;
	EXPECT_LE(20, faults_of_child(&self->attr, &self->pages, 0));
}

TEST_F(prctl, events_on_a_cpu)
{
	int cpus[1], fd;
	__u64 before;

	self->attr.disabled = 0;
	ASSERT_LT(0, perf_cpu_count(cpus, 1));
	ASSERT_EQ(0, perf_pin_cpu(cpus[0]));
	fd = perf_open(&self->attr, -1, cpus[0], -1, 0);
	ASSERT_GE(fd, 0);
	before = perf_count(fd);
	perf_pages_touch(&self->pages, 0, 5);
	EXPECT_LE(5, perf_count(fd) - before);
	ASSERT_EQ(0, disable_all());
	before = perf_count(fd);
	perf_pages_touch(&self->pages, 5, 5);
	EXPECT_EQ(before, perf_count(fd));
	close(fd);
}

/* Events of two CPUs, opened in turn: the other CPU is interrupted once for all of its events */
TEST_F(prctl, one_interrupt_for_a_cpu)
{
	int cpus[2], fds[16];
	struct senders senders;
	__u64 before;
	size_t i;

	if (perf_cpu_count(cpus, 2) < 2)
		SKIP(return, "needs two CPUs");
	ASSERT_EQ(0, perf_pin_cpu(cpus[0]));
	if (senders_open(&senders, gettid()))
		SKIP(return, "no tracepoint of calls between CPUs");

	self->attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED;
	self->attr.disabled = 1;
	for (i = 0; i < ARRAY_SIZE(fds); i++) {
		fds[i] = perf_open(&self->attr, -1, cpus[i % 2], -1, 0);
		ASSERT_GE(fds[i], 0);
	}
	before = senders_count(&senders);
	ASSERT_EQ(0, enable_all());
	EXPECT_GE(1, senders_count(&senders) - before);
	usleep(1000);
	before = senders_count(&senders);
	ASSERT_EQ(0, disable_all());
	EXPECT_GE(1, senders_count(&senders) - before);

	for (i = 0; i < ARRAY_SIZE(fds); i++) {
		__u64 first[2], second[2];

		ASSERT_EQ(sizeof(first), read(fds[i], first, sizeof(first)));
		ASSERT_EQ(sizeof(second), read(fds[i], second, sizeof(second)));
		EXPECT_LT(0, first[1]);
		EXPECT_EQ(first[1], second[1]);
	}
	for (i = 0; i < ARRAY_SIZE(fds); i++)
		close(fds[i]);
	senders_close(&senders);
}

struct owner {
	pthread_barrier_t barrier;
	struct perf_event_attr attr;
	pid_t target;
	int fd;
};

static void *owner_run(void *argument)
{
	struct owner *owner = argument;

	owner->fd = perf_open(&owner->attr, owner->target, -1, -1, 0);
	pthread_barrier_wait(&owner->barrier);
	pthread_barrier_wait(&owner->barrier);
	enable_all();
	pthread_barrier_wait(&owner->barrier);
	pthread_barrier_wait(&owner->barrier);
	return NULL;
}

/* enable_all() of one thread leaves events of another thread disabled */
TEST_F(prctl, other_threads_events)
{
	struct owner owner = { .attr = self->attr, .target = getpid() };
	pthread_t thread;

	ASSERT_EQ(0, pthread_barrier_init(&owner.barrier, NULL, 2));
	ASSERT_EQ(0, pthread_create(&thread, NULL, owner_run, &owner));
	pthread_barrier_wait(&owner.barrier);
	ASSERT_GE(owner.fd, 0);
	/* owner.fd counts the calling thread, but belongs to @thread */
	ASSERT_EQ(0, enable_all());
	perf_pages_touch(&self->pages, 0, 5);
	EXPECT_EQ(0, perf_count(owner.fd));
	pthread_barrier_wait(&owner.barrier);
	pthread_barrier_wait(&owner.barrier);
	perf_pages_touch(&self->pages, 5, 5);
	ASSERT_EQ(0, disable_all());
	perf_pages_touch(&self->pages, 10, 5);
	EXPECT_LE(10, perf_count(owner.fd));
	pthread_barrier_wait(&owner.barrier);
	ASSERT_EQ(0, pthread_join(thread, NULL));
	close(owner.fd);
}

/* The exit of owner_run() leaves its event open, without an owner */
TEST_F(prctl, owner_is_gone)
{
	struct owner owner = { .attr = self->attr, .target = getpid() };
	pthread_t thread;
	__u64 count;

	ASSERT_EQ(0, pthread_barrier_init(&owner.barrier, NULL, 2));
	ASSERT_EQ(0, pthread_create(&thread, NULL, owner_run, &owner));
	pthread_barrier_wait(&owner.barrier);
	pthread_barrier_wait(&owner.barrier);
	pthread_barrier_wait(&owner.barrier);
	pthread_barrier_wait(&owner.barrier);
	ASSERT_EQ(0, pthread_join(thread, NULL));
	ASSERT_GE(owner.fd, 0);
	ASSERT_EQ(0, disable_all());
	count = perf_count(owner.fd);
	perf_pages_touch(&self->pages, 0, 5);
	EXPECT_LE(count + 5, perf_count(owner.fd));
	ASSERT_EQ(0, perf_ioctl(owner.fd, PERF_EVENT_IOC_DISABLE, 0));
	count = perf_count(owner.fd);
	perf_pages_touch(&self->pages, 5, 5);
	EXPECT_EQ(count, perf_count(owner.fd));
	close(owner.fd);
}

static int call_prctl(void *argument)
{
	(void)argument;
	return enable_all();
}

/* A child of fork() does not own the event, though it holds the descriptor */
TEST_F(prctl, inherited_descriptor)
{
	struct perf_child child;
	int fd;

	fd = perf_open_self(&self->attr);
	ASSERT_GE(fd, 0);
	ASSERT_EQ(0, perf_child_start(&child, call_prctl, NULL));
	ASSERT_EQ(0, perf_child_wait(&child));
	perf_pages_touch(&self->pages, 0, 5);
	EXPECT_EQ(0, perf_count(fd));
	close(fd);
}

/* prctl() ignores the unused arguments */
TEST_F(prctl, spare_arguments)
{
	EXPECT_EQ(0, prctl(PR_TASK_PERF_EVENTS_ENABLE, 1, 2, 3, 4));
	EXPECT_EQ(0, prctl(PR_TASK_PERF_EVENTS_DISABLE, 1, 2, 3, 4));
}

TEST_HARNESS_MAIN
