// SPDX-License-Identifier: GPL-2.0
/*
 * Memory of the kernel, in bytes:
 *
 * memory-event:     an event of the calling task, with its file.
 * memory-instance:  an inherited instance of an event.
 * memory-context:   what the first instance of a task takes beyond memory-instance.
 * memory-ring-page: a page of a ring that is mapped and read, with page tables.
 *
 * The first three are sums over the caches of /proc/slabinfo: objects that each of many events or
 * tasks takes, rounded to a whole number, times their size. A line "OBJECTS <row> <cache>
 * <objects> <size>" shows each term. Free objects of a CPU's slab are reported as used, and
 * caches have other users; both together are far less than half an object for each event.
 * memory-event-pages and memory-instance-pages are what the same events take from the free pages,
 * which contains space that is left over in the slabs, and all that is in no cache.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "event.h"

#define EVENTS		2048
#define TASKS		256
#define TASK_EVENTS	33
#define RINGS		16
#define RING_PAGES	1024
#define CACHES_MAX	512
#define CACHE_NAME	64

/**
 * struct cache - a cache of /proc/slabinfo
 * @name:    its name
 * @objects: number in use; in a difference, that of each event or task
 * @bytes:   size of one
 */
struct cache {
	char		name[CACHE_NAME];
	long long	objects;
	long long	bytes;
};

/**
 * struct usage - memory in use
 * @caches: all caches; their order and number are the same in a run
 * @number: of @caches
 * @free:   bytes of free pages
 */
struct usage {
	struct cache	caches[CACHES_MAX];
	unsigned int	number;
	long long	free;
};

static FILE *proc_open(const char *path)
{
	FILE *file = fopen(path, "r");

	if (!file)
		bench_die(path);
	return file;
}

static void caches_read(struct usage *usage)
{
	FILE *file = proc_open("/proc/slabinfo");
	struct cache *cache = usage->caches;
	char line[512];

	usage->number = 0;
	while (fgets(line, sizeof(line), file)) {
		if (sscanf(line, "%63s %lld %*d %lld", cache->name, &cache->objects,
			   &cache->bytes) != 3)
			continue;
		cache++;
		if (++usage->number == CACHES_MAX)
			bench_wrong("more caches than CACHES_MAX");
	}
	fclose(file);
	if (!usage->number)
		bench_wrong("no cache in /proc/slabinfo");
}

/* Free pages of all zones, with those that the lists of CPUs keep. */
static void free_read(struct usage *usage)
{
	FILE *file;
	char line[512];
	long long pages, sum = 0;

	/* Reading this file adds what each CPU has counted to the counters of the zones. */
	file = proc_open("/proc/sys/vm/stat_refresh");
	while (fgets(line, sizeof(line), file))
		;
	fclose(file);
	file = proc_open("/proc/zoneinfo");
	while (fgets(line, sizeof(line), file)) {
		if (sscanf(line, " pages free %lld", &pages) == 1 ||
		    sscanf(line, " count: %lld", &pages) == 1)
			sum += pages;
	}
	fclose(file);
	usage->free = sum * sysconf(_SC_PAGESIZE);
}

/* Read what is in use, once a grace period has freed what is not. */
static void usage_read(struct usage *usage)
{
	const struct timespec pause = { .tv_nsec = 200 * 1000 * 1000 };

	nanosleep(&pause, NULL);
	caches_read(usage);
	free_read(usage);
}

static long long divide_round(long long dividend, long long divisor)
{
	return (dividend + (dividend < 0 ? -divisor : divisor) / 2) / divisor;
}

/*
 * Print row @name: the caches' bytes of each of @units things, which are in use in @after, but not
 * in @before. Return: the bytes. One object of each has to be of a cache of events.
 */
static long long report_objects(const char *name, const struct usage *before,
				const struct usage *after, unsigned int units)
{
	long long objects, bytes = 0;
	bool counted = false;
	unsigned int i;

	if (before->number != after->number)
		bench_wrong("a cache came or went");
	for (i = 0; i < after->number; i++) {
		const struct cache *cache = &after->caches[i];

		objects = divide_round(cache->objects - before->caches[i].objects, units);
		if (!objects)
			continue;
		printf("OBJECTS %s %s %lld %lld\n", name, cache->name, objects, cache->bytes);
		bytes += objects * cache->bytes;
		counted |= objects == 1 && !strncmp(cache->name, "perf_event", 10);
	}
	if (!counted)
		bench_wrong("not one more object of the cache of events for each event");
	bench_report(name, bytes);
	return bytes;
}

static void report_pages(const char *name, const struct usage *before, const struct usage *after,
			 unsigned int units)
{
	bench_report(name, divide_round(before->free - after->free, units));
}

static struct usage before, after;

static void report_event(void)
{
	const struct perf_event_attr attr = event_software(PERF_COUNT_SW_PAGE_FAULTS);
	static int fds[EVENTS];

	/* The first event stays, so that the task's context is there already. */
	event_open(&attr, -1);
	/* The table of descriptors grows once, and the array is in memory. */
	event_open_many(&attr, fds, EVENTS);
	event_close_many(fds, EVENTS);

	usage_read(&before);
	event_open_many(&attr, fds, EVENTS);
	usage_read(&after);
	if (event_count_files(getpid()) != EVENTS + 1)
		bench_wrong("not all events were opened");
	report_objects("memory-event", &before, &after, EVENTS);
	report_pages("memory-event-pages", &before, &after, EVENTS);
	event_close_many(fds, EVENTS);
}

/* Store what is in use while TASKS children wait, each with @events inherited instances. */
static void tasks_usage(struct usage *usage, unsigned int events)
{
	struct perf_event_attr attr = event_software(PERF_COUNT_SW_PAGE_FAULTS);
	static int fds[TASK_EVENTS];
	static pid_t pids[TASKS];
	unsigned int i;
	int go[2];

	attr.inherit = 1;
	if (pipe(go))
		bench_die("pipe");
	event_open_many(&attr, fds, events);
	for (i = 0; i < TASKS; i++) {
		pids[i] = fork();
		if (pids[i] < 0)
			bench_die("fork");
		if (!pids[i]) {
			char byte;

			close(go[1]);
			_exit(read(go[0], &byte, 1) != 0);
		}
	}
	usage_read(usage);
	close(go[0]);
	close(go[1]);
	for (i = 0; i < TASKS; i++) {
		if (waitpid(pids[i], NULL, 0) != pids[i])
			bench_die("waitpid");
	}
	event_close_many(fds, events);
}

static void report_tasks(void)
{
	static struct usage none, one, many;
	long long instance, first;

	/* No figure contains memory that the first round allocates for good. */
	tasks_usage(&none, TASK_EVENTS);
	tasks_usage(&none, 0);
	tasks_usage(&one, 1);
	tasks_usage(&many, TASK_EVENTS);
	instance = report_objects("memory-instance", &one, &many, TASKS * (TASK_EVENTS - 1));
	report_pages("memory-instance-pages", &one, &many, TASKS * (TASK_EVENTS - 1));
	first = report_objects("memory-instance-first", &none, &one, TASKS);
	bench_report("memory-context", first - instance);
}

static void report_rings(void)
{
	const struct perf_event_attr attr = event_software(PERF_COUNT_SW_PAGE_FAULTS);
	static struct event_ring rings[RINGS];
	static int fds[RINGS];
	size_t page = sysconf(_SC_PAGESIZE), offset;
	unsigned int i;

	event_open_many(&attr, fds, RINGS);
	usage_read(&before);
	for (i = 0; i < RINGS; i++) {
		rings[i] = event_map(fds[i], RING_PAGES);
		for (offset = 0; offset < rings[i].bytes; offset += page)
			(void)*(volatile char *)((char *)rings[i].page + offset);
	}
	usage_read(&after);
	report_pages("memory-ring-page", &before, &after, RINGS * RING_PAGES);
	for (i = 0; i < RINGS; i++)
		event_unmap(&rings[i]);
	event_close_many(fds, RINGS);
}

void bench_memory(void)
{
	event_allow_files(EVENTS);
	report_event();
	report_tasks();
	report_rings();
}
