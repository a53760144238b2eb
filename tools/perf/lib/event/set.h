/* SPDX-License-Identifier: GPL-2.0 */
/* A list of events, opened: one file descriptor per event, CPU and thread. */
#ifndef PERF_EVENT_SET_H
#define PERF_EVENT_SET_H

#include <event/spec.h>
#include <sys/cpus.h>
#include <sys/threads.h>

/**
 * struct perf_event_opened - one event, opened
 * @cpus: CPUs of @fds; a single -1: any CPU that the threads run on
 * @fds: by CPU, then by thread: fds[cpu * threads + thread]; -1: not open
 * @code: positive errno if the event is open nowhere, else 0
 * @stripped: name of the last feature removed from attr for an older kernel; NULL if none
 */
struct perf_event_opened {
	struct perf_cpus	cpus;
	int			*fds;
	int			code;
	const char		*stripped;
};

/* Without permission for the kernel, count user mode only (perf_event_drop_kernel()). */
#define PERF_SET_DROP_KERNEL	0x1
/* Skip events that do not exist here; perf_event_opened.code holds the errno. */
#define PERF_SET_SKIP_MISSING	0x2

/* Replace cycles by cpu-clock where no counter counts them (perf_event_take_clock()). */
#define PERF_SET_TAKE_CLOCK	0x4

/**
 * struct perf_event_set - opened events
 * @list: the events; perf_event_set_open() may change their names and attributes
 * @threads: threads that the events are opened in, not owned
 * @at: for each event of @list, its descriptors
 * @count: number of events
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
 * perf_event_set_fd() - get a file descriptor of a set
 * @set: the set
 * @event: index of the event
 * @cpu: index in the event's CPUs
 * @thread: index in the threads
 *
 * Return: the descriptor, -1 if it is not open.
 */
static inline int perf_event_set_fd(const struct perf_event_set *set, size_t event, size_t cpu,
				    size_t thread)
{
	const struct perf_event_opened *opened = &set->at[event];

	return opened->fds ? opened->fds[cpu * set->threads->count + thread] : -1;
}

#endif
