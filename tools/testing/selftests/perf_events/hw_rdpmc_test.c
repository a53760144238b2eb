// SPDX-License-Identifier: GPL-2.0
/*
 * Reading a counter in user mode, without a system call: the value is that of read(2), and
 * only a process with a mapped event can read it. Arm's counters are in hw_user_read_test.c.
 */
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include "hw_self_read.h"
#include "kselftest_harness.h"

#define POLICY		"/sys/bus/event_source/devices/cpu/rdpmc"
#define POLICY_HYBRID	"/sys/bus/event_source/devices/cpu_core/rdpmc"

#if !PERF_HAS_RDPMC

/* Without RDPMC @page->index is 0, so the reader must use read(2) */
TEST(hw_rdpmc_is_not_offered)
{
	struct perf_event_attr attr = hw_attr(PERF_COUNT_HW_INSTRUCTIONS);
	const char *why = hw_missing();
	struct perf_event_mmap_page *page;
	int fd;

	if (why)
		SKIP(return, "%s", why);
	fd = perf_open_self(&attr);
	ASSERT_GE(fd, 0);
	page = mmap(NULL, sysconf(_SC_PAGESIZE), PROT_READ, MAP_SHARED, fd, 0);
	ASSERT_NE(MAP_FAILED, page);
	hw_loop(100000);
	EXPECT_EQ(0, page->index);
	EXPECT_TRUE(!page->cap_user_rdpmc);
	EXPECT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_DISABLE, 0));
	/* @page->offset of a stopped event is the count that read(2) returns */
	EXPECT_EQ(perf_count(fd), page->offset);
	EXPECT_LE(100000 * HW_LOOP_INSTRUCTIONS, page->offset);
	munmap(page, sysconf(_SC_PAGESIZE));
	close(fd);
}

#else

static const char *policy_file(void)
{
	return perf_pmu_type("cpu") < 0 ? POLICY_HYBRID : POLICY;
}

FIXTURE(hw_rdpmc)
{
	struct perf_event_attr attr;
	struct perf_event_mmap_page *page;
	struct perf_child stranger;
	int fd;
};

/* Runs in a child: the exit status is 256 + SIGSEGV if RDPMC is not allowed. */
static int execute_rdpmc(void *argument)
{
	(void)argument;
	read_counter(0);
	return 0;
}

static int try_rdpmc(void)
{
	struct perf_child child;

	if (perf_child_start(&child, execute_rdpmc, NULL))
		return -1;
	return perf_child_wait(&child);
}

FIXTURE_SETUP(hw_rdpmc)
{
	const char *why = hw_missing();
	char policy[16];
	int cpu;

	self->fd = -1;
	self->page = MAP_FAILED;
	if (why)
		SKIP(return, "%s", why);
	ASSERT_EQ(0, perf_file_read(policy_file(), policy, sizeof(policy)));
	if (hw_only_counts()) {
		ASSERT_STREQ("0", policy);
		ASSERT_EQ(EOPNOTSUPP, perf_file_write(policy_file(), "1"));
		SKIP(return, "this processor's counters are read as MSRs");
	}
	ASSERT_STREQ("1", policy);
	ASSERT_LT(0, perf_cpu_count(&cpu, 1));
	ASSERT_EQ(0, perf_pin_cpu(cpu));
	self->attr = hw_attr(PERF_COUNT_HW_INSTRUCTIONS);
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	/* Forked before the mapping exists; the child waits for perf_child_wait(). */
	ASSERT_EQ(0, perf_child_start(&self->stranger, execute_rdpmc, NULL));
	self->page = mmap(NULL, getpagesize(), PROT_READ, MAP_SHARED, self->fd, 0);
	ASSERT_NE(MAP_FAILED, (void *)self->page);
	ASSERT_EQ(0, perf_prefault());
}

FIXTURE_TEARDOWN(hw_rdpmc)
{
	perf_child_kill(&self->stranger);
	if (self->page != MAP_FAILED)
		munmap(self->page, getpagesize());
	if (self->fd >= 0)
		close(self->fd);
}

TEST_F(hw_rdpmc, gives_what_read_gives)
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
		/* Between the reads are some hundred instructions, here and in the library. */
		ASSERT_LT(after - before, 10000);
	}
}

/* An overflow restarts the counter, so the kernel must update @offset in the page. */
TEST_F(hw_rdpmc, gives_it_after_overflows)
{
	struct perf_event_attr attr = self->attr;
	struct perf_event_mmap_page *page;
	__u64 before, between, after;
	int fd, i, reads = 0;

	attr.sample_period = 100000;
	attr.sample_type = PERF_SAMPLE_IP;
	fd = perf_open_self(&attr);
	ASSERT_GE(fd, 0);
	page = mmap(NULL, getpagesize(), PROT_READ, MAP_SHARED, fd, 0);
	ASSERT_NE(MAP_FAILED, (void *)page);
	for (i = 0; reads < 40 && i < 4000; i++) {
		hw_loop(30000);
		between = perf_count(fd);
		/* On a slow host the event may be throttled: no counter until the next tick */
		if (!self_read(page, &before))
			continue;
		between = perf_count(fd);
		if (!self_read(page, &after))
			continue;
		ASSERT_LE(before, between);
		ASSERT_LE(between, after);
		ASSERT_LT(after - before, 10000);
		reads++;
	}
	EXPECT_GT(between, 10 * attr.sample_period);
	EXPECT_EQ(40, reads);
	munmap(page, getpagesize());
	close(fd);
}

TEST_F(hw_rdpmc, is_exact)
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

TEST_F(hw_rdpmc, goes_on_over_reset_and_stop)
{
	__u64 count;

	hw_loop(100000);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_RESET, 0));
	ASSERT_TRUE(self_read(self->page, &count));
	EXPECT_LT(count, 100000);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	EXPECT_FALSE(self_read(self->page, &count));
	EXPECT_EQ(perf_count(self->fd), count);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_TRUE(self_read(self->page, &count));
}

TEST_F(hw_rdpmc, is_for_who_maps_an_event)
{
	EXPECT_EQ(256 + SIGSEGV, perf_child_wait(&self->stranger));
	/* read_counter() must not fault in this process, which has a mapping. */
	read_counter(0);
}

static int unmap_and_execute(void *argument)
{
	struct perf_event_attr attr = hw_attr(PERF_COUNT_HW_INSTRUCTIONS);
	int fd = perf_open_self(&attr);
	void *page;

	(void)argument;
	page = mmap(NULL, getpagesize(), PROT_READ, MAP_SHARED, fd, 0);
	if (page == MAP_FAILED)
		return 1;
	read_counter(0);
	munmap(page, getpagesize());
	read_counter(0);
	return 2;
}

TEST_F(hw_rdpmc, ends_with_the_mapping)
{
	struct perf_child child;

	ASSERT_EQ(0, perf_child_start(&child, unmap_and_execute, NULL));
	EXPECT_EQ(256 + SIGSEGV, perf_child_wait(&child));
	read_counter(0);
}

/* fork() does not copy the mapping, so the child may not execute RDPMC. */
TEST_F(hw_rdpmc, is_not_for_forked_children)
{
	EXPECT_EQ(256 + SIGSEGV, try_rdpmc());
	read_counter(0);
}

static int map_and_fork(void *argument)
{
	struct perf_event_attr attr = hw_attr(PERF_COUNT_HW_INSTRUCTIONS);
	int fd = perf_open_self(&attr), status;

	(void)argument;
	if (mmap(NULL, getpagesize(), PROT_READ, MAP_SHARED, fd, 0) == MAP_FAILED)
		return 2;
	status = try_rdpmc();
	read_counter(0);
	return status == 256 + SIGSEGV ? 0 : 1;
}

/* map_and_fork() maps an event of its own, which again does not extend to its children. */
TEST_F(hw_rdpmc, children_may_map_their_own)
{
	struct perf_child child;

	ASSERT_EQ(0, perf_child_start(&child, map_and_fork, NULL));
	EXPECT_EQ(0, perf_child_wait(&child));
}

TEST_F(hw_rdpmc, policy_is_the_administrators)
{
	int err;

	ASSERT_EQ(0, munmap(self->page, getpagesize()));
	self->page = MAP_FAILED;
	err = perf_file_write(policy_file(), "2");
	if (err == EACCES || err == EPERM)
		SKIP(return, "only root sets the policy");
	ASSERT_EQ(0, err);
	EXPECT_EQ(0, try_rdpmc());
	EXPECT_EQ(0, perf_file_write(policy_file(), "0"));
	EXPECT_EQ(256 + SIGSEGV, try_rdpmc());
	EXPECT_EQ(EINVAL, perf_file_write(policy_file(), "3"));
	EXPECT_EQ(0, perf_file_write(policy_file(), "1"));
	EXPECT_EQ(256 + SIGSEGV, try_rdpmc());
}

#endif

TEST_HARNESS_MAIN
