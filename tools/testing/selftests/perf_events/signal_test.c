// SPDX-License-Identifier: GPL-2.0
/*
 * Asynchronous signals: O_ASYNC with F_SETSIG and F_SETOWN_EX, and the end of a
 * PERF_EVENT_IOC_REFRESH.
 */
#include "perf_test.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "kselftest_harness.h"

/* next_code() waits this long only in a failing test */
static const struct timespec patience = { .tv_sec = 20 };
static const struct timespec no_time;

/* Return si_code of the next queued @signal, 0 if none comes within @timeout */
static int next_code(int signal, const struct timespec *timeout, siginfo_t *info)
{
	siginfo_t unused;
	sigset_t set;

	info = info ?: &unused;
	sigemptyset(&set);
	sigaddset(&set, signal);
	if (sigtimedwait(&set, info, timeout) != signal)
		return 0;
	return info->si_code;
}

static int block(int signal)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, signal);
	return pthread_sigmask(SIG_BLOCK, &set, NULL);
}

/* Request @signal at each overflow; real-time signals queue */
static int ask_for_signal(int fd, int signal, int type, pid_t id)
{
	struct f_owner_ex owner = { .type = type, .pid = id };

	if (fcntl(fd, F_SETOWN_EX, &owner) || fcntl(fd, F_SETSIG, signal) ||
	    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_ASYNC))
		return errno;
	return 0;
}

FIXTURE(signals)
{
	struct perf_event_attr attr;
	struct perf_pages pages;
	int number;
	int fd;
};

FIXTURE_SETUP(signals)
{
	self->number = SIGRTMIN + 1;
	self->attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	self->attr.sample_period = 1;
	self->attr.sample_type = PERF_SAMPLE_ADDR;
	self->attr.wakeup_events = 1;
	ASSERT_EQ(0, block(self->number));
	ASSERT_EQ(0, block(SIGIO));
	ASSERT_EQ(0, perf_prefault());
	ASSERT_EQ(0, perf_pages_map(&self->pages, 64));
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
}

FIXTURE_TEARDOWN(signals)
{
	close(self->fd);
	perf_pages_unmap(&self->pages);
}

TEST_F(signals, each_overflow)
{
	struct perf_ring ring;
	siginfo_t info;
	int i;

	ASSERT_EQ(0, perf_ring_open(&ring, self->fd, 1, PROT_READ | PROT_WRITE));
	ASSERT_EQ(0, ask_for_signal(self->fd, self->number, F_OWNER_PID, getpid()));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	for (i = 0; i < 5; i++) {
		perf_pages_touch(&self->pages, i, 1);
		ASSERT_EQ(POLL_IN, next_code(self->number, &patience, &info));
		EXPECT_EQ(self->fd, info.si_fd);
		EXPECT_EQ(POLLIN | POLLRDNORM, info.si_band & (POLLIN | POLLRDNORM));
		EXPECT_EQ(0, next_code(self->number, &no_time, NULL));
	}
	perf_ring_unmap(&ring);
}

/* Overflows send the signal, with or without a ring */
TEST_F(signals, no_ring)
{
	ASSERT_EQ(0, ask_for_signal(self->fd, self->number, F_OWNER_PID, getpid()));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 1);
	EXPECT_EQ(POLL_IN, next_code(self->number, &patience, NULL));
	perf_pages_touch(&self->pages, 1, 1);
	EXPECT_EQ(POLL_IN, next_code(self->number, &patience, NULL));
}

TEST_F(signals, not_asked_for)
{
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 3);
	EXPECT_EQ(0, next_code(self->number, &no_time, NULL));
	ASSERT_EQ(0, ask_for_signal(self->fd, self->number, F_OWNER_PID, getpid()));
	perf_pages_touch(&self->pages, 3, 1);
	EXPECT_EQ(POLL_IN, next_code(self->number, &patience, NULL));
	/* Clearing O_ASYNC stops the signals */
	ASSERT_EQ(0, fcntl(self->fd, F_SETFL, fcntl(self->fd, F_GETFL) & ~O_ASYNC));
	perf_pages_touch(&self->pages, 4, 3);
	EXPECT_EQ(0, next_code(self->number, &no_time, NULL));
	EXPECT_EQ(7, perf_count(self->fd));
}

/* Without F_SETSIG the signal is SIGIO, whose si_code is always SI_KERNEL */
TEST_F(signals, plain_sigio)
{
	ASSERT_EQ(0, ask_for_signal(self->fd, 0, F_OWNER_PID, getpid()));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 1);
	EXPECT_EQ(SI_KERNEL, next_code(SIGIO, &patience, NULL));
}

TEST_F(signals, refresh_by_one)
{
	int i;

	ASSERT_EQ(0, ask_for_signal(self->fd, self->number, F_OWNER_PID, getpid()));
	for (i = 0; i < 4; i++) {
		ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_REFRESH, 1));
		perf_pages_touch(&self->pages, 3 * i, 3);
		EXPECT_EQ(POLL_HUP, next_code(self->number, &patience, NULL));
		EXPECT_EQ(0, next_code(self->number, &no_time, NULL));
		EXPECT_EQ(i + 1, perf_count(self->fd));
	}
}

TEST_F(signals, refresh_by_three)
{
	ASSERT_EQ(0, ask_for_signal(self->fd, self->number, F_OWNER_PID, getpid()));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_REFRESH, 3));
	perf_pages_touch(&self->pages, 0, 1);
	EXPECT_EQ(POLL_IN, next_code(self->number, &patience, NULL));
	perf_pages_touch(&self->pages, 1, 1);
	EXPECT_EQ(POLL_IN, next_code(self->number, &patience, NULL));
	perf_pages_touch(&self->pages, 2, 1);
	EXPECT_EQ(POLL_HUP, next_code(self->number, &patience, NULL));
	perf_pages_touch(&self->pages, 3, 5);
	EXPECT_EQ(0, next_code(self->number, &no_time, NULL));
	EXPECT_EQ(3, perf_count(self->fd));
}

TEST_F(signals, enable_does_not_lift_the_limit)
{
	ASSERT_EQ(0, ask_for_signal(self->fd, self->number, F_OWNER_PID, getpid()));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_REFRESH, 2));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 6);
	EXPECT_EQ(2, perf_count(self->fd));
}

/* ---- who gets it ---- */

struct receiver {
	pthread_barrier_t barrier;
	int number;
	pid_t tid;
	int code;
};

static void *receiver_run(void *argument)
{
	struct receiver *receiver = argument;

	receiver->tid = gettid();
	pthread_barrier_wait(&receiver->barrier);
	receiver->code = next_code(receiver->number, &patience, NULL);
	return NULL;
}

TEST_F(signals, owner_is_a_thread)
{
	struct receiver receiver = { .number = self->number };
	pthread_t thread;

	ASSERT_EQ(0, pthread_barrier_init(&receiver.barrier, NULL, 2));
	ASSERT_EQ(0, pthread_create(&thread, NULL, receiver_run, &receiver));
	pthread_barrier_wait(&receiver.barrier);
	ASSERT_EQ(0, ask_for_signal(self->fd, self->number, F_OWNER_TID, receiver.tid));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 1);
	ASSERT_EQ(0, pthread_join(thread, NULL));
	EXPECT_EQ(POLL_IN, receiver.code);
	EXPECT_EQ(0, next_code(self->number, &no_time, NULL));
}

static int touch_in_child(void *argument)
{
	perf_pages_touch(argument, 0, 1);
	return 0;
}

TEST_F(signals, event_on_another_process)
{
	struct perf_child child;
	siginfo_t info;
	int fd;

	ASSERT_EQ(0, perf_child_start(&child, touch_in_child, &self->pages));
	fd = perf_open(&self->attr, child.pid, -1, -1, 0);
	ASSERT_GE(fd, 0);
	ASSERT_EQ(0, ask_for_signal(fd, self->number, F_OWNER_PID, getpid()));
	ASSERT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_child_go(&child);
	ASSERT_EQ(POLL_IN, next_code(self->number, &patience, &info));
	EXPECT_EQ(fd, info.si_fd);
	EXPECT_EQ(0, perf_child_wait(&child));
	close(fd);
}

/* Without F_SETOWN_EX no signal is sent, and counting continues */
TEST_F(signals, no_owner)
{
	ASSERT_EQ(0, fcntl(self->fd, F_SETSIG, self->number));
	ASSERT_EQ(0, fcntl(self->fd, F_SETFL, fcntl(self->fd, F_GETFL) | O_ASYNC));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 5);
	EXPECT_EQ(5, perf_count(self->fd));
	EXPECT_EQ(0, next_code(self->number, &no_time, NULL));
}

/* Written by count_handled(), on the thread that reads it */
static unsigned int handled;

static void count_handled(int signal)
{
	(void)signal;
	__atomic_fetch_add(&handled, 1, __ATOMIC_RELAXED);
}

/* The signal is not waited for: count_handled() interrupts the faulting loop */
TEST_F(signals, handler)
{
	struct sigaction action = { .sa_handler = count_handled };
	sigset_t set;
	int i;

	sigemptyset(&set);
	sigaddset(&set, self->number);
	ASSERT_EQ(0, sigaction(self->number, &action, NULL));
	ASSERT_EQ(0, ask_for_signal(self->fd, self->number, F_OWNER_TID, gettid()));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	ASSERT_EQ(0, pthread_sigmask(SIG_UNBLOCK, &set, NULL));
	for (i = 0; i < 10; i++)
		perf_pages_touch(&self->pages, i, 1);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	/* Without a self-interrupt (irq_work), a CPU sends the signal from its timer interrupt */
	for (i = 0; i < 1000 && !__atomic_load_n(&handled, __ATOMIC_RELAXED); i++)
		usleep(1000);
	/* In that case one count_handled() may stand for several overflows */
	EXPECT_LE(1, __atomic_load_n(&handled, __ATOMIC_RELAXED));
	EXPECT_GE(10, __atomic_load_n(&handled, __ATOMIC_RELAXED));
}

TEST_HARNESS_MAIN
