// SPDX-License-Identifier: GPL-2.0
/*
 * PERF_EXT_MEMCG: rings are charged to the memory control group of the task that maps them.
 *
 * Expected amounts are those of the mapping itself; the kernel adds some slab, and counts by
 * batches, so each is checked with SLACK. The ring is much larger than that.
 */
#include "ext_open.h"
#include "perf_test.h"
#include "test_pmu.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kselftest_harness.h"

#define GROUP		"perf-memcg"
#define RING_PAGES	1024
#define SLACK		(1 << 20)
#define LIMIT		(64LL * SLACK)
#define FILE_OF(name)	PERF_CGROUP_ROOT "/" GROUP "/" name

static size_t ring_bytes(unsigned int data_pages)
{
	return (1 + data_pages) * sysconf(_SC_PAGESIZE);
}

static long long group_number(const char *path)
{
	char text[64];

	return perf_file_read(path, text, sizeof(text)) ? -1 : atoll(text);
}

static int group_set(const char *path, long long value)
{
	char text[32];

	snprintf(text, sizeof(text), "%lld", value);
	return perf_file_write(path, text);
}

static int join(const char *path)
{
	return group_set(path, getpid());
}

static int open_event(__u64 options)
{
	struct ext_open call = { .options = options, .cpu = -1, .group = -1 };

	call.attr = perf_attr_software(PERF_COUNT_SW_DUMMY);
	call.attr.exclude_kernel = 1;
	call.attr.exclude_hv = 1;
	return ext_open(&call);
}

static void *map(int fd, size_t bytes)
{
	return mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
}

/* The charge of a ring that is gone ends a grace period later; waits at most ten seconds */
static bool falls_below(long long limit)
{
	int i;

	for (i = 0; i < 1000; i++) {
		if (group_number(FILE_OF("memory.current")) < limit)
			return true;
		usleep(10000);
	}
	return false;
}

FIXTURE(memcg)
{
	struct perf_sysctls saved;
	bool ready;
};

FIXTURE_SETUP(memcg)
{
	int fd;

	self->ready = false;
	if (geteuid())
		SKIP(return, "needs root");
	perf_file_write(PERF_CGROUP_ROOT "/cgroup.subtree_control", "+memory");
	fd = perf_cgroup_create(GROUP);
	if (fd < 0 || access(FILE_OF("memory.max"), F_OK)) {
		close(fd);
		perf_cgroup_remove(GROUP);
		SKIP(return, "no memory controller");
	}
	close(fd);
	ASSERT_EQ(0, perf_sysctls_save(&self->saved));
	self->ready = true;
	ASSERT_EQ(0, group_set(FILE_OF("memory.max"), LIMIT));
	ASSERT_EQ(0, perf_sysctl_set("perf_event_paranoid", 2));
	ASSERT_EQ(0, perf_sysctl_set("perf_event_mlock_kb", 0));
}

FIXTURE_TEARDOWN(memcg)
{
	if (!self->ready)
		return;
	perf_cgroup_remove(GROUP);
	perf_file_write(PERF_CGROUP_ROOT "/cgroup.subtree_control", "-memory");
	EXPECT_EQ(0, perf_sysctls_restore(&self->saved));
}

/* The functions below run in a child; what they return is the line that failed, or 0 */
#define CHECK(what)				\
	do {					\
		if (!(what))			\
			return __LINE__ & 0xff;	\
	} while (0)

static int set_memlock(size_t bytes)
{
	struct rlimit limit = { bytes, bytes };

	return setrlimit(RLIMIT_MEMLOCK, &limit);
}

/* As a user without any allowance: the group pays, and gets it back */
static int pay_as_user(void *argument)
{
	size_t bytes = ring_bytes(RING_PAGES);
	long long before;
	void *base;
	int fd;

	(void)argument;
	CHECK(!set_memlock(0));
	before = group_number(FILE_OF("memory.current"));
	fd = open_event(0);
	CHECK(fd >= 0);
	CHECK(map(fd, bytes) == MAP_FAILED && errno == EPERM);
	close(fd);
	fd = open_event(PERF_EXT_MEMCG);
	CHECK(fd >= 0);
	base = map(fd, bytes);
	CHECK(base != MAP_FAILED);
	CHECK(group_number(FILE_OF("memory.current")) > before + (long long)bytes - SLACK);
	/* A second mapping costs nothing, and one that moves neither */
	CHECK(map(fd, bytes) != MAP_FAILED);
	CHECK(group_number(FILE_OF("memory.current")) < before + (long long)bytes + SLACK);
	base = mremap(base, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED,
		      (char *)base + 64 * bytes);
	CHECK(base != MAP_FAILED);
	CHECK(munmap(base, bytes / 2) == -1 && errno == EINVAL);
	CHECK(group_number(FILE_OF("memory.current")) > before + (long long)bytes - SLACK);
	CHECK(group_number(FILE_OF("memory.current")) < before + (long long)bytes + SLACK);
	return 0;
}

/* Join the group while there is the right to, then run as a user */
static int join_and_pay(void *argument)
{
	if (join(FILE_OF("cgroup.procs")))
		return 254;
	return perf_drop_privilege() ? 253 : pay_as_user(argument);
}

static int run(int (*function)(void *argument), void *argument)
{
	struct perf_child child;

	if (perf_child_start(&child, function, argument))
		return -1;
	return perf_child_wait(&child);
}

TEST_F(memcg, user_pays)
{
	EXPECT_EQ(PERF_EXT_MEMCG, ext_known() & PERF_EXT_MEMCG);
	EXPECT_EQ(0, run(join_and_pay, NULL));
	/* The exit of the process has given back all of it */
	EXPECT_TRUE(falls_below(SLACK));
}

/* Without a limit of the group the limits for locked memory apply as ever */
static int map_unlimited(void *argument)
{
	int fd;

	(void)argument;
	CHECK(!set_memlock(0));
	fd = open_event(PERF_EXT_MEMCG);
	CHECK(fd >= 0);
	CHECK(map(fd, ring_bytes(RING_PAGES)) == MAP_FAILED && errno == EPERM);
	return 0;
}

TEST_F(memcg, root_group)
{
	EXPECT_EQ(0, perf_call_as_user(map_unlimited, NULL));
}

static int join_and_map(void *argument)
{
	if (join(FILE_OF("cgroup.procs")))
		return 254;
	return perf_drop_privilege() ? 253 : map_unlimited(argument);
}

TEST_F(memcg, group_without_a_limit)
{
	ASSERT_EQ(0, perf_file_write(FILE_OF("memory.max"), "max"));
	EXPECT_EQ(0, run(join_and_map, NULL));
}

#define BELOW	FILE_OF("below")

static int join_below_and_pay(void *argument)
{
	if (join(BELOW "/cgroup.procs"))
		return 254;
	return perf_drop_privilege() ? 253 : pay_as_user(argument);
}

/* memory.current of the group above counts what the one below it pays */
TEST_F(memcg, limit_of_the_group_above)
{
	ASSERT_EQ(0, mkdir(BELOW, 0755));
	EXPECT_EQ(0, run(join_below_and_pay, NULL));
	EXPECT_EQ(0, rmdir(BELOW));
}

/* Above the limit: ENOMEM with a reason, nobody is killed, and nothing stays charged */
static int exceed(void *argument)
{
	struct perf_event_explain why;
	long long before;
	int fd, round;

	(void)argument;
	CHECK(!join(FILE_OF("cgroup.procs")));
	before = group_number(FILE_OF("memory.current"));
	CHECK(!group_set(FILE_OF("memory.max"), before + SLACK));
	fd = open_event(PERF_EXT_MEMCG);
	CHECK(fd >= 0);
	for (round = 0; round < 20; round++) {
		CHECK(map(fd, ring_bytes(RING_PAGES)) == MAP_FAILED);
		CHECK(errno == ENOMEM);
		CHECK(!perf_ioctl(fd, PERF_EVENT_IOC_WHY, (unsigned long)&why));
		CHECK(why.error == ENOMEM && why.reason == PERF_WHY_MMAP_MEMCG);
	}
	/* A small ring fits */
	CHECK(map(fd, ring_bytes(8)) != MAP_FAILED);
	CHECK(!group_set(FILE_OF("memory.max"), before + 16LL * SLACK));
	fd = open_event(PERF_EXT_MEMCG);
	CHECK(map(fd, ring_bytes(RING_PAGES)) != MAP_FAILED);
	return 0;
}

/* Returns the number after @name in memory.events */
static long long events_number(const char *name)
{
	char text[512], *at;

	if (perf_file_read(FILE_OF("memory.events"), text, sizeof(text)))
		return -1;
	at = strstr(text, name);
	return at ? atoll(at + strlen(name)) : -1;
}

TEST_F(memcg, limit)
{
	EXPECT_EQ(0, run(exceed, NULL));
	EXPECT_EQ(0, events_number("oom_kill "));
	EXPECT_LT(0, events_number("\nmax "));
	EXPECT_TRUE(falls_below(SLACK));
}

/* The AUX area of a ring likewise */
static int pay_for_aux(void *argument)
{
	struct ext_open call = { .options = PERF_EXT_MEMCG, .cpu = -1, .group = -1 };
	struct test_area area;
	struct perf_ring ring;
	long long before;
	int fd;

	(void)argument;
	CHECK(!join(FILE_OF("cgroup.procs")));
	perf_attr_init(&call.attr, perf_pmu_type("test_aux"), 0);
	call.attr.exclude_kernel = 1;
	fd = ext_open(&call);
	CHECK(fd >= 0);
	CHECK(!perf_ring_map(&ring, fd, 8, PROT_READ | PROT_WRITE));
	before = group_number(FILE_OF("memory.current"));
	CHECK(!test_area_map(&area, &ring, fd, RING_PAGES, PROT_READ | PROT_WRITE));
	CHECK(group_number(FILE_OF("memory.current")) > before + (long long)area.size - SLACK);
	test_area_unmap(&area);
	CHECK(falls_below(before + SLACK));
	CHECK(!group_set(FILE_OF("memory.max"), before + SLACK));
	CHECK(test_area_map(&area, &ring, fd, RING_PAGES, PROT_READ | PROT_WRITE) == ENOMEM);
	return 0;
}

TEST_F(memcg, aux_area)
{
	if (test_pmu_plug("test_aux") < 0)
		SKIP(return, TEST_PMU_ABSENT);
	EXPECT_EQ(0, run(pay_for_aux, NULL));
	EXPECT_EQ(0, events_number("oom_kill "));
	EXPECT_EQ(0, test_pmu_unplug("test_aux"));
}

/* The mapper leaves the group, which is removed while the ring lives and is written */
static int outlive(void *argument)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS_MIN);
	struct ext_open call = { .options = PERF_EXT_MEMCG, .cpu = -1, .group = -1 };
	struct perf_event_mmap_page *page;
	struct perf_pages pages;
	__u64 head;
	int fd;

	(void)argument;
	CHECK(!join(FILE_OF("cgroup.procs")));
	attr.exclude_kernel = 1;
	attr.disabled = 0;
	attr.sample_period = 1;
	attr.sample_type = PERF_SAMPLE_IP;
	call.attr = attr;
	fd = ext_open(&call);
	CHECK(fd >= 0);
	page = map(fd, ring_bytes(RING_PAGES));
	CHECK(page != MAP_FAILED);
	CHECK(!join(PERF_CGROUP_ROOT "/cgroup.procs"));
	CHECK(!rmdir(PERF_CGROUP_ROOT "/" GROUP));
	head = page->data_head;
	CHECK(!perf_pages_map(&pages, 64));
	perf_pages_touch(&pages, 0, 64);
	/* header and address: 16 bytes a sample */
	CHECK(page->data_head >= head + 64 * 16);
	CHECK(!munmap(page, ring_bytes(RING_PAGES)));
	return 0;
}

TEST_F(memcg, group_removed)
{
	EXPECT_EQ(0, run(outlive, NULL));
}

/* A child that inherits the descriptor, not the mapping: the parent's group has paid */
static int leave_to_child(void *argument)
{
	size_t bytes = ring_bytes(RING_PAGES);
	int fd = open_event(PERF_EXT_MEMCG);
	int ready[2];
	char byte;

	(void)argument;
	CHECK(!join(FILE_OF("cgroup.procs")));
	CHECK(fd >= 0 && !pipe(ready));
	CHECK(map(fd, bytes) != MAP_FAILED);
	if (!fork()) {
		/* After the parent's exit the ring is gone, and this descriptor maps anew */
		close(ready[1]);
		if (read(ready[0], &byte, 1) || !falls_below(SLACK))
			_exit(1);
		_exit(map(fd, ring_bytes(8)) == MAP_FAILED);
	}
	return 0;
}

TEST_F(memcg, given_back_by_exit)
{
	EXPECT_EQ(0, run(leave_to_child, NULL));
	EXPECT_TRUE(falls_below(SLACK));
}

TEST_HARNESS_MAIN
