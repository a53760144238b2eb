/* SPDX-License-Identifier: GPL-2.0 */
/* Counting once: a program from its start to its end, or a target for some time. */
#ifndef PERF_EVENT_MEASURE_H
#define PERF_EVENT_MEASURE_H

#include <sys/resource.h>

#include <event/commands.h>
#include <event/read.h>
#include <event/set.h>
#include <sys/child.h>
#include <sys/control.h>

struct perf_measure;

/**
 * typedef perf_measure_interval - called at the end of each interval
 * @measure: the measurement
 * @ns: time since it began, see @delay of struct perf_measure
 * @error: filled on failure
 *
 * Return: 0, or a negative errno, which ends the measurement.
 */
typedef int perf_measure_interval(struct perf_measure *measure, uint64_t ns,
				  struct perf_error *error);

/**
 * struct perf_measure - a measurement
 * @argv: program to run, up to NULL; NULL: none
 * @quiet: throw away what it prints
 * @list: the events
 * @cpus: where: a single -1 to follow threads
 * @threads: in which threads: a single -1 for all of a CPU; empty: in the program
 * @inherit: in what the threads create, too
 * @delay: ns after the start of the program until it begins: nothing counts before that,
 *	and no time is measured
 * @begin_disabled: nothing counts until @control says so
 * @control: takes commands meanwhile, NULL: none
 * @commands: shows what they do, and when counting begins after a delay; may be NULL
 * @timeout: ns after which it ends, 0: never
 * @interval: ns between calls of @at_interval, 0: none
 * @interval_count: no more intervals than these, 0: any number. The measurement ends with
 *	the last one, or with the program if there is one
 * @at_interval: see there
 * @at_open: called when the events are open and nothing counts yet, may be NULL
 * @owner: for the callbacks
 * @set: the events, open while it runs
 * @counts: the final counts
 * @wall: ns it took
 * @user: ns of user time of the program
 * @system: ns of system time of the program
 * @status: of the program, as waitpid() says it
 * @interrupted: a signal ended it
 * @count_reached: there were @interval_count intervals
 */
struct perf_measure {
	char *const			*argv;
	bool				quiet;
	struct perf_event_list		*list;
	const struct perf_cpus		*cpus;
	struct perf_threads		threads;
	bool				inherit;
	uint64_t			delay;
	bool				begin_disabled;
	struct perf_control		*control;
	const struct perf_command_watch	*commands;
	uint64_t			timeout;
	uint64_t			interval;
	unsigned int			interval_count;
	perf_measure_interval		*at_interval;
	int				(*at_open)(struct perf_measure *measure,
						   struct perf_error *error);
	void				*owner;
	struct perf_event_set		set;
	struct perf_counts		counts;
	uint64_t			wall;
	uint64_t			user;
	uint64_t			system;
	int				status;
	bool				interrupted;
	bool				count_reached;
};

int perf_measure_run(struct perf_measure *measure, struct perf_error *error);
void perf_measure_free(struct perf_measure *measure);

#endif
