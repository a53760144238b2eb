/* SPDX-License-Identifier: GPL-2.0-only */
/* How perf report reads its recording: with a line that tells how far it is, or browsed. */
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
 * @titles: theirs
 */
struct perf_report_tables {
	PERF_VEC(struct perf_table) list;
	PERF_VEC(struct perf_str) titles;
};

/**
 * struct perf_report_browsing - what is read and browsed
 * @counting: how samples are counted, and in what
 * @calls: for records; get @context
 * @hits: samples by instruction
 * @look: how these are shown
 * @intel: x86: instructions in Intel's syntax
 * @objdump: disassembles what it can, or NULL
 * @make_tables: make the tables of what was counted; gets @context
 * @context: for these
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

/**
 * perf_report_load() - read all records
 * @counting: how they are counted
 * @calls: for records
 * @context: for @calls
 * @quiet: say nothing on a terminal while it takes long
 * @error: text
 *
 * Return: 0 or a negative errno.
 */
int perf_report_load(struct perf_counting *counting, const struct perf_session_calls *calls,
		     void *context, bool quiet, struct perf_error *error);

/**
 * perf_report_browse() - read all records, and let a person browse them meanwhile and then
 * @browsing: what
 * @left: result: it was left before all was read
 * @error: text
 *
 * Return: 0 or a negative errno.
 */
int perf_report_browse(const struct perf_report_browsing *browsing, bool *left,
		       struct perf_error *error);

#endif /* PERF_CMD_REPORT_LOADING_H */
