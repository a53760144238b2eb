/* SPDX-License-Identifier: GPL-2.0 */
/* A histogram as a table, with call graphs below its lines. */
#ifndef PERF_TABLE_TABLE_TEXT_H
#define PERF_TABLE_TABLE_TEXT_H

#include <limits.h>
#include <stdbool.h>
#include <base/out.h>
#include <base/str.h>
#include <report/filter.h>
#include <report/histogram.h>
#include <table/graph_text.h>

/**
 * struct perf_table_widths - widths of columns that the user fixed
 * @list: widths in characters, by column from left to right; 0: not fixed
 * @nr: number of widths
 */
struct perf_table_widths {
	unsigned int list[PERF_FIELDS];
	unsigned int nr;
};
int perf_table_widths_parse(struct perf_table_widths *widths, const char *text,
			    struct perf_error *error);

/**
 * struct perf_table_options - layout of a table
 * @graph: layout of call graphs
 * @layout: columns; NULL: shares, those that @show_samples and @show_period add, and sort keys
 * @widths: widths of columns, or NULL
 * @tree: lines are below a line with their sums, one level for each key; @widths is ignored, no
 *	column is left out, and only perf_table_text() and perf_top_lines() show it
 * @relative: shares are of the sum of the table's lines, after @filter; else of all samples
 * @sort_member: position in its group of the event that lines are sorted by
 * @show_samples: a column with the number of samples
 * @show_period: a column with the sum of periods
 * @percent_limit: percent; lines with less of the first member's period are left out
 * @least_samples: lines with fewer samples are left out
 * @separator: string between columns instead of blanks, or NULL
 * @filter: lines that it excludes are left out, and the columns of keys of which it leaves one
 *	value; or NULL
 * @exclude_other: lines without a parent (PERF_SORT_PARENT) are left out
 * @quiet: no comment lines
 * @whole_graphs: call graphs begin with the function of their line even if it shows that first
 * @weights: periods are weights of memory accesses; the title has their sum and @sort_order
 * @sort_order: sort keys as the user named them
 */
struct perf_table_options {
	struct perf_graph_options graph;
	const struct perf_layout *layout;
	const struct perf_table_widths *widths;
	bool tree;
	bool relative;
	unsigned int sort_member;
	bool show_samples;
	bool show_period;
	double percent_limit;
	uint64_t least_samples;
	const char *separator;
	const struct perf_filter *filter;
	bool exclude_other;
	bool quiet;
	bool whole_graphs;
	bool weights;
	const char *sort_order;
};

/* Default sort keys of memory accesses. */
#define PERF_MEM_SORT	"local_weight,mem,sym,dso,symbol_daddr,dso_daddr,snoop,tlb,locked," \
			"blocked,local_ins_lat"

/* Default sort keys of branches. */
#define PERF_BRANCH_SORT	"comm,dso_from,symbol_from,symbol_to,cycles"

/* Most members of a perf_table: events of a group side by side. */
#define PERF_TABLE_MEMBERS	16

/* Values of perf_table.decides other than an index. */
#define PERF_TABLE_LEADER_ONLY	UINT_MAX
#define PERF_TABLE_FOLLOWERS	(UINT_MAX - 1)

/**
 * struct perf_table - contents of a table
 * @report: finished report
 * @members: histograms of one event or of a group, the leader's first; it has the call graphs
 * @nr: number of @members
 * @decides: index of the member that lines are sorted by; if they are equal in it, the members
 *	behind the leader decide. PERF_TABLE_FOLLOWERS: only these decide (that member had no
 *	samples and was dropped). PERF_TABLE_LEADER_ONLY: only the leader decides
 * @options: layout
 * @title: "event 'cycles'", "events 'anon group { cycles, instructions }'"
 */
struct perf_table {
	struct perf_report *report;
	struct perf_histogram *members[PERF_TABLE_MEMBERS];
	unsigned int nr;
	unsigned int decides;
	const struct perf_table_options *options;
	const char *title;
};
int perf_table_text(struct perf_out *out, const struct perf_table *table);

/* A table that the caller reads line by line: see table_view.h. */
struct perf_table_view;
int perf_table_view_create(const struct perf_table *table, struct perf_table_view **view);
void perf_table_view_free(struct perf_table_view *view);
size_t perf_table_view_count(const struct perf_table_view *view);
const struct perf_entry *perf_table_view_entry(const struct perf_table_view *view, size_t line);
double perf_table_view_percent(const struct perf_table_view *view, size_t line);
void perf_table_view_head(struct perf_table_view *view, struct perf_str *str);
void perf_table_view_line(struct perf_table_view *view, size_t line, struct perf_str *str);
int perf_table_view_graph(struct perf_table_view *view, size_t line,
			  const struct perf_grapher **grapher);

#endif /* PERF_TABLE_TABLE_TEXT_H */
