// SPDX-License-Identifier: GPL-2.0
/*
 * Reading an Arm counter in user mode: the value is that of read(2), and only a task with
 * permission can read it. x86's counters are in hw_rdpmc_test.c.
 */
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include "hw_self_read.h"
#include "kselftest_harness.h"

#ifndef __aarch64__

TEST(hw_user_read)
{
	SKIP(return, "this is about Arm's counters");
}

#else

/* Bit of attr.config1: self_read() can read the event's counter in user mode */
#define USER_READ	2
/* Two reads are some hundred instructions of this file and the library apart */
#define MOST_BETWEEN	10000

FIXTURE(hw_user_read)
{
	struct perf_event_attr attr;
	struct perf_event_mmap_page *page;
	long policy;
	int fd;
};

FIXTURE_SETUP(hw_user_read)
{
	const char *why = hw_missing();
	int cpu;

	self->fd = -1;
	self->policy = -1;
	self->page = MAP_FAILED;
	if (why)
		SKIP(return, "%s", why);
	if (perf_sysctl_get("perf_user_access", &self->policy))
		SKIP(return, "the kernel has no such policy");
	ASSERT_LT(0, perf_cpu_count(&cpu, 1));
	ASSERT_EQ(0, perf_pin_cpu(cpu));
	ASSERT_EQ(0, perf_sysctl_set("perf_user_access", 1));
	self->attr = hw_attr(PERF_COUNT_HW_INSTRUCTIONS);
	self->attr.config1 = USER_READ;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	self->page = mmap(NULL, getpagesize(), PROT_READ, MAP_SHARED, self->fd, 0);
	ASSERT_NE(MAP_FAILED, (void *)self->page);
	ASSERT_EQ(0, perf_prefault());
}

FIXTURE_TEARDOWN(hw_user_read)
{
	if (self->page != MAP_FAILED)
		munmap(self->page, getpagesize());
	if (self->fd >= 0)
		close(self->fd);
	if (self->policy >= 0)
		EXPECT_EQ(0, perf_sysctl_set("perf_user_access", self->policy));
}

TEST_F(hw_user_read, gives_what_read_gives)
{
	__u64 before, between, after;
	int i;

	ASSERT_EQ(1, self->page->cap_user_rdpmc + 0ULL);
	ASSERT_GE(self->page->pmc_width, 32);
	for (i = 0; i < 1000; i++) {
		ASSERT_TRUE(self_read(self->page, &before));
		between = perf_count(self->fd);
		ASSERT_TRUE(self_read(self->page, &after));
		ASSERT_LT(before, between);
		ASSERT_LT(between, after);
		ASSERT_LT(after - before, MOST_BETWEEN);
	}
}

TEST_F(hw_user_read, is_exact)
{
	__u64 few = UINT64_MAX, many = UINT64_MAX, count;
	int i;

	for (i = 0; i < HW_TRIES; i++) {
		count = self_counted(self->page, 10000);
		few = count < few ? count : few;
		count = self_counted(self->page, 110000);
		many = count < many ? count : many;
	}
	EXPECT_EQ(100000ULL * HW_LOOP_INSTRUCTIONS, many - few);
}

TEST_F(hw_user_read, goes_on_over_reset_and_stop)
{
	__u64 count;

	hw_loop(100000);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_RESET, 0));
	/*
	 * The driver subtracts an unsigned counter value from the page's offset, but self_read()
	 * adds a sign-extended one: so the count is right only in its low pmc_width bits
	 */
	ASSERT_TRUE(self_read(self->page, &count));
	EXPECT_LT(count << (64 - self->page->pmc_width) >> (64 - self->page->pmc_width), 100000);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	EXPECT_FALSE(self_read(self->page, &count));
	EXPECT_EQ(perf_count(self->fd), count);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_TRUE(self_read(self->page, &count));
}

/* The page of an event without USER_READ has index 0: its reader must use read(2) */
TEST_F(hw_user_read, is_for_an_event_that_asks)
{
	struct perf_event_mmap_page *page;
	int fd;

	self->attr.config1 = 0;
	fd = perf_open_self(&self->attr);
	ASSERT_GE(fd, 0);
	page = mmap(NULL, getpagesize(), PROT_READ, MAP_SHARED, fd, 0);
	ASSERT_NE(MAP_FAILED, (void *)page);
	EXPECT_EQ(0, page->index);
	EXPECT_TRUE(!page->cap_user_rdpmc);
	munmap(page, getpagesize());
	close(fd);
}

static int read_a_counter(void *argument)
{
	(void)argument;
	read_counter(0);
	return 0;
}

TEST_F(hw_user_read, policy_is_the_administrators)
{
	struct perf_child child;

	read_counter(0);
	ASSERT_EQ(0, perf_sysctl_set("perf_user_access", 0));
	ASSERT_EQ(0, perf_child_start(&child, read_a_counter, NULL));
	EXPECT_EQ(256 + SIGILL, perf_child_wait(&child));
	EXPECT_EQ(EINVAL, perf_sysctl_set("perf_user_access", 2));
	/* Opened under policy 0 the event has @page->index 0; the old one still had user access */
	munmap(self->page, getpagesize());
	self->page = MAP_FAILED;
	close(self->fd);
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	self->page = mmap(NULL, getpagesize(), PROT_READ, MAP_SHARED, self->fd, 0);
	ASSERT_NE(MAP_FAILED, (void *)self->page);
	EXPECT_EQ(0, self->page->index);
}

#endif

TEST_HARNESS_MAIN
