// SPDX-License-Identifier: GPL-2.0
/*
 * open-first, open-close-last: perf_event_open() and close() of the only event in the
 * system. Both include the task's context, allocated and freed with the event, and the
 * static keys.
 * open-another, open-close-another: the same while the task has another such event.
 *
 * The event is a software event on the calling task.
 */
#include <unistd.h>

#include "bench.h"
#include "event.h"

#define ROUNDS	100

struct opening {
	struct perf_event_attr	attr;
	int			fd;
};

static void opening_open(void *data)
{
	struct opening *opening = data;

	opening->fd = event_open(&opening->attr, -1);
}

static void opening_close(void *data)
{
	struct opening *opening = data;

	if (close(opening->fd))
		bench_die("close");
}

void bench_open(void)
{
	struct opening opening = { .attr = event_software(PERF_COUNT_SW_PAGE_FAULTS) };
	const struct bench_step open = {
		.step = opening_open, .after = opening_close, .data = &opening, .rounds = ROUNDS,
	};
	const struct bench_step close = {
		.before = opening_open, .step = opening_close, .data = &opening, .rounds = ROUNDS,
	};

	bench_report("open-first", bench_cost(&open));
	bench_report("open-close-last", bench_cost(&close));

	event_open(&opening.attr, -1);
	bench_report("open-another", bench_cost(&open));
	bench_report("open-close-another", bench_cost(&close));
}
