// SPDX-License-Identifier: GPL-2.0
/*
 * Costs of N events of the calling task, each in a group of its own, for each event:
 *
 * many-open-N:    perf_event_open() of all.
 * many-close-N:   close() of all, in the order in which they were opened.
 * many-enable-N:  prctl() that enables all; many-disable-N: the opposite.
 * many-read-N:    read() of each.
 *
 * After each round a function reads back that the operation took effect on all events. The events
 * count what never happens here, so that they do not add to one another's figures.
 */
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "event.h"

#define ROUNDS		6

struct many {
	struct perf_event_attr	attr;
	unsigned int		number;
	int			fds[BENCH_SIZE_MAX];
};

/* A grace period frees the memory of the round before. */
static void many_settle(void *data)
{
	const struct timespec pause = { .tv_nsec = 50 * 1000 * 1000 };

	nanosleep(&pause, NULL);
}

static void many_open(void *data)
{
	struct many *many = data;
	unsigned int i;

	for (i = 0; i < many->number; i++)
		many->fds[i] = event_open(&many->attr, -1);
}

static void many_close(void *data)
{
	struct many *many = data;
	unsigned int i;

	for (i = 0; i < many->number; i++) {
		if (close(many->fds[i]))
			bench_die("close");
	}
}

static void many_prepare(void *data)
{
	many_settle(data);
	many_open(data);
}

static void many_check_open(void *data)
{
	struct many *many = data;

	if (event_count_files(getpid()) != many->number)
		bench_wrong("not all events were opened");
	many_close(data);
}

static void many_check_closed(void *data)
{
	if (event_count_files(getpid()))
		bench_wrong("not all events were closed");
}

static void many_enable(void *data)
{
	if (prctl(PR_TASK_PERF_EVENTS_ENABLE, 0, 0, 0, 0))
		bench_die("prctl enable");
}

static void many_disable(void *data)
{
	if (prctl(PR_TASK_PERF_EVENTS_DISABLE, 0, 0, 0, 0))
		bench_die("prctl disable");
}

/* Return how many of the events are enabled: their times go on. */
static unsigned int many_count_enabled(const struct many *many)
{
	static uint64_t before[BENCH_SIZE_MAX], after[BENCH_SIZE_MAX];
	unsigned int i, enabled = 0;

	event_read_times(many->fds, before, many->number);
	event_read_times(many->fds, after, many->number);
	for (i = 0; i < many->number; i++)
		enabled += after[i] != before[i];
	return enabled;
}

static void many_check_enabled(void *data)
{
	struct many *many = data;

	if (many_count_enabled(many) != many->number)
		bench_wrong("not all events were enabled");
}

static void many_check_disabled(void *data)
{
	if (many_count_enabled(data))
		bench_wrong("not all events were disabled");
}

static void many_read(void *data)
{
	struct many *many = data;
	uint64_t count;
	unsigned int i;

	for (i = 0; i < many->number; i++) {
		if (read(many->fds[i], &count, sizeof(count)) != sizeof(count))
			bench_die("read");
	}
}

static void report_files(struct many *many)
{
	const struct bench_step open = {
		.before = many_settle, .step = many_open, .after = many_check_open,
		.data = many, .rounds = ROUNDS,
	};
	const struct bench_step close = {
		.before = many_prepare, .step = many_close, .after = many_check_closed,
		.data = many, .rounds = ROUNDS,
	};

	bench_report_each("many-open", many->number, bench_cost(&open));
	bench_report_each("many-close", many->number, bench_cost(&close));
}

static void report_control(struct many *many)
{
	const struct bench_step enable = {
		.before = many_disable, .step = many_enable, .after = many_check_enabled,
		.data = many, .rounds = ROUNDS,
	};
	const struct bench_step disable = {
		.before = many_enable, .step = many_disable, .after = many_check_disabled,
		.data = many, .rounds = ROUNDS,
	};

	many->attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED;
	many_open(many);
	bench_report_each("many-enable", many->number, bench_cost(&enable));
	bench_report_each("many-disable", many->number, bench_cost(&disable));
	many_close(many);
	many->attr.read_format = 0;
}

static void report_read(struct many *many)
{
	const struct bench_step read = {
		.step = many_read, .data = many, .rounds = ROUNDS,
	};

	many_open(many);
	bench_report_each("many-read", many->number, bench_cost(&read));
	many_close(many);
}

void bench_many(void)
{
	static const unsigned int sizes[] = BENCH_SIZES;
	static struct many many;
	size_t i;

	event_allow_files(BENCH_SIZE_MAX);
	many.attr = event_software(PERF_COUNT_SW_ALIGNMENT_FAULTS);
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		many.number = sizes[i];
		report_files(&many);
		report_control(&many);
		report_read(&many);
	}
}
