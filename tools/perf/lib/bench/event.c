// SPDX-License-Identifier: GPL-2.0
/*
 * Operations of perf events themselves, on software events of this thread: every machine has
 * software events, and the code around the PMU is the same for all events.
 */
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <base/io.h>
#include <base/num.h>
#include <bench/families.h>
#include <sys/open.h>
#include <sys/ring.h>

#define OPEN_LOOPS	20000
#define FAST_LOOPS	1000000
#define SAMPLE_LOOPS	200000
#define SWITCH_LOOPS	100000
#define RING_PAGES	8
#define SAMPLE_PAGES	64
#define EVENTS_MAX	1024

/* A group of events of this thread, leader first. */
struct group {
	int fds[EVENTS_MAX];
	size_t nr;
};

static int open_event(const struct group *group, struct perf_event_attr attr,
		      struct perf_error *error)
{
	struct perf_open open = {
		.attr = &attr, .name = "software event", .pid = 0, .cpu = -1,
		.group = group->nr ? group->fds[0] : -1,
	};
	int fd = perf_open(&open);

	if (fd < 0)
		perf_open_explain(&open, -fd, error);
	return fd;
}

static void close_group(struct group *group)
{
	while (group->nr)
		close(group->fds[--group->nr]);
}

static int open_group(struct group *group, const struct perf_bench_options *options,
		      struct perf_error *error)
{
	size_t nr = options->events ? (size_t)options->events : 1;
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_TASK_CLOCK,
		.read_format = PERF_FORMAT_GROUP,
	};

	if (nr > EVENTS_MAX)
		return perf_error_set(error, EINVAL, "at most %d events", EVENTS_MAX);
	for (group->nr = 0; group->nr < nr; group->nr++) {
		int fd = open_event(group, attr, error);

		if (fd < 0) {
			close_group(group);
			return fd;
		}
		group->fds[group->nr] = fd;
	}
	return 0;
}

static int bench_finish(struct perf_bench_result *result, const char *what, uint64_t loops,
			uint64_t ns, const struct perf_bench_options *options,
			struct perf_error *error)
{
	if (!perf_bench_add_operations(result, loops, ns))
		return perf_error_memory(error);
	perf_str_format(&result->heading, "# Executed %" PRIu64 " times: %s, %d event%s\n", loops,
			what, options->events ? options->events : 1,
			options->events > 1 ? "s in a group" : "");
	return 0;
}

PERF_BENCH(event_open)
{
	uint64_t loops = options->loops ? options->loops : OPEN_LOOPS, i, start;
	struct group group;

	start = perf_clock_ns(CLOCK_MONOTONIC);
	for (i = 0; i < loops; i++) {
		int err = open_group(&group, options, error);

		if (err)
			return err;
		close_group(&group);
	}
	start = perf_clock_ns(CLOCK_MONOTONIC) - start;
	return bench_finish(result, "perf_event_open() and close()", loops, start, options, error);
}

PERF_BENCH(event_read)
{
	uint64_t loops = options->loops ? options->loops : FAST_LOOPS, i, start;
	uint64_t counts[EVENTS_MAX + 1];
	struct group group;
	int err = open_group(&group, options, error);

	if (err)
		return err;
	start = perf_clock_ns(CLOCK_MONOTONIC);
	for (i = 0; i < loops && !err; i++)
		if (read(group.fds[0], counts, sizeof(counts)) <= 0)
			err = perf_error_set(error, errno, "cannot read the count: %m");
	start = perf_clock_ns(CLOCK_MONOTONIC) - start;
	close_group(&group);
	return err ? err : bench_finish(result, "read()", loops, start, options, error);
}

PERF_BENCH(event_toggle)
{
	uint64_t loops = options->loops ? options->loops : FAST_LOOPS, i, start;
	struct group group;
	int err = open_group(&group, options, error);

	if (err)
		return err;
	start = perf_clock_ns(CLOCK_MONOTONIC);
	for (i = 0; i < loops && !err; i++)
		if (ioctl(group.fds[0], PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP) ||
		    ioctl(group.fds[0], PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP))
			err = perf_error_set(error, errno, "cannot enable or disable: %m");
	start = perf_clock_ns(CLOCK_MONOTONIC) - start;
	close_group(&group);
	if (err)
		return err;
	return bench_finish(result, "disable and enable by ioctl()", loops, start, options, error);
}

PERF_BENCH(event_map)
{
	uint64_t loops = options->loops ? options->loops : OPEN_LOOPS, i, start;
	struct perf_ring ring = { 0 };
	struct group group;
	int err = open_group(&group, options, error);

	if (err)
		return err;
	start = perf_clock_ns(CLOCK_MONOTONIC);
	for (i = 0; i < loops && !err; i++) {
		err = perf_ring_map(&ring, group.fds[0], RING_PAGES, false, error);
		if (!err)
			perf_ring_unmap(&ring);
	}
	start = perf_clock_ns(CLOCK_MONOTONIC) - start;
	close_group(&group);
	if (err)
		return err;
	return bench_finish(result, "map and unmap a ring of 8 pages", loops, start, options,
			    error);
}

/* ---- samples --------------------------------------------------------------------------- */

/* Causes @loops page faults. Empties @ring, unless NULL, after each 256 faults and at the end. */
static uint64_t bench_fault(unsigned char *page, uint64_t loops, struct perf_ring *ring,
			    uint64_t *samples)
{
	uint64_t start = perf_clock_ns(CLOCK_MONOTONIC), i;
	unsigned char copy[PERF_RECORD_MAX];
	size_t size = (size_t)sysconf(_SC_PAGESIZE);

	for (i = 0; i < loops; i++) {
		*(volatile unsigned char *)page = 1;
		madvise(page, size, MADV_DONTNEED);
		if (!ring || (i % 256 && i + 1 < loops))
			continue;
		perf_ring_begin(ring);
		while (perf_ring_next(ring, copy))
			++*samples;
		perf_ring_end(ring);
	}
	return perf_clock_ns(CLOCK_MONOTONIC) - start;
}

static int add_row(struct perf_bench_result *result, const char *name, uint64_t loops,
		   uint64_t ns, struct perf_error *error)
{
	struct perf_bench_row *row = perf_bench_add_row(result, name);

	if (!row)
		return perf_error_memory(error);
	row->ns = ns;
	row->count = loops;
	return 0;
}

static int sample_faults(unsigned char *page, uint64_t loops, struct perf_bench_result *result,
			 struct perf_error *error)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_PAGE_FAULTS,
		.sample_period = 1, .disabled = 1,
		.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
			       PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD | PERF_SAMPLE_ADDR,
	};
	struct perf_ring ring = { 0 };
	struct group none = { .nr = 0 };
	uint64_t samples = 0, ns;
	int fd, err;

	fd = open_event(&none, attr, error);
	if (fd < 0)
		return fd;
	err = perf_ring_map(&ring, fd, SAMPLE_PAGES, false, error);
	if (!err) {
		ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
		ns = bench_fault(page, loops, &ring, &samples);
		err = add_row(result, "page faults, each with a sample", loops, ns, error);
		perf_ring_unmap(&ring);
	}
	close(fd);
	if (!err && samples < loops)
		err = perf_error_set(error, EIO, "%" PRIu64 " faults made only %" PRIu64 " samples",
				     loops, samples);
	return err;
}

PERF_BENCH(event_sample)
{
	uint64_t loops = options->loops ? options->loops : SAMPLE_LOOPS;
	size_t size = (size_t)sysconf(_SC_PAGESIZE);
	unsigned char *page;
	int err;

	page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (page == MAP_FAILED)
		return perf_error_set(error, errno, "cannot map a page: %m");
	result->kind = PERF_BENCH_OPERATIONS;
	perf_str_format(&result->heading, "# Executed %" PRIu64 " page faults\n", loops);
	err = add_row(result, "page faults alone", loops, bench_fault(page, loops, NULL, NULL),
		      error);
	if (!err)
		err = sample_faults(page, loops, result, error);
	munmap(page, size);
	return err;
}

/* ---- context switches ------------------------------------------------------------------ */

struct partner {
	int in;
	int out;
};

/* Returns each byte read from @in on @out, until bench_ping()'s end of @in is closed. */
static void *bench_answer(void *context)
{
	struct partner *partner = context;
	char byte;

	while (perf_read_all(partner->in, &byte, 1) == 1 && !perf_write_all(partner->out, &byte, 1))
		;
	return NULL;
}

/* Binds the task to its CPU: each message and each answer is then a context switch. */
static int stay_here(cpu_set_t *before)
{
	cpu_set_t one;
	int cpu = sched_getcpu();

	if (cpu < 0 || sched_getaffinity(0, sizeof(*before), before))
		return -errno;
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	return sched_setaffinity(0, sizeof(one), &one) ? -errno : 0;
}

static int bench_ping(int out, int in, uint64_t loops, uint64_t *ns)
{
	uint64_t start = perf_clock_ns(CLOCK_MONOTONIC), i;
	char byte = 0;

	for (i = 0; i < loops; i++)
		if (perf_write_all(out, &byte, 1) || perf_read_all(in, &byte, 1) != 1)
			return -EPIPE;
	*ns = perf_clock_ns(CLOCK_MONOTONIC) - start;
	return 0;
}

static int switch_alone_and_counted(const struct perf_bench_options *options, int out, int in,
				    struct perf_bench_result *result, struct perf_error *error)
{
	uint64_t loops = options->loops ? options->loops : SWITCH_LOOPS, ns = 0;
	struct group group;
	char name[80];
	int err;

	err = bench_ping(out, in, loops, &ns);
	if (err)
		return perf_error_set(error, err, "the other thread failed");
	err = add_row(result, "no event", loops, ns, error);
	if (!err)
		err = open_group(&group, options, error);
	if (err)
		return err;
	err = bench_ping(out, in, loops, &ns);
	snprintf(name, sizeof(name), "%zu event%s on one of the threads", group.nr,
		 group.nr == 1 ? "" : "s");
	close_group(&group);
	if (err)
		return perf_error_set(error, err, "the other thread failed");
	perf_str_format(&result->heading, "# Executed %" PRIu64
			" switches there and back between two threads on one CPU\n", loops);
	return add_row(result, name, loops, ns, error);
}

PERF_BENCH(event_switch)
{
	int there[2], back[2], err;
	struct partner partner;
	pthread_t thread;
	cpu_set_t before;

	result->kind = PERF_BENCH_OPERATIONS;
	err = stay_here(&before);
	if (err)
		return perf_error_set(error, err, "cannot stay on one CPU: %s", strerror(-err));
	if (pipe(there) || pipe(back))
		return perf_error_set(error, errno, "cannot make a pipe: %m");
	partner = (struct partner){ .in = there[0], .out = back[1] };
	err = pthread_create(&thread, NULL, bench_answer, &partner);
	if (err)
		perf_error_set(error, err, "cannot make a thread: %s", strerror(err));
	else
		err = switch_alone_and_counted(options, there[1], back[0], result, error);
	close(there[1]);
	/* A positive errno is from pthread_create(): there is no thread to join */
	if (err <= 0)
		pthread_join(thread, NULL);
	close(there[0]);
	close(back[0]);
	close(back[1]);
	sched_setaffinity(0, sizeof(before), &before);
	return err > 0 ? -err : err;
}
