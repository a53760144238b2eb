// SPDX-License-Identifier: GPL-2.0
/* Opening, mapping and draining events. */
#include <dirent.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bench.h"
#include "event.h"

/* Return the attr of a software event that starts enabled, in user and kernel mode. */
struct perf_event_attr event_software(unsigned long long config)
{
	return (struct perf_event_attr) {
		.type	= PERF_TYPE_SOFTWARE,
		.size	= sizeof(struct perf_event_attr),
		.config	= config,
	};
}

/* Return the same for a tracepoint; @name is "subsystem/name". */
struct perf_event_attr event_tracepoint(const char *name)
{
	struct perf_event_attr attr = {
		.type	= PERF_TYPE_TRACEPOINT,
		.size	= sizeof(attr),
	};
	unsigned long long id;
	char path[128];
	FILE *file;

	snprintf(path, sizeof(path), "/sys/kernel/tracing/events/%s/id", name);
	file = fopen(path, "r");
	if (!file || fscanf(file, "%llu", &id) != 1)
		bench_die(path);
	fclose(file);
	attr.config = id;
	return attr;
}

/* Store the type of PMU @name. Return: whether there is one. */
bool event_pmu_type(const char *name, unsigned int *type)
{
	char path[128];
	FILE *file;
	bool found;

	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/type", name);
	file = fopen(path, "r");
	if (!file)
		return false;
	found = fscanf(file, "%u", type) == 1;
	fclose(file);
	return found;
}

/* Open an event on the calling task, any CPU; a @leader of -1 means no group. */
int event_open(const struct perf_event_attr *attr, int leader)
{
	int fd = syscall(SYS_perf_event_open, attr, 0, -1, leader, PERF_FLAG_FD_CLOEXEC);

	if (fd < 0)
		bench_die("perf_event_open");
	return fd;
}

/* Open an event on task @pid, any CPU. */
int event_open_task(const struct perf_event_attr *attr, pid_t pid)
{
	int fd = syscall(SYS_perf_event_open, attr, pid, -1, -1, PERF_FLAG_FD_CLOEXEC);

	if (fd < 0)
		bench_die("perf_event_open for a task");
	return fd;
}

/* Open an event on @cpu for a cgroup; @folder is a descriptor of the cgroup's directory. */
int event_open_cgroup(const struct perf_event_attr *attr, int folder, int cpu)
{
	int fd = syscall(SYS_perf_event_open, attr, folder, cpu, -1,
			 PERF_FLAG_FD_CLOEXEC | PERF_FLAG_PID_CGROUP);

	if (fd < 0)
		bench_die("perf_event_open for a control group");
	return fd;
}

/* Open @number events of the same @attr into @fds. */
void event_open_many(const struct perf_event_attr *attr, int *fds, unsigned int number)
{
	while (number--)
		fds[number] = event_open(attr, -1);
}

void event_close_many(const int *fds, unsigned int number)
{
	while (number--)
		close(fds[number]);
}

/* Let the process have @number events open, besides a few other files. */
void event_allow_files(unsigned int number)
{
	const struct rlimit files = { .rlim_cur = number + 64, .rlim_max = number + 64 };

	if (setrlimit(RLIMIT_NOFILE, &files))
		bench_die("setrlimit");
}

/* Return how many of the files that process @pid has open are events. */
unsigned int event_count_files(pid_t pid)
{
	char folder[64], path[512], target[64];
	unsigned int number = 0;
	struct dirent *entry;
	ssize_t length;
	DIR *files;

	snprintf(folder, sizeof(folder), "/proc/%d/fd", pid);
	files = opendir(folder);
	if (!files)
		bench_die(folder);
	while ((entry = readdir(files))) {
		snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
		length = readlink(path, target, sizeof(target) - 1);
		if (length < 0)
			continue;
		target[length] = 0;
		number += !strcmp(target, "anon_inode:[perf_event]");
	}
	closedir(files);
	return number;
}

/* Store the time that each event was enabled; its read_format is TOTAL_TIME_ENABLED alone. */
void event_read_times(const int *fds, uint64_t *times, unsigned int number)
{
	struct {
		uint64_t count;
		uint64_t enabled;
	} result;
	unsigned int i;

	for (i = 0; i < number; i++) {
		if (read(fds[i], &result, sizeof(result)) != sizeof(result))
			bench_die("read of a time");
		times[i] = result.enabled;
	}
}

void event_ioctl_argument(int fd, unsigned long request, void *argument)
{
	if (ioctl(fd, request, argument))
		bench_die("ioctl");
}

void event_ioctl(int fd, unsigned long request)
{
	event_ioctl_argument(fd, request, NULL);
}

/* Map a ring with @pages of data, a power of two. */
struct event_ring event_map(int fd, unsigned int pages)
{
	struct event_ring ring = { .bytes = (pages + 1) * sysconf(_SC_PAGESIZE) };
	void *memory = mmap(NULL, ring.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	if (memory == MAP_FAILED)
		bench_die("mmap of a ring");
	ring.page = memory;
	return ring;
}

void event_unmap(const struct event_ring *ring)
{
	if (munmap(ring->page, ring->bytes))
		bench_die("munmap of a ring");
}

/* Discard the ring's records; returns their size in bytes. */
size_t event_ring_drain(const struct event_ring *ring)
{
	unsigned long long head = __atomic_load_n(&ring->page->data_head, __ATOMIC_ACQUIRE);
	size_t bytes = head - ring->page->data_tail;

	__atomic_store_n(&ring->page->data_tail, head, __ATOMIC_RELEASE);
	return bytes;
}
