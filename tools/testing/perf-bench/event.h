/* SPDX-License-Identifier: GPL-2.0 */
/* Opening the events that are timed; whatever fails ends the process. */
#ifndef PERF_BENCH_EVENT_H
#define PERF_BENCH_EVENT_H

#include <linux/perf_event.h>
#include <stddef.h>

/* A software event's attr: counts user and kernel, enabled. */
struct perf_event_attr event_software(unsigned long long config);

/* The same for a tracepoint, "subsystem/name". */
struct perf_event_attr event_tracepoint(const char *name);

/* Open on the calling task, any CPU; @leader -1 for an event of its own. */
int event_open(const struct perf_event_attr *attr, int leader);

/* Open on the tasks of a control group that run on @cpu; @folder is the group's. */
int event_open_cgroup(const struct perf_event_attr *attr, int folder, int cpu);

/* Open @number events of the same kind. */
void event_open_many(const struct perf_event_attr *attr, int *fds, unsigned int number);
void event_close_many(const int *fds, unsigned int number);

void event_ioctl(int fd, unsigned long request);
void event_ioctl_argument(int fd, unsigned long request, void *argument);

/**
 * struct event_ring - a ring mapped
 * @page:  user page
 * @bytes: of the whole mapping
 */
struct event_ring {
	struct perf_event_mmap_page	*page;
	size_t				bytes;
};

/* @pages of data, a power of two. */
struct event_ring event_map(int fd, unsigned int pages);
void event_unmap(const struct event_ring *ring);

/* Throw away what is in the ring; returns the bytes there were. */
size_t event_ring_drain(const struct event_ring *ring);

#endif
