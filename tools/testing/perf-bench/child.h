/* SPDX-License-Identifier: GPL-2.0 */
/* A process with events, whose end or whose execve() is timed. */
#ifndef PERF_BENCH_CHILD_H
#define PERF_BENCH_CHILD_H

#include <linux/perf_event.h>
#include <stdint.h>
#include <sys/types.h>

#include "bench.h"

/*
 * A child runs for so long, and its events have to show so much of it: less, since they use another
 * clock, but more than a parent runs meanwhile.
 */
#define CHILD_SPIN_NS	(30 * 1000 * 1000)
#define CHILD_SHOWN_NS	(20 * 1000 * 1000)

/**
 * struct child - a process that shares the parent's memory, but not its files
 * @pid:     process id; 0 in the child
 * @body:    what it runs; if it returns, the process ends
 * @data:    for @body
 * @in:      where the child reads the parent's bytes
 * @out:     where the child writes its answers
 * @command: where the parent writes a byte for each step
 * @answer:  where the parent reads the child's answers
 */
struct child {
	pid_t	pid;
	void	(*body)(struct child *child);
	void	*data;
	int	in;
	int	out;
	int	command;
	int	answer;
};

void child_start(struct child *child);
void child_end(struct child *child);
void child_spin(void);

/* In the child: wait for the parent's next byte; send an answer. */
void child_wait(const struct child *child);
void child_send(const struct child *child, uint64_t answer);

/* In the parent: let the child go on; receive an answer. */
void child_go(const struct child *child);
uint64_t child_receive(const struct child *child);

/**
 * struct child_events - events on a child
 * @number: how many
 * @fds:    their descriptors, in the parent
 * @times:  times enabled, by child_events_times()
 */
struct child_events {
	unsigned int	number;
	int		fds[BENCH_SIZE_MAX];
	uint64_t	times[BENCH_SIZE_MAX];
};

struct perf_event_attr child_attr(void);
void child_events_open(struct child_events *events, const struct perf_event_attr *attr, pid_t pid);
void child_events_times(struct child_events *events);
unsigned int child_events_spun(const struct child_events *events);

#endif
