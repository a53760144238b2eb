// SPDX-License-Identifier: GPL-2.0
/*
 * Costs that N events add to the end of a process, until its parent's waitpid() returns, for each
 * event:
 *
 * exit-watched-N:   another process has opened them on this one.
 * exit-own-N:       the process has opened them on itself, and leaves them open.
 * exit-inherited-N: they are instances of events of its parent.
 *
 * In the first round the process runs for a while before, and its events have to show that time.
 */
#include <stdbool.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "child.h"
#include "event.h"

#define ROUNDS		7

enum origin {
	WATCHED,
	OWN,
	INHERITED,
};

/**
 * struct ending - a process that ends
 * @child:   the process
 * @events:  its events; for INHERITED those of the parent
 * @origin:  who opens them
 * @spins:   whether the child runs for a while
 */
struct ending {
	struct child		child;
	struct child_events	events;
	enum origin		origin;
	bool			spins;
};

static void ending_body(struct child *child)
{
	struct ending *ending = child->data;
	const struct perf_event_attr attr = child_attr();

	if (ending->origin == OWN)
		child_events_open(&ending->events, &attr, 0);
	child_send(child, 0);
	child_wait(child);
	if (ending->spins)
		child_spin();
	child_send(child, 0);
	child_wait(child);
}

/* Check that the child has all its events. */
static void ending_check(struct ending *ending)
{
	unsigned int number;

	if (ending->origin == OWN)
		number = event_count_files(ending->child.pid);
	else
		number = child_events_spun(&ending->events);
	if (number != ending->events.number)
		bench_wrong("a child does not have all its events");
}

static void ending_prepare(void *data)
{
	const struct timespec pause = { .tv_nsec = 50 * 1000 * 1000 };
	const struct perf_event_attr attr = child_attr();
	struct ending *ending = data;

	/* A grace period frees the memory of the round before. */
	nanosleep(&pause, NULL);
	if (ending->origin == INHERITED && ending->spins)
		child_events_times(&ending->events);
	child_start(&ending->child);
	child_receive(&ending->child);
	if (ending->origin == WATCHED) {
		child_events_open(&ending->events, &attr, ending->child.pid);
		child_events_times(&ending->events);
	}
	child_go(&ending->child);
	child_receive(&ending->child);
	if (ending->spins)
		ending_check(ending);
	ending->spins = false;
}

static void ending_end(void *data)
{
	struct ending *ending = data;

	child_go(&ending->child);
	child_end(&ending->child);
}

static void ending_clean(void *data)
{
	struct ending *ending = data;

	close(ending->child.command);
	close(ending->child.answer);
	if (ending->origin == WATCHED)
		event_close_many(ending->events.fds, ending->events.number);
}

static int64_t ending_cost(enum origin origin, unsigned int number)
{
	static struct ending ending;
	const struct bench_step step = {
		.before = ending_prepare, .step = ending_end, .after = ending_clean,
		.data = &ending, .rounds = ROUNDS,
	};
	struct perf_event_attr attr = child_attr();
	int64_t cost;

	ending.child.body = ending_body;
	ending.child.data = &ending;
	ending.events.number = number;
	ending.origin = origin;
	ending.spins = true;
	attr.inherit = 1;
	if (origin == INHERITED)
		child_events_open(&ending.events, &attr, 0);
	cost = bench_typical_cost(&step);
	if (origin == INHERITED)
		event_close_many(ending.events.fds, number);
	return cost;
}

static void report(const char *what, enum origin origin, int64_t none)
{
	static const unsigned int sizes[] = BENCH_SIZES;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++)
		bench_report_each(what, sizes[i], ending_cost(origin, sizes[i]) - none);
}

void bench_exit(void)
{
	int64_t none;

	event_allow_files(BENCH_SIZE_MAX);
	none = ending_cost(WATCHED, 0);
	bench_report("exit-none", none);
	report("exit-watched", WATCHED, none);
	report("exit-own", OWN, none);
	report("exit-inherited", INHERITED, none);
}
