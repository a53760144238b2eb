/* SPDX-License-Identifier: GPL-2.0-only */
/* A histogram as a table, with call graphs below its lines. */
#ifndef PERF_OUT_TABLE_TEXT_H
#define PERF_OUT_TABLE_TEXT_H

#include <stdbool.h>
#include <base/str.h>
#include <base/io.h>
#include <out/graph_text.h>
#include <report/filter.h>
#include <report/histogram.h>

/**
 * struct perf_table_options - what a table shows
 * @graph: call graphs
 * @show_samples: a column with the number of samples
 * @show_period: a column with the sum of periods
 * @percent_limit: lines with less are left out
 * @separator: between columns instead of blanks, or NULL
 * @filter: lines of other objects and functions are left out; a column that would show one
 *	value only is left out too
 * @quiet: no comments
 */
struct perf_table_options {
	struct perf_graph_options graph;
	bool show_samples;
	bool show_period;
	double percent_limit;
	const char *separator;
	const struct perf_filter *filter;
	bool quiet;
};

/* A table of one event, or of the events of a group side by side. */
#define PERF_TABLE_MEMBERS	16

/**
 * struct perf_table - what a table is made of
 * @report: finished report
 * @members: histograms; the first one decides about order and call graphs
 * @nr: how many
 * @options: how
 * @title: "event 'cycles'", "events 'anon group { cycles, instructions }'"
 */
struct perf_table {
	struct perf_report *report;
	struct perf_histogram *members[PERF_TABLE_MEMBERS];
	unsigned int nr;
	const struct perf_table_options *options;
	const char *title;
};

/**
 * perf_table_text() - write a table
 * @out: where to
 * @table: what
 *
 * Return: 0, -ENOMEM, or why it could not be written.
 */
int perf_table_text(struct perf_out *out, const struct perf_table *table);

#endif /* PERF_OUT_TABLE_TEXT_H */
