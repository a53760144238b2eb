/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rows of a browser: entries, and below those that are opened their call graphs, of
 * which branches are opened one by one.
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
 * @node: of the line's call graph; 0: it is the line itself
 * @depth: of the node
 * @follows: the node continues the one above: it has the same share
 */
struct perf_tree_row {
	uint32_t line;
	uint32_t node;
	uint16_t depth;
	bool follows;
};

/* The call graph of an opened line: a copy, for there is room for one at a time only. */
struct perf_tree_graph {
	PERF_VEC(struct perf_graph_node) nodes;
	bool *open;	/* by node */
};

/**
 * struct perf_tree - rows of a table
 * @rows: what is to be seen
 * @graphs: of opened lines
 * @view: the table
 * @report: of the table
 * @total: period of all samples
 * @least: branches with a smaller share, in percent, are left out
 * @wanted: lines that are shown, by line; NULL: all
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

/** perf_tree_build() - make the rows anew; 0 or -ENOMEM */
int perf_tree_build(struct perf_tree *tree);

/** perf_tree_toggle() - open a row, or close it; false if there is nothing below it */
bool perf_tree_toggle(struct perf_tree *tree, size_t row);

/**
 * perf_tree_open_all() - open or close all of a line, or of all lines
 * @tree: tree
 * @line: line; -1: all
 * @open: which
 */
void perf_tree_open_all(struct perf_tree *tree, int64_t line, bool open);

/**
 * perf_tree_place() - what a row is known by in trees that are made of later tables
 * @tree: tree
 * @row: row
 *
 * Return: a number made of its line's keys and the functions on the way to it.
 */
uint64_t perf_tree_place(const struct perf_tree *tree, const struct perf_tree_row *row);

/**
 * perf_tree_opened() - what is open
 * @tree: tree
 * @places: result: of open rows; they are added
 *
 * Return: 0 or -ENOMEM.
 */
int perf_tree_opened(const struct perf_tree *tree, struct perf_map *places);

/**
 * perf_tree_reopen() - open what was open in another tree, as far as it is there
 * @tree: tree; perf_tree_build() then makes its rows
 * @places: of the rows that were open
 */
void perf_tree_reopen(struct perf_tree *tree, const struct perf_map *places);

/** perf_tree_text() - add the text of a row */
void perf_tree_text(struct perf_tree *tree, const struct perf_tree_row *row,
		    struct perf_str *str);

/** perf_tree_percent() - share of a row */
double perf_tree_percent(const struct perf_tree *tree, const struct perf_tree_row *row);

/** perf_tree_function() - function of a row, 0 if it has none */
uint32_t perf_tree_function(const struct perf_tree *tree, const struct perf_tree_row *row);

/** perf_tree_clear() - free all, and forget what was opened */
void perf_tree_clear(struct perf_tree *tree);

#endif /* PERF_TUI_TREE_H */
