/* SPDX-License-Identifier: GPL-2.0 */
/* The options of perf stat. */
#ifndef PERF_CMD_STAT_OPTIONS_H
#define PERF_CMD_STAT_OPTIONS_H

#include <stat/stat.h>
#include <sys/control.h>

#include "stat/stat_events.h"

/**
 * struct stat_options - what the options of perf stat say
 * @what: what to count
 * @filters: of tracepoints
 * @all_cpus: on all CPUs
 * @cpus: on these CPUs, NULL: not said
 * @pids: in these processes, NULL: not said
 * @tids: in these threads, NULL: not said
 * @no_inherit: not in child tasks
 * @repeat: how often the program is run; 0: until interrupted
 * @sync: write out file system buffers before each run
 * @pre: command to run before each run, NULL: none
 * @post: command to run after each run, NULL: none
 * @interval: ms between counts that are printed, 0: none
 * @interval_count: how many intervals, 0: any number
 * @interval_clear: clear the screen before each
 * @summary: with @interval, show the sums of all at the end
 * @no_csv_summary: do not mark them as such in fields
 * @timeout: ms until it stops, 0: never
 * @delay: ms until it begins, -1: when @control says so
 * @control: where commands come from
 * @no_aggregation: rows by CPU
 * @by: what rows are of
 * @percore_threads: rows by CPU show what the core counted, of events that ask for it
 * @no_merge: a row for each PMU
 * @metric_only: ratios only
 * @no_scale: raw counts of events that shared their counter
 * @separator: put between fields, NULL: a table
 * @json: print JSON
 * @big_num: group digits
 * @table: show the time of each run
 * @output: file to print to, NULL: not said
 * @append: add to it
 * @log_fd: descriptor to print to, -1: not said
 * @verbose: say why events are not supported
 * @quiet: print nothing
 * @record: keep the counts in a file
 * @ignored: options that other perfs have and that mean nothing here
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

/* Fills a struct stat_options. */
extern const struct perf_option stat_options[];

/**
 * stat_options_check() - refuse what cannot be combined; fill in what was not said
 * @opts: options
 * @argc: words of the program to run, 0: none
 * @error: filled on failure
 *
 * Return: 0 or -EINVAL.
 */
int stat_options_check(struct stat_options *opts, int argc, struct perf_error *error);

/**
 * stat_parse_by() - an option that says by which units counts are added up
 * @option: has the unit as its value; an argument is the level of caches
 * @text: that argument, NULL without one
 * @negated: no such units
 * @by: result
 * @cache_level: result: 1 to PERF_CACHE_LEVELS; 0: the last one
 * @error: filled on failure
 *
 * Return: 0 or -EINVAL.
 */
int stat_parse_by(const struct perf_option *option, const char *text, bool negated,
		  enum perf_stat_by *by, int *cache_level, struct perf_error *error);

/** stat_on_cpus() - is it counted on CPUs, rather than in threads? */
static inline bool stat_on_cpus(const struct stat_options *opts)
{
	return opts->all_cpus || opts->cpus;
}

#endif
