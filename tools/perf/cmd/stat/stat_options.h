/* SPDX-License-Identifier: GPL-2.0 */
/* The options of perf stat. */
#ifndef PERF_CMD_STAT_OPTIONS_H
#define PERF_CMD_STAT_OPTIONS_H

#include <stat/stat.h>
#include <sys/control.h>

#include "stat/stat_events.h"

/**
 * struct stat_options - options of perf stat
 * @what: events to count
 * @filters: filters of tracepoints
 * @all_cpus: count on all CPUs
 * @cpus: CPUs to count on, or NULL
 * @pids: processes to count in, or NULL
 * @tids: threads to count in, or NULL
 * @no_inherit: do not count in child tasks
 * @repeat: number of runs of the program; 0: until interrupted
 * @sync: call sync() before each run
 * @pre: command to run before each run, or NULL
 * @post: command to run after each run, or NULL
 * @interval: ms between printed counts, 0: none
 * @interval_count: number of intervals, 0: unlimited
 * @interval_clear: clear the screen before each interval
 * @summary: with @interval, print the sums at the end
 * @no_csv_summary: do not mark the lines of @summary with a field
 * @timeout: ms until counting stops, 0: never
 * @delay: ms until counting starts, -1: when @control enables it
 * @control: source of control commands
 * @no_aggregation: print rows by CPU
 * @by: unit that rows are aggregated by
 * @percore_threads: rows by CPU print the count of the core, for events that request it
 * @no_merge: print a row for each PMU
 * @metric_only: print metrics only
 * @no_scale: print raw counts of multiplexed events
 * @separator: string between fields, NULL: print a table
 * @json: print JSON
 * @big_num: group digits
 * @table: print the time of each run
 * @output: file to print to, or NULL
 * @append: append to @output
 * @log_fd: descriptor to print to, -1: none
 * @verbose: print why events are not supported
 * @quiet: print nothing
 * @record: write the counts to a file
 * @ignored: options of other perfs that have no effect here
 */
struct stat_options {
	struct perf_stat_what	what;
	struct perf_texts	filters;
	bool			all_cpus;
	const char		*cpus;
	const char		*pids;
	const char		*tids;
	bool			no_inherit;
	int			repeat;
	bool			sync;
	const char		*pre;
	const char		*post;
	int			interval;
	int			interval_count;
	bool			interval_clear;
	bool			summary;
	bool			no_csv_summary;
	int			timeout;
	int64_t			delay;
	struct perf_control	control;
	bool			no_aggregation;
	enum perf_stat_by	by;
	int			cache_level;
	bool			percore_threads;
	bool			no_merge;
	bool			metric_only;
	bool			no_scale;
	const char		*separator;
	bool			json;
	bool			big_num;
	bool			table;
	const char		*output;
	bool			append;
	int			log_fd;
	int			verbose;
	bool			quiet;
	bool			record;
	bool			ignored;
};

/* Option table that fills a struct stat_options. */
extern const struct perf_option stat_options[];

int stat_options_check(struct stat_options *opts, int argc, struct perf_error *error);
int stat_parse_by(const struct perf_option *option, const char *text, bool negated,
		  enum perf_stat_by *by, int *cache_level, struct perf_error *error);

/** stat_on_cpus() - do events count on CPUs, rather than in threads? */
static inline bool stat_on_cpus(const struct stat_options *opts)
{
	return opts->all_cpus || opts->cpus;
}

#endif
