// SPDX-License-Identifier: GPL-2.0
/*
 * read-one:     read() of an event of the calling task, count only.
 * read-group-8: read() of a group of eight, counts only.
 */
#include <unistd.h>

#include "bench.h"
#include "event.h"

#define ROUNDS	100
#define MEMBERS	8

static void read_count(void *data)
{
	uint64_t count;

	if (read(*(int *)data, &count, sizeof(count)) != sizeof(count))
		bench_die("read");
}

static void read_members(void *data)
{
	struct {
		uint64_t number;
		uint64_t value[MEMBERS];
	} group;

	if (read(*(int *)data, &group, sizeof(group)) != sizeof(group))
		bench_die("read of a group");
}

void bench_read(void)
{
	struct perf_event_attr attr = event_software(PERF_COUNT_SW_PAGE_FAULTS);
	int one, leader, member;
	const struct bench_step read_one = {
		.step = read_count, .data = &one, .rounds = ROUNDS,
	};
	const struct bench_step read_group = {
		.step = read_members, .data = &leader, .rounds = ROUNDS,
	};

	one = event_open(&attr, -1);
	bench_report("read-one", bench_cost(&read_one));
	close(one);

	attr.read_format = PERF_FORMAT_GROUP;
	leader = event_open(&attr, -1);
	for (member = 1; member < MEMBERS; member++)
		event_open(&attr, leader);
	bench_report("read-group-8", bench_cost(&read_group));
}
