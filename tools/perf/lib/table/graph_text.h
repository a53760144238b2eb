/* SPDX-License-Identifier: GPL-2.0-only */
/* The call graph of an entry as text. */
#ifndef PERF_TABLE_GRAPH_TEXT_H
#define PERF_TABLE_GRAPH_TEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <base/error.h>
#include <base/str.h>
#include <report/graph.h>

enum perf_graph_style {
	PERF_GRAPH_NONE,
	PERF_GRAPH_TREE,	/* shares of everything */
	PERF_GRAPH_FRACTAL,	/* shares of the caller */
	PERF_GRAPH_FLAT,	/* each stack on its own */
	PERF_GRAPH_FOLDED,	/* each stack as one line */
};

enum perf_graph_value {
	PERF_GRAPH_PERCENT,
	PERF_GRAPH_PERIOD,
	PERF_GRAPH_COUNT,
};

/**
 * struct perf_graph_options - how graphs are shown
 * @style: layout
 * @value: what is shown of a branch
 * @min_percent: branches with less are left out
 * @limit: most branches of a node, 0: all
 * @callees_down: callers above callees
 * @order_set: @callees_down was asked for
 */
struct perf_graph_options {
	enum perf_graph_style style;
	enum perf_graph_value value;
	double min_percent;
	unsigned int limit;
	bool callees_down;
	bool order_set;
};

/**
 * perf_graph_options_parse() - understand -g
 * @options: defaults; result
 * @text: "STYLE,THRESHOLD,LIMIT,ORDER,KEY,VALUE": any of them, in any order
 * @error: text
 *
 * Return: 0 or -EINVAL.
 */
int perf_graph_options_parse(struct perf_graph_options *options, const char *text,
			     struct perf_error *error);

/**
 * perf_graph_text() - add the graph that was made last
 * @str: text is added here
 * @grapher: with the graph
 * @options: how
 * @total: period of all samples
 * @own: period of the entry
 * @skip_first: leave the first function out if all stacks have it: the line above has it
 */
void perf_graph_text(struct perf_str *str, const struct perf_grapher *grapher,
		     const struct perf_graph_options *options, uint64_t total, uint64_t own,
		     bool skip_first);

#endif /* PERF_TABLE_GRAPH_TEXT_H */
