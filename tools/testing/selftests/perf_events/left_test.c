// SPDX-License-Identifier: GPL-2.0
/*
 * After the last event of a task or a CPU is closed, the kernel must hold no pointer that
 * it could use later. Many such errors show only on a kernel that checks its memory (KASAN).
 */
#include <sched.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "perf_test.h"
#include "kselftest_harness.h"

/* Longer than PERF_DEFERRED_KEY_DELAY, for which the hooks stay enabled after the last event. */
#define HOOKS_OFF_NS		2500000000ULL
#define WINDOW_NS		300000000ULL

static int burn(void *argument)
{
	(void)argument;
	for (;;)
		perf_burn_cpu(1000000);
	return 0;
}

static uint64_t clock_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

FIXTURE(left)
{
	struct perf_event_attr attr;
	struct perf_child child;
	int cpus[2];
};

FIXTURE_SETUP(left)
{
	perf_attr_init(&self->attr, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK);
	self->attr.disabled = 0;
	if (perf_cpu_count(self->cpus, 2) < 2)
		SKIP(return, "it takes two CPUs");
}

FIXTURE_TEARDOWN(left)
{
	perf_child_kill(&self->child);
}

/* Move the child, which burns CPU time, to @cpu alone */
static void move_child(FIXTURE_DATA(left) *self, int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	sched_setaffinity(self->child.pid, sizeof(set), &set);
}

/*
 * These tests keep both CPUs busy: the timer of an idle CPU may expire on the other one,
 * where the worker that disables the hooks would then switch the child out as usual.
 *
 * The task had events, runs without a switch while the kernel disables the context switch
 * hooks, and moves to another CPU: a new event must count it there, and not on the old CPU.
 */
TEST_F_TIMEOUT(left, task_goes_elsewhere, 120)
{
	uint64_t before, used;
	clockid_t clock;
	int fd;

	ASSERT_EQ(0, perf_pin_cpu(self->cpus[1]));
	ASSERT_EQ(0, perf_child_start(&self->child, burn, NULL));
	ASSERT_EQ(0, clock_getcpuclockid(self->child.pid, &clock));
	move_child(self, self->cpus[0]);
	perf_child_go(&self->child);
	fd = perf_open(&self->attr, self->child.pid, -1, -1, 0);
	ASSERT_GE(fd, 0);
	usleep(100000);
	EXPECT_NE(0, perf_count(fd));
	close(fd);
	perf_burn_cpu(HOOKS_OFF_NS);

	move_child(self, self->cpus[1]);
	ASSERT_EQ(0, perf_pin_cpu(self->cpus[0]));
	usleep(100000);
	fd = perf_open(&self->attr, self->child.pid, -1, -1, 0);
	ASSERT_GE(fd, 0);
	before = clock_ns(clock);
	while ((used = clock_ns(clock) - before) < WINDOW_NS)
		usleep(10000);
	/* The event was opened before @before was read, and counts on after @used was read */
	EXPECT_GE(perf_count(fd), used);
	EXPECT_LT(perf_count(fd), 2 * (clock_ns(clock) - before) + WINDOW_NS);
	close(fd);
}

/* As above, but the task ends on the new CPU: the old CPU must not use its context */
TEST_F_TIMEOUT(left, task_ends_elsewhere, 120)
{
	int fd;

	ASSERT_EQ(0, perf_pin_cpu(self->cpus[1]));
	ASSERT_EQ(0, perf_child_start(&self->child, burn, NULL));
	move_child(self, self->cpus[0]);
	perf_child_go(&self->child);
	fd = perf_open(&self->attr, self->child.pid, -1, -1, 0);
	ASSERT_GE(fd, 0);
	usleep(100000);
	close(fd);
	perf_burn_cpu(HOOKS_OFF_NS);
	move_child(self, self->cpus[1]);
	usleep(100000);
	perf_child_kill(&self->child);
	/* Ticks on cpus[0], after task and context have been freed */
	ASSERT_EQ(0, perf_pin_cpu(self->cpus[0]));
	perf_burn_cpu(50000000);
	EXPECT_EQ(0, perf_try_self(&self->attr));
}

/* Slots of a CPU are freed, and PERF_COUNT_SW_BPF_OUTPUT events are opened again */
TEST_F_TIMEOUT(left, place_on_a_cpu, 120)
{
	struct perf_event_attr attr;
	unsigned int round;
	int fd;

	perf_attr_init(&attr, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_BPF_OUTPUT);
	attr.disabled = 0;
	ASSERT_EQ(0, perf_pin_cpu(self->cpus[0]));
	for (round = 0; round < 3; round++) {
		fd = perf_open(&attr, 0, self->cpus[0], -1, 0);
		ASSERT_GE(fd, 0);
		perf_burn_cpu(1000000);
		close(fd);
		/* kfree_rcu() collects objects for 5 s and then waits for a grace period */
		sleep(6);
		EXPECT_EQ(0, perf_try(&attr, 0, self->cpus[0], -1, 0));
		EXPECT_EQ(0, perf_try(&attr, 0, self->cpus[1], -1, 0));
		EXPECT_EQ(0, perf_try(&attr, 0, -1, -1, 0));
	}
}

/* Forks all the time: children that live for a second, with children of their own */
static int fork_on(void *argument)
{
	int level = *(int *)argument;
	pid_t pid;

	for (;;) {
		pid = fork();
		if (pid < 0)
			return 1;
		if (!pid) {
			if (level < 2) {
				alarm(1);
				level++;
				continue;
			}
			perf_burn_cpu(20000000);
			_exit(0);
		}
		perf_burn_cpu(100000);
		while (waitpid(-1, NULL, level ? 0 : WNOHANG) > 0)
			;
	}
}

/* A child forked during PERF_EVENT_IOC_DISABLE must not count either */
TEST_F_TIMEOUT(left, disabled_means_all, 120)
{
	unsigned int round;
	uint64_t count;
	int level = 1;
	int fd;

	self->attr.inherit = 1;
	ASSERT_EQ(0, perf_child_start(&self->child, fork_on, &level));
	fd = perf_open(&self->attr, self->child.pid, -1, -1, 0);
	ASSERT_GE(fd, 0);
	perf_child_go(&self->child);
	for (round = 0; round < 100; round++) {
		usleep(2000);
		ASSERT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_DISABLE, 0));
		count = perf_count(fd);
		usleep(10000);
		ASSERT_EQ(count, perf_count(fd));
		ASSERT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_ENABLE, 0));
	}
	close(fd);
}

TEST_HARNESS_MAIN
