/* SPDX-License-Identifier: GPL-2.0 */
/* Options of perf report. */
#ifndef PERF_CMD_REPORT_OPTIONS_H
#define PERF_CMD_REPORT_OPTIONS_H

#include "common/annotate_choices.h"
#include "common/session_options.h"
#include "common/table_choices.h"

/* Options of the command line, described by report_options[]. */
struct report_options {
	struct perf_session_options session;
	struct table_choices table;
	struct annotate_choices annotate;
	const char *call_graph;
	const char *separator;
	const char *parent;
	bool exclude_other;
	bool stdio;
	bool tui;
	bool mem_mode;
	bool branches;
	bool no_branches;
	bool children;
	bool no_children;
	bool inverted;
	bool header;
	bool show_info;
	bool group;
	bool quiet;
	bool stats;
	bool tasks;
	bool mmaps;
	bool raw_trace;
	bool full_paths;
	int ignored_number;
	bool modes;
	bool skip_empty;
	bool threads;
	bool raw_counters;
	bool nanoseconds;
	uint64_t quantum;
};

/* Option table that fills a struct report_options. */
extern const struct perf_option report_options[];

#endif /* PERF_CMD_REPORT_OPTIONS_H */
