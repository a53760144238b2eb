/* SPDX-License-Identifier: GPL-2.0 */
/* Options of perf top. */
#ifndef PERF_CMD_TOP_OPTIONS_H
#define PERF_CMD_TOP_OPTIONS_H

#include <event/spec.h>
#include <record/config.h>

#include "common/annotate_choices.h"
#include "common/session_options.h"
#include "common/table_choices.h"
#include "record/record_options.h"

/* Options of the command line, described by top_options[]. */
struct top_options {
	const struct perf_settings *settings;
	struct perf_session_options session;
	struct table_choices table;
	struct annotate_choices annotate;
	struct perf_record_config config;
	struct record_events events;
	const char *delay;
	const char *details;
	int entries;
	int pages;
	int max_stack;
	uint64_t count_filter;
	bool stdio;
	bool tui;
	bool hide_kernel;
	bool hide_user;
	bool no_children;
	bool zero;
	bool no_bpf;
	bool dump_symbols;
	bool ignored;
	int verbose;
	int realtime;
	const char *ignored_text;
};

/* Option table that fills a struct top_options. */
extern const struct perf_option top_options[];

#endif /* PERF_CMD_TOP_OPTIONS_H */
