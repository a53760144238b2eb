/* SPDX-License-Identifier: GPL-2.0 */
/* A list of events, opened: one file descriptor for each event, CPU and thread. */
#ifndef PERF_EVENT_SET_H
#define PERF_EVENT_SET_H

#include <event/spec.h>
#include <sys/cpus.h>
#include <sys/threads.h>

/**
 * struct perf_event_opened - one event, opened
 * @cpus: where; a single -1: wherever the threads run
 * @fds: by CPU, then by thread: fds[cpu * threads + thread]; -1: that one is not open
 * @code: 0, or the errno why it is open nowhere
 * @stripped: what the kernel did not know and was left out, NULL if nothing
 */
struct perf_event_opened {
	struct perf_cpus	cpus;
	int			*fds;
	int			code;
	const char		*stripped;
};

/* The kernel may be left out of the count for want of permission. */
#define PERF_SET_DROP_KERNEL	0x1
/* Events that do not exist here are left out, and their code says why. */
#define PERF_SET_SKIP_MISSING	0x2

/* Cycles become the clock where no counter counts them. */
#define PERF_SET_TAKE_CLOCK	0x4

/**
 * struct perf_event_set - opened events
 * @list: the events; opening may change names and attributes, where it has to give way
 * @threads: in which, not owned
 * @at: by event
 * @count: how many events
 */
struct perf_event_set {
	struct perf_event_list		*list;
	const struct perf_threads	*threads;
	struct perf_event_opened	*at;
	size_t				count;
};

int perf_event_set_open(struct perf_event_set *set, struct perf_event_list *list,
			const struct perf_cpus *cpus, const struct perf_threads *threads,
			unsigned int flags, struct perf_error *error);
void perf_event_set_close(struct perf_event_set *set);
int perf_event_set_ioctl(const struct perf_event_set *set, unsigned long request,
			 struct perf_error *error);
int perf_event_set_switch(const struct perf_event_set *set, const char *name, bool on,
			  size_t *found, struct perf_error *error);
int perf_event_set_filter(const struct perf_event_set *set, size_t event, const char *filter,
			  struct perf_error *error);

/**
 * perf_event_set_fd() - a file descriptor of a set
 * @set: the set
 * @event: index of the event
 * @cpu: index in the event's CPUs
 * @thread: index in the threads
 *
 * Return: the descriptor, -1 if that one is not open.
 */
static inline int perf_event_set_fd(const struct perf_event_set *set, size_t event, size_t cpu,
				    size_t thread)
{
	const struct perf_event_opened *opened = &set->at[event];

	return opened->fds ? opened->fds[cpu * set->threads->count + thread] : -1;
}

#endif
