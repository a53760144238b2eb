// SPDX-License-Identifier: GPL-2.0
/* Overflows that interrupt a loop. */
#include <stdio.h>
#include <unistd.h>

#include "bench.h"
#include "event.h"
#include "sampling.h"

#define ROUNDS		100
#define RING_PAGES	64
#define SAMPLES		10
#define SAMPLES_MORE	3

/**
 * struct sampling - a loop, and the event that interrupts it
 * @fd:      the event
 * @ring:    ring of its samples; without samples @page is NULL
 * @stops:   the event stops and starts after the loop, so that all its samples are written
 * @samples: number of samples in the last round
 */
struct sampling {
	int			fd;
	struct event_ring	ring;
	bool			stops;
	size_t			samples;
};

/* PERF_EVENT_IOC_PERIOD restarts the period, so each round has the same number of overflows. */
static void sampling_prepare(void *data)
{
	const struct sampling *sampling = data;
	uint64_t period = SAMPLING_PERIOD;

	if (sampling->ring.page)
		event_ioctl_argument(sampling->fd, PERF_EVENT_IOC_PERIOD, &period);
}

static void sampling_run(void *data)
{
	const struct sampling *sampling = data;

	machine_loop((SAMPLES * SAMPLING_PERIOD + SAMPLING_PERIOD / 2) / LOOP_INSTRUCTIONS);
	if (sampling->stops) {
		event_ioctl(sampling->fd, PERF_EVENT_IOC_DISABLE);
		event_ioctl(sampling->fd, PERF_EVENT_IOC_ENABLE);
	}
}

static size_t count_samples(const struct event_ring *ring)
{
	const char *from = (char *)ring->page + sysconf(_SC_PAGESIZE);
	uint64_t at = ring->page->data_tail, size = (RING_PAGES * sysconf(_SC_PAGESIZE));
	uint64_t head = __atomic_load_n(&ring->page->data_head, __ATOMIC_ACQUIRE);
	const struct perf_event_header *header;
	size_t number = 0;

	for (; at < head; at += header->size) {
		header = (const void *)(from + at % size);
		number += header->type == PERF_RECORD_SAMPLE;
	}
	return number;
}

/*
 * On powerpc, Linux 6.12's own perf shortens the first period of a round: one more sample. IBS
 * counts in the kernel, too.
 */
static void sampling_check(void *data)
{
	struct sampling *sampling = data;

	if (!sampling->ring.page)
		return;
	sampling->samples = count_samples(&sampling->ring);
	event_ring_drain(&sampling->ring);
	if (sampling->samples < SAMPLES || sampling->samples > SAMPLES + SAMPLES_MORE) {
		fprintf(stderr, "perf-bench: %zu samples, not %d\n", sampling->samples, SAMPLES);
		_exit(1);
	}
}

static int64_t sampling_cost(struct sampling *sampling)
{
	const struct bench_step step = {
		.before = sampling_prepare, .step = sampling_run, .after = sampling_check,
		.data = sampling, .rounds = ROUNDS,
	};

	return bench_cost(&step);
}

/* An interrupt may take long here: the limit on its part of the time is switched off. */
static void allow_long_interrupts(void)
{
	static const char path[] = "/proc/sys/kernel/perf_cpu_time_max_percent";
	FILE *file = fopen(path, "w");

	if (!file || fputs("0", file) < 0 || fclose(file))
		bench_die(path);
}

/*
 * Return: ticks that each sample of the event @sampled, whose period is SAMPLING_PERIOD, adds to a
 * loop in which the event @counted counts. With @stops both events stop and start once in each
 * round.
 */
int64_t bench_overflow_cost(const struct perf_event_attr *counted,
			    const struct perf_event_attr *sampled, bool stops)
{
	struct perf_event_attr attr = *sampled;
	struct sampling sampling = { .stops = stops };
	int64_t without, with;

	allow_long_interrupts();
	sampling.fd = event_open(counted, -1);
	without = sampling_cost(&sampling);
	close(sampling.fd);

	attr.watermark = 1;
	attr.wakeup_watermark = RING_PAGES * sysconf(_SC_PAGESIZE) / 2;
	sampling.fd = event_open(&attr, -1);
	sampling.ring = event_map(sampling.fd, RING_PAGES);
	with = sampling_cost(&sampling);
	event_unmap(&sampling.ring);
	close(sampling.fd);
	return (with - without) / (int64_t)sampling.samples;
}
