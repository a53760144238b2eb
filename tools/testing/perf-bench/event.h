/* SPDX-License-Identifier: GPL-2.0 */
/* Opening the timed events; any failure ends the process by bench_die(). */
#ifndef PERF_BENCH_EVENT_H
#define PERF_BENCH_EVENT_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct perf_event_attr event_software(unsigned long long config);
struct perf_event_attr event_tracepoint(const char *name);
bool event_pmu_type(const char *name, unsigned int *type);
int event_open(const struct perf_event_attr *attr, int leader);
int event_open_task(const struct perf_event_attr *attr, pid_t pid);
int event_open_cgroup(const struct perf_event_attr *attr, int folder, int cpu);
void event_open_many(const struct perf_event_attr *attr, int *fds, unsigned int number);
void event_close_many(const int *fds, unsigned int number);
void event_allow_files(unsigned int number);
unsigned int event_count_files(pid_t pid);
void event_read_times(const int *fds, uint64_t *times, unsigned int number);
void event_ioctl(int fd, unsigned long request);
void event_ioctl_argument(int fd, unsigned long request, void *argument);

/**
 * struct event_ring - a mapped ring
 * @page:  user page
 * @bytes: size of the whole mapping
 */
struct event_ring {
	struct perf_event_mmap_page	*page;
	size_t				bytes;
};

struct event_ring event_map(int fd, unsigned int pages);
void event_unmap(const struct event_ring *ring);
size_t event_ring_drain(const struct event_ring *ring);

#endif
