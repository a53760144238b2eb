/* SPDX-License-Identifier: GPL-2.0 */
/* One measurement: counts a program from start to end, or a target for some time. */
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
 * @ns: ns since counting began, after @delay of struct perf_measure
 * @error: filled on failure
 *
 * Return: 0, or a negative errno, which ends the measurement.
 */
typedef int perf_measure_interval(struct perf_measure *measure, uint64_t ns,
				  struct perf_error *error);

/**
 * struct perf_measure - a measurement
 * @argv: the program to run and its arguments, NULL-terminated; NULL: no program
 * @quiet: discard the output of the program
 * @list: the events
 * @cpus: CPUs to count on: a single -1 to follow threads
 * @threads: threads to count: a single -1 for all of a CPU; empty: the program
 * @inherit: count new threads and processes of @threads, too
 * @delay: ns from the start of the program until counting and time measurement begin
 * @begin_disabled: nothing counts until a command on @control enables it
 * @control: channel for commands during the measurement; NULL: none
 * @commands: reports the effect of commands, and the end of @delay, to the user; may be NULL
 * @timeout: ns until the measurement ends, 0: no limit
 * @interval: ns between calls of @at_interval, 0: no intervals
 * @interval_count: number of intervals, 0: no limit. The last one ends the measurement, unless
 *	@argv is set: then the program's end does
 * @at_interval: see perf_measure_interval
 * @at_open: called when the events are open and none counts yet; may be NULL
 * @owner: for the callbacks
 * @set: the events, open until perf_measure_free()
 * @counts: the final counts
 * @wall: ns from the start of counting to the end
 * @user: ns of user time of the program
 * @system: ns of system time of the program
 * @status: wait status of the program, as waitpid() returns it
 * @interrupted: SIGINT or SIGTERM was received
 * @count_reached: @interval_count intervals have passed
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
