/* SPDX-License-Identifier: GPL-2.0 */
/* Reading the recording of perf report: with a progress line, or in the browser. */
#ifndef PERF_CMD_REPORT_LOADING_H
#define PERF_CMD_REPORT_LOADING_H

#include <stdbool.h>
#include <annotate/hits.h>
#include <base/str.h>
#include <base/vec.h>
#include <report/count.h>
#include <table/table_text.h>
#include <tui/annotate_view.h>

/**
 * struct perf_report_tables - tables of all events that have samples
 * @list: tables
 * @titles: titles of the tables, by the same index
 */
struct perf_report_tables {
	PERF_VEC(struct perf_table) list;
	PERF_VEC(struct perf_str) titles;
};

/**
 * struct perf_report_browsing - inputs of the browser
 * @counting: counts the samples into a report
 * @calls: callbacks for records; get @context
 * @hits: samples by instruction
 * @look: annotation settings
 * @intel: print x86 instructions in Intel syntax
 * @objdump: disassembler for what it supports, or NULL
 * @make_tables: makes the tables from the counted samples; gets @context
 * @context: argument of @calls and @make_tables
 */
struct perf_report_browsing {
	struct perf_counting *counting;
	const struct perf_session_calls *calls;
	const struct perf_hits *hits;
	const struct perf_annotate_look *look;
	bool intel;
	struct perf_objdump *objdump;
	int (*make_tables)(void *context, struct perf_report_tables *tables,
			   struct perf_error *error);
	void *context;
};

int perf_report_load(struct perf_counting *counting, const struct perf_session_calls *calls,
		     void *context, bool quiet, struct perf_error *error);
int perf_report_browse(const struct perf_report_browsing *browsing, bool *left,
		       struct perf_error *error);

#endif /* PERF_CMD_REPORT_LOADING_H */
