// SPDX-License-Identifier: GPL-2.0
/*
 * Inherited events of many processes that start and end: the final sums must include
 * the counts of all of them.
 */
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "perf_test.h"
#include "kselftest_harness.h"

#define RW		(PROT_READ | PROT_WRITE)
#define EVENTS		16

FIXTURE(inherit_tree)
{
	struct perf_event_attr attr;
	int fd[EVENTS];
};

FIXTURE_SETUP(inherit_tree)
{
	int i;

	for (i = 0; i < EVENTS; i++)
		self->fd[i] = -1;
}

FIXTURE_TEARDOWN(inherit_tree)
{
	int i;

	for (i = 0; i < EVENTS; i++)
		if (self->fd[i] >= 0)
			close(self->fd[i]);
}

/* The system call that is counted; no library makes it by accident */
static void call(unsigned int times)
{
	while (times--)
		syscall(SYS_getppid);
}

#define TREE_DEPTH	7
#define TREE_TASKS	((1 << (TREE_DEPTH + 1)) - 1)

/* A binary tree of processes; at even @depth they do not wait for their children */
static void grow(unsigned int depth)
{
	pid_t child[2] = { 0, 0 };
	unsigned int i;

	call(1);
	for (i = 0; depth && i < 2; i++) {
		child[i] = fork();
		if (!child[i]) {
			grow(depth - 1);
			_exit(0);
		}
		if (child[i] < 0)
			abort();
	}
	call(2);
	if (depth % 2)
		for (i = 0; i < 2; i++)
			waitpid(child[i], NULL, 0);
}

TEST_F_TIMEOUT(inherit_tree, processes, 120)
{
	int id = perf_tracepoint_id("syscalls/sys_enter_getppid");
	unsigned int i;
	int status;
	pid_t root;

	if (id < 0)
		SKIP(return, "no tracepoint syscalls:sys_enter_getppid");
	perf_attr_init(&self->attr, PERF_TYPE_TRACEPOINT, id);
	self->attr.disabled = 0;
	self->attr.inherit = 1;
	ASSERT_EQ(0, prctl(PR_SET_CHILD_SUBREAPER, 1));
	for (i = 0; i < EVENTS; i++) {
		self->fd[i] = perf_open_self(&self->attr);
		ASSERT_GE(self->fd[i], 0);
	}
	root = fork();
	ASSERT_GE(root, 0);
	if (!root) {
		grow(TREE_DEPTH);
		_exit(0);
	}
	while (wait(&status) > 0) {
		EXPECT_TRUE(WIFEXITED(status));
		/* perf_count() while tasks end must not disturb or exceed the final sum */
		EXPECT_LE(perf_count(self->fd[0]), 3 * TREE_TASKS);
	}
	for (i = 0; i < EVENTS; i++)
		EXPECT_EQ(3 * TREE_TASKS, perf_count(self->fd[i]));
}

#define CLONES		200
#define CLONE_PAGES	5
#define CLONE_STACK	16384

struct clone_work {
	const struct perf_pages *pages;
	unsigned int index;
};

static int touch_in_clone(void *argument)
{
	struct clone_work *work = argument;

	perf_pages_touch(work->pages, work->index * CLONE_PAGES, CLONE_PAGES);
	return 0;
}

/* Processes with CLONE_VM copy no page, so their number of faults is known exactly */
TEST_F_TIMEOUT(inherit_tree, page_faults, 120)
{
	struct clone_work work[CLONES];
	struct perf_pages pages;
	unsigned int i;
	char *stacks;

	perf_attr_init(&self->attr, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS);
	self->attr.inherit = 1;
	stacks = mmap(NULL, CLONES * CLONE_STACK, RW, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, stacks);
	ASSERT_EQ(0, perf_prefault());
	ASSERT_EQ(0, perf_pages_map(&pages, CLONES * CLONE_PAGES));
	for (i = 0; i < EVENTS; i++) {
		self->fd[i] = perf_open_self(&self->attr);
		ASSERT_GE(self->fd[i], 0);
	}
	for (i = 0; i < EVENTS; i++)
		ASSERT_EQ(0, perf_ioctl(self->fd[i], PERF_EVENT_IOC_ENABLE, 0));
	for (i = 0; i < CLONES; i++) {
		work[i] = (struct clone_work){ .pages = &pages, .index = i };
		ASSERT_GT(clone(touch_in_clone, stacks + (i + 1) * CLONE_STACK,
				CLONE_VM | SIGCHLD, &work[i]), 0);
		/* waitpid() now, so that some processes end while others start */
		if (i % 10 == 9)
			while (waitpid(-1, NULL, WNOHANG) > 0)
				;
	}
	while (wait(NULL) > 0)
		;
	for (i = 0; i < EVENTS; i++)
		ASSERT_EQ(0, perf_ioctl(self->fd[i], PERF_EVENT_IOC_DISABLE, 0));
	for (i = 0; i < EVENTS; i++)
		EXPECT_EQ(CLONES * CLONE_PAGES, perf_count(self->fd[i]));
	perf_pages_unmap(&pages);
	munmap(stacks, CLONES * CLONE_STACK);
}

TEST_HARNESS_MAIN
