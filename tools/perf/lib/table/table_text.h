/* SPDX-License-Identifier: GPL-2.0-only */
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
 * struct perf_table_widths - widths of columns that the user has fixed
 * @list: by column, from left to right; 0: as wide as it must be
 * @nr: how many
 */
struct perf_table_widths {
	unsigned int list[PERF_FIELDS];
	unsigned int nr;
};

/**
 * perf_table_widths_parse() - understand "8,20,0,30"
 * @widths: result
 * @text: numbers separated by commas; one that is left out is 0
 * @error: text
 *
 * Return: 0 or -EINVAL.
 */
int perf_table_widths_parse(struct perf_table_widths *widths, const char *text,
			    struct perf_error *error);

/**
 * struct perf_table_options - what a table shows
 * @graph: call graphs
 * @layout: columns; NULL: shares, what @show_samples and @show_period say, and the sort keys
 * @widths: of columns, or NULL
 * @tree: lines are below others that add them up, by one key after the other; @widths do not
 *	count, no column is left out, and nothing but perf_table_text() shows it
 * @relative: shares are of what @filter leaves; else of all that was counted
 * @sort_member: position in its group of the event that lines are sorted by
 * @show_samples: a column with the number of samples
 * @show_period: a column with the sum of periods
 * @percent_limit: lines with less are left out
 * @least_samples: as are lines with fewer samples
 * @separator: between columns instead of blanks, or NULL
 * @filter: lines of other objects and functions are left out; a column that would show one
 *	value only is left out too
 * @exclude_other: lines without a parent (PERF_SORT_PARENT) are left out
 * @quiet: no comments
 * @whole_graphs: call graphs begin with the function of their line, though that shows it first
 * @weights: periods are weights of memory accesses; @sort_order is told then
 * @sort_order: keys, as they were asked for
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

/* What memory accesses are counted by, if nothing else is asked for. */
#define PERF_MEM_SORT	"local_weight,mem,sym,dso,symbol_daddr,dso_daddr,snoop,tlb,locked," \
			"blocked,local_ins_lat"

/* What branches are. */
#define PERF_BRANCH_SORT	"comm,dso_from,symbol_from,symbol_to,cycles"

/* A table of one event, or of the events of a group side by side. */
#define PERF_TABLE_MEMBERS	16

/* Values of @decides that are no index */
#define PERF_TABLE_LEADER_ONLY	UINT_MAX
#define PERF_TABLE_FOLLOWERS	(UINT_MAX - 1)

/**
 * struct perf_table - what a table is made of
 * @report: finished report
 * @members: histograms; the first one decides about order and call graphs
 * @nr: how many
 * @decides: the index of the member that lines are sorted by. The members behind the leader decide
 *	between lines that are equal in it, and without it (PERF_TABLE_FOLLOWERS) if no sample of it
 *	was left; with PERF_TABLE_LEADER_ONLY just the leader decides.
 * @options: how
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

/**
 * perf_table_text() - write a table
 * @out: where to
 * @table: what
 *
 * Return: 0, -ENOMEM, or why it could not be written.
 */
int perf_table_text(struct perf_out *out, const struct perf_table *table);

/* A table of which one line at a time is wanted. */
struct perf_table_view;

/**
 * perf_table_view_create() - prepare the lines of a table
 * @table: what; its report and options must outlive the view, and the report must not change
 * @view: result; free with perf_table_view_free()
 *
 * Return: 0 or -ENOMEM.
 */
int perf_table_view_create(const struct perf_table *table, struct perf_table_view **view);

/** perf_table_view_free() - free; @view may be NULL */
void perf_table_view_free(struct perf_table_view *view);

/** perf_table_view_count() - how many lines */
size_t perf_table_view_count(const struct perf_table_view *view);

/** perf_table_view_entry() - entry of a line, of the first event that has one */
const struct perf_entry *perf_table_view_entry(const struct perf_table_view *view, size_t line);

/** perf_table_view_percent() - share of a line, with what it calls if that counts */
double perf_table_view_percent(const struct perf_table_view *view, size_t line);

/** perf_table_view_head() - add the heads of the columns, without a line end */
void perf_table_view_head(struct perf_table_view *view, struct perf_str *str);

/** perf_table_view_line() - add a line, without its end */
void perf_table_view_line(struct perf_table_view *view, size_t line, struct perf_str *str);

/**
 * perf_table_view_graph() - make the call graph of a line
 * @view: view
 * @line: line
 * @grapher: result: with the graph, until the next one is made; NULL: there is none
 *
 * Return: 0 or -ENOMEM.
 */
int perf_table_view_graph(struct perf_table_view *view, size_t line,
			  const struct perf_grapher **grapher);

#endif /* PERF_TABLE_TABLE_TEXT_H */
