// SPDX-License-Identifier: GPL-2.0
/*
 * fork-exit-N: cost that each of N inherited events adds to vfork(), _exit() and waitpid(). With
 * fork(), copying the address space would dominate the figure.
 */
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "event.h"

#define ROUNDS		300
#define ROUNDS_A_PAUSE	6
#define EVENTS_MAX	16

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
}
