/* SPDX-License-Identifier: GPL-2.0 */
/*
 * struct perf_tree: the rows of a browser: report entries and, below open entries, the open
 * branches of their call graphs.
 */
#ifndef PERF_TUI_TREE_H
#define PERF_TUI_TREE_H

#include <stdbool.h>
#include <stdint.h>
#include <base/map.h>
#include <base/str.h>
#include <base/vec.h>
#include <table/table_text.h>

/**
 * struct perf_tree_row - a row
 * @line: line of the table
 * @node: node of the line's call graph; 0: the line itself
 * @depth: depth of @node in the graph, for the indentation
 * @follows: @node is the only child of the node above, and has its share
 */
struct perf_tree_row {
	uint32_t line;
	uint32_t node;
	uint16_t depth;
	bool follows;
};

/* Copy of an opened line's call graph: perf_table_view_graph() holds one at a time. */
struct perf_tree_graph {
	PERF_VEC(struct perf_graph_node) nodes;
	bool *open;	/* by index of the node */
};

/**
 * struct perf_tree - rows of a table
 * @rows: rows made by perf_tree_build()
 * @graphs: call graphs of opened lines
 * @by_line: line to its index + 1 in @graphs
 * @view: the table
 * @report: report of the table
 * @total: period of all samples
 * @least: branches with a smaller share of @total, in percent, have no row
 * @wanted: lines with a row, by line; NULL: all
 */
struct perf_tree {
	PERF_VEC(struct perf_tree_row) rows;
	PERF_VEC(struct perf_tree_graph *) graphs;
	struct perf_map by_line;
	struct perf_table_view *view;
	const struct perf_report *report;
	uint64_t total;
	double least;
	const bool *wanted;
};
int perf_tree_build(struct perf_tree *tree);
bool perf_tree_toggle(struct perf_tree *tree, size_t row);
void perf_tree_open_all(struct perf_tree *tree, int64_t line, bool open);
uint64_t perf_tree_row_id(const struct perf_tree *tree, const struct perf_tree_row *row);
int perf_tree_opened(const struct perf_tree *tree, struct perf_map *row_ids);
void perf_tree_reopen(struct perf_tree *tree, const struct perf_map *row_ids);
void perf_tree_text(struct perf_tree *tree, const struct perf_tree_row *row,
		    struct perf_str *str);
double perf_tree_percent(const struct perf_tree *tree, const struct perf_tree_row *row);
uint32_t perf_tree_function(const struct perf_tree *tree, const struct perf_tree_row *row);
void perf_tree_clear(struct perf_tree *tree);

#endif /* PERF_TUI_TREE_H */
