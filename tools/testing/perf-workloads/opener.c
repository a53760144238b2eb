// SPDX-License-Identifier: GPL-2.0
/*
 * opener: opens and closes events of many kinds, some with a ring.
 *
 * Usage: opener [count]	that many opens, each closed again
 *	  opener locked		prints how many pages of rings this user may map
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define RING_PAGES	2
#define MOST_RINGS	4096

enum how {
	ON_SELF,
	ON_CPU,
	MAPPED,			/* on the calling task, with a ring */
	GROUPED,		/* a leader and a sibling; the leader closes first */
	REDIRECTED,		/* PERF_EVENT_IOC_SET_OUTPUT into the ring of another event */
};

struct kind {
	const char *name;
	enum how how;
	struct perf_event_attr attr;
};

static struct kind kinds[] = {
	{ "software", ON_SELF, { .type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_PAGE_FAULTS } },
	{ "inherited", ON_SELF, { .type = PERF_TYPE_SOFTWARE, .inherit = 1,
		.config = PERF_COUNT_SW_CONTEXT_SWITCHES } },
	{ "clock", ON_SELF, { .type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_TASK_CLOCK } },
	{ "clock sampling", MAPPED, { .type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_CPU_CLOCK, .freq = 1, .sample_freq = 1000,
		.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_CALLCHAIN } },
	{ "side band", MAPPED, { .type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_DUMMY, .mmap = 1, .comm = 1, .task = 1,
		.context_switch = 1, .sample_id_all = 1 } },
	{ "tracepoint", ON_SELF, { .type = PERF_TYPE_TRACEPOINT } },
	{ "tracepoint sampling", MAPPED, { .type = PERF_TYPE_TRACEPOINT,
		.sample_period = 1, .sample_type = PERF_SAMPLE_RAW } },
	{ "breakpoint", ON_SELF, { .type = PERF_TYPE_BREAKPOINT,
		.bp_type = HW_BREAKPOINT_W, .bp_len = HW_BREAKPOINT_LEN_4,
		.exclude_kernel = 1 } },
	{ "on a CPU", ON_CPU, { .type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_CPU_MIGRATIONS } },
	{ "group", GROUPED, { .type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_PAGE_FAULTS_MIN,
		.read_format = PERF_FORMAT_GROUP } },
	{ "redirected", REDIRECTED, { .type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_PAGE_FAULTS, .sample_period = 1,
		.sample_type = PERF_SAMPLE_TID } },
};

static int watched;

static int open_event(struct perf_event_attr *attr, int cpu, int group)
{
	return syscall(SYS_perf_event_open, attr, cpu < 0 ? 0 : -1, cpu, group,
		       PERF_FLAG_FD_CLOEXEC);
}

static void *map_ring(int fd)
{
	return mmap(NULL, (1 + RING_PAGES) * sysconf(_SC_PAGESIZE), PROT_READ | PROT_WRITE,
		    MAP_SHARED, fd, 0);
}

/* Open and close an event of one kind; -1 with errno set when a step fails */
static int try_kind(struct kind *kind)
{
	bool ring = kind->how == MAPPED || kind->how == REDIRECTED;
	int fd, other = -1, result = -1;
	void *map = NULL;

	fd = open_event(&kind->attr, kind->how == ON_CPU ? 0 : -1, -1);
	if (fd < 0)
		return -1;
	if (kind->how == GROUPED || kind->how == REDIRECTED) {
		other = open_event(&kind->attr, -1, kind->how == GROUPED ? fd : -1);
		if (other < 0)
			goto out;
	}
	if (ring) {
		map = map_ring(fd);
		if (map == MAP_FAILED)
			goto out;
	}
	if (kind->how == REDIRECTED && ioctl(other, PERF_EVENT_IOC_SET_OUTPUT, fd))
		goto out;
	watched++;
	getppid();
	result = 0;
out:
	/* close() comes before munmap(): the mapping outlives its descriptor */
	close(fd);
	if (map && map != MAP_FAILED)
		munmap(map, (1 + RING_PAGES) * sysconf(_SC_PAGESIZE));
	if (other >= 0)
		close(other);
	return result;
}

static int prepare_kinds(void)
{
	FILE *file = fopen("/sys/kernel/tracing/events/sched/sched_switch/id", "r");
	unsigned long id;

	if (!file || fscanf(file, "%lu", &id) != 1) {
		fprintf(stderr, "opener: no tracepoint id\n");
		return -1;
	}
	fclose(file);
	for (unsigned int i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		struct perf_event_attr *attr = &kinds[i].attr;

		attr->size = sizeof(*attr);
		if (attr->type == PERF_TYPE_TRACEPOINT)
			attr->config = id;
		if (attr->type == PERF_TYPE_BREAKPOINT)
			attr->bp_addr = (unsigned long)&watched;
		/* Without breakpoints kinds[0] replaces this kind */
		if (attr->type == PERF_TYPE_BREAKPOINT && try_kind(&kinds[i]) &&
		    (errno == ENOENT || errno == ENODEV))
			kinds[i] = kinds[0];
	}
	return 0;
}

static int print_locked(void)
{
	struct perf_event_attr attr = { .size = sizeof(attr), .type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_DUMMY, .exclude_kernel = 1 };
	long pages = 0;

	for (int i = 0; i < MOST_RINGS; i++) {
		int fd = open_event(&attr, -1, -1);

		if (fd < 0) {
			perror("perf_event_open");
			return 1;
		}
		if (map_ring(fd) == MAP_FAILED) {
			if (errno != EPERM) {
				perror("mmap");
				return 1;
			}
			printf("opener: %ld pages\n", pages);
			return 0;
		}
		pages += 1 + RING_PAGES;
	}
	fprintf(stderr, "opener: no end to what may be mapped\n");
	return 1;
}

int main(int argc, char **argv)
{
	long count;

	if (argc > 1 && !strcmp(argv[1], "locked"))
		return print_locked();
	count = argc > 1 ? strtol(argv[1], NULL, 0) : 1000;
	if (prepare_kinds())
		return 1;
	for (long i = 0; i < count; i++) {
		struct kind *kind = &kinds[i % (sizeof(kinds) / sizeof(*kinds))];

		if (try_kind(kind)) {
			fprintf(stderr, "opener: %s: %s\n", kind->name, strerror(errno));
			return 1;
		}
	}
	printf("opener: %ld opens\n", count);
	return 0;
}
