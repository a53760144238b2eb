/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The call graph of one entry: the parts of all stacks it is in that concern it, as one
 * tree.
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
 * @function: number, 0 for the root
 * @parent: node; the root is node 0
 * @first: a child, or 0
 * @next: of the parent's children, or 0
 * @hit: periods of samples whose stack ends here
 * @total: the same of the node and all below it
 * @hits, @totals: the same in samples
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
 * @report, @histogram: what they are made of; finished
 * @links: of @report, which perf_report_link() has linked to @histogram
 * @callees_down: callers above callees (order "caller"); else the other way round
 * @nodes: result: the graph that was made last, children by their share
 *
 * Set these four, the rest zero; prepare with perf_grapher_init().
 */
struct perf_grapher {
	PERF_VEC(struct perf_graph_node) nodes;
	PERF_VEC(uint32_t) next_row;
	PERF_VEC(uint32_t) first_call;		/* by entry: where it is in the tree */
	PERF_VEC(uint32_t) leaf_row;		/* by entry: rows that end in it, + 1 */
	PERF_VEC(uint32_t) next_leaf_row;
	PERF_VEC(uint32_t) path;
	const struct perf_report *report;
	const struct perf_histogram *histogram;
	struct perf_report_links *links;
	bool callees_down;
	struct perf_calls index;
};

/** perf_grapher_init() - prepare; 0 or -ENOMEM */
int perf_grapher_init(struct perf_grapher *grapher);

/**
 * perf_grapher_make() - make the graph of an entry
 * @grapher: prepared
 * @entry: index in @histogram->entries
 *
 * Return: 0 or -ENOMEM.
 */
int perf_grapher_make(struct perf_grapher *grapher, uint32_t entry);

/** perf_grapher_precedes() - of two nodes with the same share, does the first come first? */
bool perf_grapher_precedes(const struct perf_grapher *grapher, uint32_t a, uint32_t b);

/** perf_grapher_free() - free the tables */
void perf_grapher_free(struct perf_grapher *grapher);

#endif /* PERF_REPORT_GRAPH_H */
