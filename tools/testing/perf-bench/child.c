// SPDX-License-Identifier: GPL-2.0
/*
 * A process with events, whose end or whose execve() is timed. It shares the memory of its parent,
 * so that the figures contain no address space that is copied or freed.
 */
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "child.h"
#include "event.h"

#define STACK_BYTES	(64 * 1024)

static int child_main(void *data)
{
	struct child *child = data;

	close(child->command);
	close(child->answer);
	child->body(child);
	_exit(0);
}

/* Start a child that runs child->body(). */
void child_start(struct child *child)
{
	static char stack[STACK_BYTES] __attribute__((__aligned__(16)));
	int in[2], out[2];

	if (pipe(in) || pipe(out))
		bench_die("pipe");
	child->in = in[0];
	child->command = in[1];
	child->answer = out[0];
	child->out = out[1];
	child->pid = clone(child_main, stack + STACK_BYTES, CLONE_VM | SIGCHLD, child);
	if (child->pid < 0)
		bench_die("clone");
	close(child->in);
	close(child->out);
}

/* Wait for the end of a child; it has to be a good one. */
void child_end(struct child *child)
{
	int status;

	if (waitpid(child->pid, &status, 0) != child->pid)
		bench_die("waitpid");
	if (status)
		bench_wrong("a child failed");
}

/* Run for CHILD_SPIN_NS of the caller's own time. */
void child_spin(void)
{
	struct timespec start, now;
	int64_t spent;

	if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start))
		bench_die("clock_gettime");
	do {
		if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now))
			bench_die("clock_gettime");
		spent = (now.tv_sec - start.tv_sec) * 1000000000LL + now.tv_nsec - start.tv_nsec;
	} while (spent < CHILD_SPIN_NS);
}

void child_wait(const struct child *child)
{
	char byte;

	/* The parent has ended if there is no byte. */
	if (read(child->in, &byte, 1) != 1)
		_exit(1);
}

void child_send(const struct child *child, uint64_t answer)
{
	if (write(child->out, &answer, sizeof(answer)) != sizeof(answer))
		_exit(1);
}

void child_go(const struct child *child)
{
	char byte = 0;

	if (write(child->command, &byte, 1) != 1)
		bench_die("write to a child");
}

uint64_t child_receive(const struct child *child)
{
	uint64_t answer;

	if (read(child->answer, &answer, sizeof(answer)) != sizeof(answer))
		bench_die("read from a child");
	return answer;
}

/* An event that counts what never happens here, so that counting adds nothing to a figure. */
struct perf_event_attr child_attr(void)
{
	struct perf_event_attr attr = event_software(PERF_COUNT_SW_ALIGNMENT_FAULTS);

	attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED;
	return attr;
}

/* Open events->number events on @pid; 0 is the caller. */
void child_events_open(struct child_events *events, const struct perf_event_attr *attr, pid_t pid)
{
	unsigned int i;

	for (i = 0; i < events->number; i++)
		events->fds[i] = event_open_task(attr, pid);
}

void child_events_times(struct child_events *events)
{
	event_read_times(events->fds, events->times, events->number);
}

/* Return how many events were enabled for CHILD_SHOWN_NS since child_events_times(). */
unsigned int child_events_spun(const struct child_events *events)
{
	static uint64_t now[BENCH_SIZE_MAX];
	unsigned int i, spun = 0;

	event_read_times(events->fds, now, events->number);
	for (i = 0; i < events->number; i++)
		spun += now[i] - events->times[i] >= CHILD_SHOWN_NS;
	return spun;
}
