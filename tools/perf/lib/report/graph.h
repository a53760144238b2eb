/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The call graph of one entry: a tree of those parts of the stacks containing the entry that
 * belong to it.
 */
#ifndef PERF_REPORT_GRAPH_H
#define PERF_REPORT_GRAPH_H

#include <stdbool.h>
#include <stdint.h>
#include <base/vec.h>
#include <report/calls.h>
#include <report/histogram.h>

/**
 * struct perf_graph_node - a function in the graph
 * @function: number of the function, 0 for the root
 * @parent: node; the root is node 0
 * @first: first child, or 0
 * @next: next child of @parent, or 0
 * @hit: sum of periods of samples whose stack ends here
 * @total: sum of @hit of the node and all nodes below it
 * @hits, @totals: numbers of samples in @hit and @total
 */
struct perf_graph_node {
	uint32_t function;
	uint32_t parent;
	uint32_t first;
	uint32_t next;
	uint64_t hit;
	uint64_t total;
	uint64_t hits;
	uint64_t totals;
};

/**
 * struct perf_grapher - makes the graphs of the entries of one histogram
 * @nodes: result: the graph made last, siblings by their @total
 * @next_row: by row: the next row with the same call, + 1
 * @first_call: by entry: a node of the tree of calls; perf_report_links.next_call has the others
 * @leaf_row: by entry: its first row, + 1; @next_leaf_row has the others
 * @next_leaf_row: by row: the next row of the same entry, + 1
 * @path: functions of the stack that add_path() adds
 * @report, @histogram: source; finished
 * @links: perf_report.links of @report, which perf_report_link() has linked to @histogram
 * @callees_down: callers above callees (order "caller"); else callees above callers
 * @index: finds a node of @nodes by its parent and function
 *
 * The caller sets @report, @histogram, @links and @callees_down, the rest zero, and calls
 * perf_grapher_init().
 */
struct perf_grapher {
	PERF_VEC(struct perf_graph_node) nodes;
	PERF_VEC(uint32_t) next_row;
	PERF_VEC(uint32_t) first_call;
	PERF_VEC(uint32_t) leaf_row;
	PERF_VEC(uint32_t) next_leaf_row;
	PERF_VEC(uint32_t) path;
	const struct perf_report *report;
	const struct perf_histogram *histogram;
	struct perf_report_links *links;
	bool callees_down;
	struct perf_calls index;
};
int perf_grapher_init(struct perf_grapher *grapher);
int perf_grapher_make(struct perf_grapher *grapher, uint32_t entry);
bool perf_grapher_precedes(const struct perf_grapher *grapher, uint32_t a, uint32_t b);
void perf_grapher_free(struct perf_grapher *grapher);

#endif /* PERF_REPORT_GRAPH_H */
