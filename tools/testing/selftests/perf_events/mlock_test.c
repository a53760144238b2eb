// SPDX-License-Identifier: GPL-2.0
/*
 * The amount of memory that a user may lock for rings: perf_event_mlock_kb for each CPU,
 * then RLIMIT_MEMLOCK, then EPERM; unmapping must return all of it.
 */
#include "perf_test.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kselftest_harness.h"

/* A ring in these tests: the user page and this many data pages */
#define DATA_PAGES	4
#define RING_PAGES	(1 + DATA_PAGES)
#define RINGS_MAX	64

/* One event with its mapping */
struct mapped {
	int fd;
	void *base;
};

static size_t ring_bytes(void)
{
	return RING_PAGES * sysconf(_SC_PAGESIZE);
}

/* Returns 0 or errno; on success @mapped holds the event and its mapping */
static int map_one(struct mapped *mapped)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_DUMMY);

	attr.exclude_kernel = 1;
	attr.exclude_hv = 1;
	mapped->base = MAP_FAILED;
	mapped->fd = perf_open_self(&attr);
	if (mapped->fd < 0)
		return errno;
	mapped->base = mmap(NULL, ring_bytes(), PROT_READ | PROT_WRITE, MAP_SHARED, mapped->fd, 0);
	if (mapped->base != MAP_FAILED)
		return 0;
	close(mapped->fd);
	return errno;
}

static void unmap_one(struct mapped *mapped)
{
	munmap(mapped->base, ring_bytes());
	close(mapped->fd);
}

/* map_one() until EPERM; returns the number of rings, or -1 for any other error */
static int map_all(struct mapped *mapped, int max)
{
	int count, error;

	for (count = 0; count < max; count++) {
		error = map_one(&mapped[count]);
		if (error == EPERM)
			break;
		if (error)
			return -1;
	}
	return count;
}

static int set_memlock(size_t bytes)
{
	struct rlimit limit = { bytes, bytes };

	return setrlimit(RLIMIT_MEMLOCK, &limit);
}

static int online_cpus(void)
{
	return sysconf(_SC_NPROCESSORS_ONLN);
}

FIXTURE(mlock)
{
	struct perf_sysctls saved;
	bool ready;
};

FIXTURE_SETUP(mlock)
{
	self->ready = false;
	if (geteuid())
		SKIP(return, "needs root");
	if (online_cpus() + 4 > RINGS_MAX)
		SKIP(return, "more CPUs than this test has rings for");
	ASSERT_EQ(0, perf_sysctls_save(&self->saved));
	self->ready = true;
	ASSERT_EQ(0, perf_sysctl_set("perf_event_paranoid", 2));
	/* Room for one ring on each CPU */
	ASSERT_EQ(0, perf_sysctl_set("perf_event_mlock_kb", ring_bytes() / 1024));
}

FIXTURE_TEARDOWN(mlock)
{
	if (self->ready)
		EXPECT_EQ(0, perf_sysctls_restore(&self->saved));
}

/* count_rings() exits with the number of rings; 200 and up are failures */
enum { WRONG_ERROR = 200, NO_RLIMIT, NOT_RETURNED, NO_CAPABILITY };

static int count_rings(void *argument)
{
	size_t memlock = *(size_t *)argument;
	struct mapped mapped[RINGS_MAX];
	int count;

	if (set_memlock(memlock))
		return NO_RLIMIT;
	count = map_all(mapped, RINGS_MAX);
	return count < 0 ? WRONG_ERROR : count;
}

TEST_F(mlock, user)
{
	size_t memlock = 0;

	EXPECT_EQ(online_cpus(), perf_call_as_user(count_rings, &memlock));
	/* The exit of the first process has returned all it had locked */
	EXPECT_EQ(online_cpus(), perf_call_as_user(count_rings, &memlock));
}

TEST_F(mlock, user_with_memlock)
{
	size_t memlock = 3 * ring_bytes();

	EXPECT_EQ(online_cpus() + 3, perf_call_as_user(count_rings, &memlock));
	/* @memlock is one page too small for the third ring */
	memlock -= sysconf(_SC_PAGESIZE);
	EXPECT_EQ(online_cpus() + 2, perf_call_as_user(count_rings, &memlock));
}

TEST_F(mlock, nothing_allowed)
{
	size_t memlock = 0;

	ASSERT_EQ(0, perf_sysctl_set("perf_event_mlock_kb", 0));
	EXPECT_EQ(0, perf_call_as_user(count_rings, &memlock));
	memlock = ring_bytes();
	EXPECT_EQ(1, perf_call_as_user(count_rings, &memlock));
}

/* A ring may be charged to perf_event_mlock_kb and RLIMIT_MEMLOCK; unmapping credits both */
TEST_F(mlock, both_accounts)
{
	size_t memlock = ring_bytes() - sysconf(_SC_PAGESIZE);
	long kb = ring_bytes() / 1024;

	/* On one CPU: perf_event_mlock_kb covers one page of the last ring */
	ASSERT_EQ(0, perf_sysctl_set("perf_event_mlock_kb", kb));
	if (online_cpus() == 1) {
		ASSERT_EQ(0, perf_sysctl_set("perf_event_mlock_kb",
					     kb + sysconf(_SC_PAGESIZE) / 1024));
		EXPECT_EQ(2, perf_call_as_user(count_rings, &memlock));
		EXPECT_EQ(2, perf_call_as_user(count_rings, &memlock));
	}
	memlock = ring_bytes() / 2;
	EXPECT_EQ(online_cpus(), perf_call_as_user(count_rings, &memlock));
	EXPECT_EQ(online_cpus(), perf_call_as_user(count_rings, &memlock));
}

/* unmap_one() in another order than mapped, and map again */
static int take_and_give(void *argument)
{
	struct mapped mapped[RINGS_MAX];
	int count, round, which;

	if (set_memlock(ring_bytes()))
		return NO_RLIMIT;
	count = map_all(mapped, RINGS_MAX);
	if (count != online_cpus() + 1)
		return WRONG_ERROR;
	for (round = 0; round < 200; round++) {
		struct mapped extra;

		which = rand_r(argument) % count;
		unmap_one(&mapped[which]);
		if (map_one(&mapped[which]))
			return NOT_RETURNED;
		if (map_one(&extra) != EPERM)
			return WRONG_ERROR;
	}
	while (count)
		unmap_one(&mapped[--count]);
	count = map_all(mapped, RINGS_MAX);
	return count == online_cpus() + 1 ? 0 : NOT_RETURNED;
}

#define EXEC_ARGUMENT	"--end-at-once"

static void __attribute__((constructor)) end_when_asked(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], EXEC_ARGUMENT))
		_exit(0);
}

/* In a child: map a ring, take the right to write from it, and exec with the ring mapped */
static void map_and_exec(void)
{
	struct mapped mapped;

	if (map_one(&mapped) || mprotect(mapped.base, ring_bytes(), PROT_READ) ||
	    fcntl(mapped.fd, F_SETFD, FD_CLOEXEC))
		_exit(WRONG_ERROR);
	execl("/proc/self/exe", "mlock", EXEC_ARGUMENT, NULL);
	_exit(WRONG_ERROR);
}

static int exec_with_rings(void *argument)
{
	struct mapped mapped[RINGS_MAX];
	int round, status;
	pid_t child;

	(void)argument;
	if (set_memlock(0))
		return NO_RLIMIT;
	/* More rings than may be mapped at the same time */
	for (round = 0; round < 2 * online_cpus() + 2; round++) {
		child = fork();
		if (!child)
			map_and_exec();
		if (child < 0 || waitpid(child, &status, 0) != child || status)
			return NOT_RETURNED;
	}
	return map_all(mapped, RINGS_MAX) == online_cpus() ? 0 : NOT_RETURNED;
}

TEST_F(mlock, given_back_by_exec)
{
	EXPECT_EQ(0, perf_call_as_user(exec_with_rings, NULL));
}

TEST_F(mlock, given_back_in_any_order)
{
	unsigned int seed = 1;

	EXPECT_EQ(0, perf_call_as_user(take_and_give, &seed));
}

/* A second mmap() of a ring is charged nothing */
static int map_twice(void *argument)
{
	struct mapped mapped[RINGS_MAX];
	int count, i;

	(void)argument;
	if (set_memlock(0))
		return NO_RLIMIT;
	count = map_all(mapped, RINGS_MAX);
	if (count != online_cpus())
		return WRONG_ERROR;
	for (i = 0; i < 3; i++) {
		void *again = mmap(NULL, ring_bytes(), PROT_READ | PROT_WRITE, MAP_SHARED,
				   mapped[0].fd, 0);

		if (again == MAP_FAILED)
			return NOT_RETURNED;
		munmap(again, ring_bytes());
	}
	unmap_one(&mapped[0]);
	count = map_one(&mapped[0]);
	return count ? NOT_RETURNED : 0;
}

TEST_F(mlock, second_mapping)
{
	EXPECT_EQ(0, perf_call_as_user(map_twice, NULL));
}

TEST_F(mlock, root_has_no_limit)
{
	struct mapped mapped[RINGS_MAX];
	int count;

	ASSERT_EQ(0, perf_sysctl_set("perf_event_mlock_kb", 0));
	ASSERT_EQ(0, set_memlock(0));
	count = map_all(mapped, RINGS_MAX);
	EXPECT_EQ(RINGS_MAX, count);
	while (count > 0)
		unmap_one(&mapped[--count]);
}

TEST_F(mlock, lowest_level_has_no_limit)
{
	size_t memlock = 0;

	ASSERT_EQ(0, perf_sysctl_set("perf_event_mlock_kb", 0));
	ASSERT_EQ(0, perf_sysctl_set("perf_event_paranoid", -1));
	EXPECT_EQ(RINGS_MAX, perf_call_as_user(count_rings, &memlock));
}

static int count_rings_with(void *argument)
{
	size_t memlock = 0;

	if (perf_drop_all_but(*(unsigned int *)argument))
		return NO_CAPABILITY;
	return count_rings(&memlock);
}

static int rings_with(unsigned int capability)
{
	struct perf_child child;

	if (perf_child_start(&child, count_rings_with, &capability))
		return -1;
	return perf_child_wait(&child);
}

/* CAP_IPC_LOCK lifts the limit; being root or CAP_SYS_ADMIN does not */
TEST_F(mlock, capability)
{
	EXPECT_EQ(RINGS_MAX, rings_with(CAP_IPC_LOCK));
	EXPECT_EQ(online_cpus(), rings_with(CAP_SYS_ADMIN));
	ASSERT_EQ(0, perf_sysctl_set("perf_event_mlock_kb", 0));
	EXPECT_EQ(RINGS_MAX, rings_with(CAP_IPC_LOCK));
	EXPECT_EQ(0, rings_with(CAP_SYS_ADMIN));
}

TEST_HARNESS_MAIN
