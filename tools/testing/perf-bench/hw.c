// SPDX-License-Identifier: GPL-2.0
/*
 * Events on the CPU's hardware counters; needs a processor that has them.
 *
 * hw-switch-N:           cost that N events of a task add to a round trip to another process.
 * hw-switch-inherited-N: the same with their inherited events in the other process.
 * hw-enable, hw-disable: ioctl() on one event of the calling task.
 * hw-read:               read() of one event; hw-read-group-4: of a group of four.
 * hw-sample:             cost that an overflow with a sample adds to the interrupted loop:
 *                        the interrupt, and a sample of six fields.
 */
#include <stdio.h>
#include <unistd.h>

#include "bench.h"
#include "event.h"
#include "switch.h"

#define ROUNDS		100
#define RING_PAGES	8

/* Long enough to stay far below perf_event_max_sample_rate. */
#define PERIOD		20000ULL
#define SAMPLES		10

static struct perf_event_attr hw_attr(void)
{
	return (struct perf_event_attr) {
		.type	= PERF_TYPE_HARDWARE,
		.size	= sizeof(struct perf_event_attr),
		.config	= PERF_COUNT_HW_INSTRUCTIONS,
		.exclude_kernel = 1,
	};
}

static void report_switches(void)
{
	static const unsigned int numbers[] = { 1, 4 };
	struct perf_event_attr attr = hw_attr();
	int64_t none = bench_round_trip_with(&attr, 0);
	char name[32];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(numbers); i++) {
		attr.inherit = 0;
		snprintf(name, sizeof(name), "hw-switch-%u", numbers[i]);
		bench_report(name, bench_round_trip_with(&attr, numbers[i]) - none);
		attr.inherit = 1;
		snprintf(name, sizeof(name), "hw-switch-inherited-%u", numbers[i]);
		bench_report(name, bench_round_trip_with(&attr, numbers[i]) - none);
	}
}

static void hw_enable(void *data)
{
	event_ioctl(*(int *)data, PERF_EVENT_IOC_ENABLE);
}

static void hw_disable(void *data)
{
	event_ioctl(*(int *)data, PERF_EVENT_IOC_DISABLE);
}

static void report_control(void)
{
	struct perf_event_attr attr = hw_attr();
	int fd = event_open(&attr, -1);
	const struct bench_step on = {
		.before = hw_disable, .step = hw_enable, .data = &fd, .rounds = ROUNDS,
	};
	const struct bench_step off = {
		.before = hw_enable, .step = hw_disable, .data = &fd, .rounds = ROUNDS,
	};

	bench_report("hw-enable", bench_cost(&on));
	bench_report("hw-disable", bench_cost(&off));
	close(fd);
}

/**
 * struct reading - events to read
 * @fd:    the event, or the leader of the group
 * @bytes: size of the result of read()
 */
struct reading {
	int	fd;
	size_t	bytes;
};

static void read_counts(void *data)
{
	const struct reading *reading = data;
	uint64_t values[8];

	if (read(reading->fd, values, reading->bytes) != (ssize_t)reading->bytes)
		bench_die("read");
}

static void report_read(const char *name, unsigned int members)
{
	struct perf_event_attr attr = hw_attr();
	struct reading reading = { .bytes = sizeof(uint64_t) };
	const struct bench_step step = {
		.step = read_counts, .data = &reading, .rounds = ROUNDS,
	};
	int fds[8];
	unsigned int i;

	if (members > 1) {
		attr.read_format = PERF_FORMAT_GROUP;
		reading.bytes *= 1 + members;
	}
	for (i = 0; i < members; i++)
		fds[i] = event_open(&attr, i ? fds[0] : -1);
	reading.fd = fds[0];
	bench_report(name, bench_cost(&step));
	event_close_many(fds, members);
}

/**
 * struct sampling - a loop, and the event that interrupts it
 * @fd:      the event
 * @ring:    ring of its samples; without samples @page is NULL
 * @samples: number of samples in the last round
 */
struct sampling {
	int			fd;
	struct event_ring	ring;
	size_t			samples;
};

/* PERF_EVENT_IOC_PERIOD restarts the period, so each round has the same number of overflows. */
static void sampling_prepare(void *data)
{
	const struct sampling *sampling = data;
	uint64_t period = PERIOD;

	if (sampling->ring.page)
		event_ioctl_argument(sampling->fd, PERF_EVENT_IOC_PERIOD, &period);
}

static void sampling_run(void *data)
{
	machine_loop((SAMPLES * PERIOD + PERIOD / 2) / LOOP_INSTRUCTIONS);
}

/* On powerpc, Linux 6.12's own perf shortens the first period of a round: one more sample. */
static void sampling_check(void *data)
{
	/* Header, IP, pid and tid, time, address, CPU, period. */
	const size_t size = 7 * sizeof(uint64_t);
	struct sampling *sampling = data;
	size_t bytes;

	if (!sampling->ring.page)
		return;
	bytes = event_ring_drain(&sampling->ring);
	sampling->samples = bytes / size;
	if (bytes % size || (sampling->samples != SAMPLES && sampling->samples != SAMPLES + 1)) {
		fprintf(stderr, "perf-bench: %zu bytes of samples, not %zu\n", bytes,
			SAMPLES * size);
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

static void report_sample(void)
{
	struct perf_event_attr attr = hw_attr();
	struct sampling sampling = {};
	int64_t counted, sampled;

	sampling.fd = event_open(&attr, -1);
	counted = sampling_cost(&sampling);
	close(sampling.fd);

	attr.sample_period = PERIOD;
	attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
			   PERF_SAMPLE_ADDR | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD;
	attr.watermark = 1;
	attr.wakeup_watermark = RING_PAGES * sysconf(_SC_PAGESIZE) / 2;
	sampling.fd = event_open(&attr, -1);
	sampling.ring = event_map(sampling.fd, RING_PAGES);
	sampled = sampling_cost(&sampling);
	event_unmap(&sampling.ring);
	close(sampling.fd);
	bench_report("hw-sample", (sampled - counted) / (int64_t)sampling.samples);
}

void bench_hw(void)
{
	report_switches();
	report_control();
	report_read("hw-read", 1);
	report_read("hw-read-group-4", 4);
	report_sample();
}
