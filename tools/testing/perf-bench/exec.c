// SPDX-License-Identifier: GPL-2.0
/*
 * Costs that N events of a process add to its execve(), until the new program's main(), for each
 * event:
 *
 * exec-enable-N: events that execve() enables (attr.enable_on_exec).
 * exec-remove-N: events that execve() removes (attr.remove_on_exec).
 *
 * The new program is this one again. In the first round it runs for a while, which the events of
 * the first kind have to show, and those of the second must not.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "child.h"
#include "event.h"
#include "exec.h"

#define ROUNDS		7
#define ARGUMENT	"--executed"
#define ENDING		"--end"

/**
 * struct execution - a process that executes a program
 * @child:  the process
 * @events: on it
 * @attr:   of the events
 * @spins:  whether the new program runs for a while
 */
struct execution {
	struct child		child;
	struct child_events	events;
	struct perf_event_attr	attr;
	bool			spins;
};

/* Execute this program again, which ends at once. */
void exec_to_end(void)
{
	char *arguments[] = { "perf-bench", ENDING, NULL };

	execv("/proc/self/exe", arguments);
	bench_die("execv");
}

/* main() of the new program: arguments are the descriptor, whether to spin, the ticks before. */
void exec_continue(int argc, char **argv)
{
	uint64_t now = bench_ticks(), ticks;

	if (argc == 2 && !strcmp(argv[1], ENDING))
		_exit(0);
	if (argc != 5 || strcmp(argv[1], ARGUMENT))
		return;
	ticks = now - strtoull(argv[4], NULL, 10);
	if (*argv[3] == '1')
		child_spin();
	if (write(atoi(argv[2]), &ticks, sizeof(ticks)) != sizeof(ticks))
		_exit(1);
	_exit(0);
}

static void execution_body(struct child *child)
{
	struct execution *execution = child->data;
	char descriptor[16], ticks[32];
	char *arguments[] = {
		"perf-bench", ARGUMENT, descriptor, execution->spins ? "1" : "0", ticks, NULL,
	};

	snprintf(descriptor, sizeof(descriptor), "%d", child->out);
	child_wait(child);
	snprintf(ticks, sizeof(ticks), "%llu", (unsigned long long)bench_ticks());
	execv("/proc/self/exe", arguments);
	_exit(1);
}

/* Check that execve() did what the attr asks for. */
static void execution_check(struct execution *execution)
{
	unsigned int spun = child_events_spun(&execution->events);

	if (execution->attr.enable_on_exec && spun != execution->events.number)
		bench_wrong("execve() did not enable all events");
	if (execution->attr.remove_on_exec && spun)
		bench_wrong("execve() did not remove all events");
}

/* One round: ticks of execve(). */
static uint64_t execution_run(struct execution *execution)
{
	const struct timespec pause = { .tv_nsec = 50 * 1000 * 1000 };
	uint64_t ticks;

	/* A grace period frees the memory of the round before. */
	nanosleep(&pause, NULL);
	child_start(&execution->child);
	child_events_open(&execution->events, &execution->attr, execution->child.pid);
	child_events_times(&execution->events);
	child_go(&execution->child);
	ticks = child_receive(&execution->child);
	child_end(&execution->child);
	if (execution->spins)
		execution_check(execution);
	execution->spins = false;
	close(execution->child.command);
	close(execution->child.answer);
	event_close_many(execution->events.fds, execution->events.number);
	return ticks;
}

static int64_t execution_cost(const struct perf_event_attr *attr, unsigned int number)
{
	static struct execution execution;
	uint64_t ticks[ROUNDS];
	unsigned int round;

	execution.child.body = execution_body;
	execution.child.data = &execution;
	execution.attr = *attr;
	execution.events.number = number;
	execution.spins = true;
	for (round = 0; round < ROUNDS; round++)
		ticks[round] = execution_run(&execution);
	return bench_median(ticks, ROUNDS);
}

static void report(const char *what, const struct perf_event_attr *attr, int64_t none)
{
	static const unsigned int sizes[] = BENCH_SIZES;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++)
		bench_report_each(what, sizes[i], execution_cost(attr, sizes[i]) - none);
}

void bench_exec(void)
{
	struct perf_event_attr enable = child_attr(), remove = child_attr();
	int64_t none;

	event_allow_files(BENCH_SIZE_MAX);
	enable.disabled = 1;
	enable.enable_on_exec = 1;
	remove.remove_on_exec = 1;
	none = execution_cost(&enable, 0);
	bench_report("exec-none", none);
	report("exec-enable", &enable, none);
	report("exec-remove", &remove, none);
}
