// SPDX-License-Identifier: GPL-2.0
/*
 * map-first:        mmap() of a ring of 64 pages.
 * map-again:        mmap() of it again after munmap(). Includes time asleep: the time
 *                   stamp counter of an idle CPU goes on.
 * map-again-sleeps: number of times the task sleeps during map-again.
 */
#include <sys/resource.h>
#include <unistd.h>

#include "bench.h"
#include "event.h"

#define ROUNDS		10
#define RING_PAGES	64

struct mapping {
	int			fd;
	struct event_ring	ring;
};

static void mapping_open(void *data)
{
	struct perf_event_attr attr = event_software(PERF_COUNT_SW_PAGE_FAULTS);
	struct mapping *mapping = data;

	mapping->fd = event_open(&attr, -1);
}

static void mapping_map(void *data)
{
	struct mapping *mapping = data;

	mapping->ring = event_map(mapping->fd, RING_PAGES);
}

static void mapping_unmap(void *data)
{
	event_unmap(&((struct mapping *)data)->ring);
}

static void mapping_open_unmapped(void *data)
{
	mapping_open(data);
	mapping_map(data);
	mapping_unmap(data);
}

static void mapping_close(void *data)
{
	mapping_unmap(data);
	close(((struct mapping *)data)->fd);
}

static long count_sleeps(void)
{
	struct rusage usage;

	if (getrusage(RUSAGE_SELF, &usage))
		bench_die("getrusage");
	return usage.ru_nvcsw;
}

/* The least ru_nvcsw of a mapping, over all rounds. */
static long sleeps_to_map_again(void)
{
	long fewest = -1, before, now;
	struct mapping mapping;
	int round;

	for (round = 0; round < ROUNDS; round++) {
		mapping_open_unmapped(&mapping);
		before = count_sleeps();
		mapping_map(&mapping);
		now = count_sleeps() - before;
		mapping_close(&mapping);
		if (fewest < 0 || now < fewest)
			fewest = now;
	}
	return fewest;
}

void bench_map(void)
{
	struct mapping mapping;
	const struct bench_step first = {
		.before = mapping_open, .step = mapping_map, .after = mapping_close,
		.data = &mapping, .rounds = ROUNDS,
	};
	const struct bench_step again = {
		.before = mapping_open_unmapped, .step = mapping_map, .after = mapping_close,
		.data = &mapping, .rounds = ROUNDS,
	};

	bench_report("map-first", bench_cost(&first));
	bench_report("map-again", bench_cost(&again));
	bench_report("map-again-sleeps", sleeps_to_map_again());
}
