/* SPDX-License-Identifier: GPL-2.0 */
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
	PERF_GRAPH_TREE,	/* shares of all samples */
	PERF_GRAPH_FRACTAL,	/* shares of the caller */
	PERF_GRAPH_FLAT,	/* a block for each stack */
	PERF_GRAPH_FOLDED,	/* a line for each stack */
};

enum perf_graph_value {
	PERF_GRAPH_PERCENT,
	PERF_GRAPH_PERIOD,
	PERF_GRAPH_COUNT,
};

/**
 * struct perf_graph_options - layout of call graphs
 * @style: style
 * @value: value shown for each branch
 * @min_percent: percent; branches (flat styles: stacks) with less are left out
 * @limit: most branches of a node (flat styles: most stacks); 0: all
 * @callees_down: callers above callees
 * @order_set: the user chose @callees_down
 */
struct perf_graph_options {
	enum perf_graph_style style;
	enum perf_graph_value value;
	double min_percent;
	unsigned int limit;
	bool callees_down;
	bool order_set;
};
int perf_graph_options_parse(struct perf_graph_options *options, const char *text,
			     struct perf_error *error);
void perf_graph_text(struct perf_str *str, const struct perf_grapher *grapher,
		     const struct perf_graph_options *options, uint64_t total, uint64_t own,
		     bool skip_first);

#endif /* PERF_TABLE_GRAPH_TEXT_H */
