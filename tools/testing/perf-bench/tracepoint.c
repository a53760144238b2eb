// SPDX-License-Identifier: GPL-2.0
/*
 * tracepoint-count, tracepoint-sample: cost that counting, or a sample with raw data,
 * adds to a system call that hits a tracepoint.
 * tracepoint-open-first: perf_event_open() of a tracepoint without any event.
 * tracepoint-open: the same again, soon after the last event was closed.
 */
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "bench.h"
#include "event.h"

#define ROUNDS		100
#define ROUNDS_OPEN	10
#define SECONDS_FORGET	3
#define RING_PAGES	64

/* prctl(PR_SET_NAME) hits this tracepoint and does little else. */
#define TRACEPOINT	"task/task_rename"
#define TRACEPOINT_OTHER	"task/task_newtask"

static void tracepoint_pass(void *data)
{
	if (prctl(PR_SET_NAME, "perf-bench", 0, 0, 0))
		bench_die("prctl");
}

static void tracepoint_drain(void *data)
{
	if (data && !event_ring_drain(data)) {
		fprintf(stderr, "perf-bench: a tracepoint without a sample\n");
		_exit(1);
	}
}

static int64_t pass_cost(struct event_ring *ring)
{
	const struct bench_step step = {
		.step = tracepoint_pass, .after = tracepoint_drain, .data = ring, .rounds = ROUNDS,
	};

	return bench_cost(&step);
}

struct opening {
	struct perf_event_attr	attr;
	int			fd;
};

static void tracepoint_opening_open(void *data)
{
	struct opening *opening = data;

	opening->fd = event_open(&opening->attr, -1);
}

static void tracepoint_opening_close(void *data)
{
	close(((struct opening *)data)->fd);
}

void bench_tracepoint(void)
{
	struct opening opening = { .attr = event_tracepoint(TRACEPOINT_OTHER) };
	struct bench_step open = {
		.step = tracepoint_opening_open, .after = tracepoint_opening_close,
		.data = &opening, .rounds = ROUNDS_OPEN,
	};
	struct event_ring ring;
	int64_t plain;

	/* Longer than the PERF_TRACE_IDLE_DELAY of trace events of earlier rows. */
	sleep(SECONDS_FORGET);
	plain = pass_cost(NULL);
	bench_report("tracepoint-plain", plain);

	/* The first tracepoint event allocates perf_trace_bufs for good, which no row includes. */
	tracepoint_opening_open(&opening);
	tracepoint_opening_close(&opening);
	opening.attr = event_tracepoint(TRACEPOINT);
	open.rounds = 1;
	bench_report("tracepoint-open-first", bench_cost(&open));
	open.rounds = ROUNDS_OPEN;
	bench_report("tracepoint-open", bench_cost(&open));

	tracepoint_opening_open(&opening);
	bench_report("tracepoint-count", pass_cost(NULL) - plain);
	tracepoint_opening_close(&opening);

	opening.attr.sample_period = 1;
	opening.attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
				   PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD | PERF_SAMPLE_RAW;
	opening.attr.watermark = 1;
	opening.attr.wakeup_watermark = RING_PAGES * sysconf(_SC_PAGESIZE) / 2;
	tracepoint_opening_open(&opening);
	ring = event_map(opening.fd, RING_PAGES);
	bench_report("tracepoint-sample", pass_cost(&ring) - plain);
}
