/* SPDX-License-Identifier: GPL-2.0-only */
/* What perf report can be told. */
#ifndef PERF_CMD_REPORT_OPTIONS_H
#define PERF_CMD_REPORT_OPTIONS_H

#include "session_options.h"

/* Words of the command line, as report_options[] tells what they mean. */
struct report_options {
	struct perf_session_options session;
	const char *sort;
	const char *fields;
	const char *call_graph;
	const char *separator;
	const char *percent_limit;
	const char *widths;
	const char *parent;
	bool exclude_other;
	bool relative;
	bool hierarchy;
	bool stdio;
	bool tui;
	bool mem_mode;
	bool branches;
	bool no_branches;
	bool children;
	bool no_children;
	bool inverted;
	bool show_samples;
	bool show_period;
	bool header;
	bool show_info;
	bool group;
	bool quiet;
	bool stats;
	bool tasks;
	bool modes;
	bool skip_empty;
	bool threads;
	bool raw_counters;
	bool nanoseconds;
	uint64_t quantum;
	int sort_member;
	const char *ignored;
};

/* The table of options, filling a struct report_options. */
extern const struct perf_option report_options[];

#endif /* PERF_CMD_REPORT_OPTIONS_H */
