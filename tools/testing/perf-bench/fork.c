// SPDX-License-Identifier: GPL-2.0
/*
 * fork-exit-N: cost that each of N inherited events adds to vfork(), _exit() and waitpid(). With
 * fork(), copying the address space would dominate the figure.
 *
 * fork-inherit-N: cost that each of N inherited events adds to clone() alone, of a process that
 * shares the memory. The parent has a real-time policy, so that the child does not run before
 * clone() has returned.
 */
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "child.h"
#include "event.h"

#define ROUNDS		300
#define ROUNDS_A_PAUSE	6
#define EVENTS_MAX	16
#define ROUNDS_INHERIT	7

static void fork_and_exit(void *data)
{
	pid_t pid = vfork();

	if (pid < 0)
		bench_die("vfork");
	if (!pid)
		_exit(0);
	if (waitpid(pid, NULL, 0) != pid)
		bench_die("waitpid");
}

/*
 * Sleeping every ROUNDS_A_PAUSE rounds lets a grace period free the memory of earlier rounds. Each
 * round after the sleep meets another state of the allocator, as in real use.
 */
static void fork_settle(void *data)
{
	const struct timespec pause = { .tv_nsec = 20 * 1000 * 1000 };
	static unsigned int round;

	if (!(round++ % ROUNDS_A_PAUSE))
		nanosleep(&pause, NULL);
}

static int64_t cost_with(unsigned int events)
{
	struct perf_event_attr attr = event_software(PERF_COUNT_SW_PAGE_FAULTS);
	const struct bench_step step = {
		.before = fork_settle, .step = fork_and_exit, .rounds = ROUNDS,
	};
	int fds[EVENTS_MAX];
	int64_t cost;

	attr.inherit = 1;
	event_open_many(&attr, fds, events);
	cost = bench_typical_cost(&step);
	event_close_many(fds, events);
	return cost;
}

/**
 * struct inheriting - a task whose clone() is timed
 * @child:  the process that it makes
 * @events: its own events
 */
struct inheriting {
	struct child		child;
	struct child_events	events;
};

static void inheriting_wait(struct child *child)
{
	child_wait(child);
	child_spin();
}

static void inheriting_settle(void *data)
{
	const struct timespec pause = { .tv_nsec = 50 * 1000 * 1000 };

	nanosleep(&pause, NULL);
}

static void inheriting_start(void *data)
{
	child_start(&((struct inheriting *)data)->child);
}

/* The child runs for a while, and each event of the parent has to show its time. */
static void inheriting_check(void *data)
{
	struct inheriting *inheriting = data;
	struct child *child = &inheriting->child;

	child_events_times(&inheriting->events);
	child_go(child);
	child_end(child);
	close(child->command);
	close(child->answer);
	if (child_events_spun(&inheriting->events) != inheriting->events.number)
		bench_wrong("not all events were inherited");
}

static int64_t inherit_cost(unsigned int events)
{
	static struct inheriting inheriting;
	const struct bench_step step = {
		.before = inheriting_settle, .step = inheriting_start, .after = inheriting_check,
		.data = &inheriting, .rounds = ROUNDS_INHERIT,
	};
	struct perf_event_attr attr = child_attr();
	int64_t cost;

	attr.inherit = 1;
	inheriting.child.body = inheriting_wait;
	inheriting.events.number = events;
	child_events_open(&inheriting.events, &attr, 0);
	cost = bench_typical_cost(&step);
	event_close_many(inheriting.events.fds, events);
	return cost;
}

static void report_inherit(void)
{
	const struct sched_param first = { .sched_priority = 1 };
	static const unsigned int sizes[] = BENCH_SIZES;
	int64_t none;
	size_t i;

	event_allow_files(BENCH_SIZE_MAX);
	if (sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &first))
		bench_die("sched_setscheduler");
	none = inherit_cost(0);
	bench_report("fork-inherit-none", none);
	for (i = 0; i < ARRAY_SIZE(sizes); i++)
		bench_report_each("fork-inherit", sizes[i], inherit_cost(sizes[i]) - none);
}

void bench_fork(void)
{
	static const unsigned int numbers[] = { 1, 4, EVENTS_MAX };
	int64_t none = cost_with(0);
	char name[32];
	size_t i;

	bench_report("fork-exit-none", none);
	for (i = 0; i < ARRAY_SIZE(numbers); i++) {
		snprintf(name, sizeof(name), "fork-exit-%u", numbers[i]);
		bench_report(name, (cost_with(numbers[i]) - none) / numbers[i]);
	}
	report_inherit();
}
