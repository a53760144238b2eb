/* SPDX-License-Identifier: GPL-2.0 */
/* perf stat's output: text, separated fields, JSON. */
#ifndef PERF_STAT_STAT_PRINT_H
#define PERF_STAT_STAT_PRINT_H

#include <base/str.h>
#include <stat/stat.h>

/**
 * struct perf_stat_style - output style
 * @separator: put between fields, NULL for a text table
 * @json: one JSON object a line
 * @runs: number of runs of the program; more than 1 prints errors
 * @interval: the counts are of an interval that ended at @time
 * @time: ns since the start
 * @summary: mark rows as sums of all intervals
 * @thousands: put between groups of digits in a table, NULL or empty for none
 * @table: print the time of each run
 * @metric_only: one line for each unit, with metrics instead of counts
 */
struct perf_stat_style {
	const char	*separator;
	bool		json;
	unsigned int	runs;
	bool		interval;
	uint64_t	time;
	bool		summary;
	const char	*thousands;
	bool		table;
	bool		metric_only;
};

/**
 * struct perf_stat_summary - printed around the counts
 * @target: as "'true'" or "process id '17'"
 * @wall: wall time of each run, ns
 * @has_times: @user and @system are known
 * @user: user time of the program, ns
 * @system: system time of the program, ns
 */
struct perf_stat_summary {
	const char	*target;
	const uint64_t	*wall;
	bool		has_times;
	uint64_t	user;
	uint64_t	system;
};

/* perf_stat_each_row() calls it for the same rows in the same order in every style. */
typedef void perf_stat_row_print(const struct perf_stat *stat, const struct perf_stat_style *style,
				 size_t event, size_t unit, struct perf_str *text);

void perf_stat_each_row(const struct perf_stat *stat, const struct perf_stat_style *style,
			perf_stat_row_print *print, struct perf_str *text);
void perf_stat_text_row(const struct perf_stat *stat, const struct perf_stat_style *style,
			size_t event, size_t unit, struct perf_str *text);
void perf_stat_csv_row(const struct perf_stat *stat, const struct perf_stat_style *style,
		       size_t event, size_t unit, struct perf_str *text);
void perf_stat_json_row(const struct perf_stat *stat, const struct perf_stat_style *style,
			size_t event, size_t unit, struct perf_str *text);
/* The beginning of a line: the time of the interval, and the unit. */
void perf_stat_text_start(const struct perf_stat *stat, const struct perf_stat_style *style,
			  size_t unit, struct perf_str *text);
void perf_stat_csv_field(const struct perf_stat_style *style, const char *field,
			 struct perf_str *text);
void perf_stat_csv_start(const struct perf_stat *stat, const struct perf_stat_style *style,
			 size_t unit, struct perf_str *text);
void perf_stat_json_start(const struct perf_stat *stat, const struct perf_stat_style *style,
			  size_t unit, struct perf_str *text);
void perf_stat_text_heading(const struct perf_stat *stat, struct perf_str *text);
void perf_stat_text_begin(const struct perf_stat_style *style,
			  const struct perf_stat_summary *summary, struct perf_str *text);
void perf_stat_text_end(const struct perf_stat *stat, const struct perf_stat_style *style,
			const struct perf_stat_summary *summary, struct perf_str *text);
void perf_stat_print(const struct perf_stat *stat, const struct perf_stat_style *style,
		     struct perf_str *text);

/* --metric-only; see stat_only.c. */
void perf_stat_only_heading(const struct perf_stat *stat, const struct perf_stat_style *style,
			    struct perf_str *text);
void perf_stat_only_print(const struct perf_stat *stat, const struct perf_stat_style *style,
			  struct perf_str *text);

/* Parts of a row in every style. */
const char *perf_stat_missing(const struct perf_stat *stat, size_t event, size_t unit);
double perf_stat_running_percent(const struct perf_stat_cell *cell);
void perf_stat_name(const struct perf_stat *stat, size_t event, struct perf_str *text);
bool perf_stat_fractions(const struct perf_event_spec *spec);

#endif
