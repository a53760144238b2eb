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
#include "sampling.h"
#include "switch.h"

#define ROUNDS		100

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

static void report_sample(void)
{
	const struct perf_event_attr counted = hw_attr();
	struct perf_event_attr sampled = counted;

	sampled.sample_period = SAMPLING_PERIOD;
	sampled.sample_type = SAMPLING_FIELDS;
	bench_report("hw-sample", bench_overflow_cost(&counted, &sampled, false));
}

void bench_hw(void)
{
	report_switches();
	report_control();
	report_read("hw-read", 1);
	report_read("hw-read-group-4", 4);
	report_sample();
}
