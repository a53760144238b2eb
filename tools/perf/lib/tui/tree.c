// SPDX-License-Identifier: GPL-2.0
/* struct perf_tree: the rows of a browser. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <tui/tree.h>

#define INDENT		3
#define MARGIN		4
#define DEPTH_MAX	1000

static struct perf_tree_graph *graph_of(const struct perf_tree *tree, uint32_t line)
{
	uint64_t value;

	if (!perf_map_get(&tree->by_line, line, &value) || !value)
		return NULL;
	return tree->graphs.at[value - 1];
}

static void free_graph(struct perf_tree_graph *graph)
{
	if (!graph)
		return;
	perf_vec_free(&graph->nodes);
	free(graph->open);
	free(graph);
}

/* Copy the call graph of a line, with all nodes closed; NULL if it has none, or no memory. */
static struct perf_tree_graph *copy_graph(struct perf_tree *tree, uint32_t line)
{
	const struct perf_grapher *grapher;
	struct perf_tree_graph *graph;
	size_t i;

	if (perf_table_view_graph(tree->view, line, &grapher) || !grapher ||
	    grapher->nodes.count < 2)
		return NULL;
	graph = calloc(1, sizeof(*graph));
	if (!graph)
		return NULL;
	graph->open = calloc(grapher->nodes.count, sizeof(*graph->open));
	for (i = 0; i < grapher->nodes.count; i++) {
		struct perf_graph_node *node = perf_vec_push(&graph->nodes);

		if (!node || !graph->open) {
			free_graph(graph);
			return NULL;
		}
		*node = grapher->nodes.at[i];
	}
	return graph;
}

static bool open_line(struct perf_tree *tree, uint32_t line)
{
	struct perf_tree_graph *graph = graph_of(tree, line), **slot;
	uint64_t *value;
	bool added;

	if (graph) {
		graph->open[0] = true;
		return true;
	}
	graph = copy_graph(tree, line);
	slot = graph ? perf_vec_push(&tree->graphs) : NULL;
	value = slot ? perf_map_put(&tree->by_line, line, &added) : NULL;
	if (!value) {
		free_graph(graph);
		return false;
	}
	*slot = graph;
	*value = tree->graphs.count;
	graph->open[0] = true;
	/* If all stacks begin with the same function, open that one too. */
	if (!graph->nodes.at[graph->nodes.at[0].first].next)
		graph->open[graph->nodes.at[0].first] = true;
	return true;
}

/* ---- rows ----------------------------------------------------------------------------- */

static uint32_t tree_shown(const struct perf_tree *tree, const struct perf_tree_graph *graph,
			   uint32_t node)
{
	double least = tree->least * (double)tree->total / 100;

	/* Siblings are sorted by share: all behind one below the limit are below it. */
	return node && (double)graph->nodes.at[node].total >= least ? node : 0;
}

/* The only child of @node, if no stack ends in @node; else 0. */
static uint32_t continuation(const struct perf_tree *tree, const struct perf_tree_graph *graph,
			     uint32_t node)
{
	const struct perf_graph_node *at = &graph->nodes.at[node];

	if (!node || at->hit || !at->first || graph->nodes.at[at->first].next)
		return 0;
	return tree_shown(tree, graph, at->first);
}

static int add_row(struct perf_tree *tree, uint32_t line, uint32_t node, unsigned int depth,
		   bool follows)
{
	struct perf_tree_row *row = perf_vec_push(&tree->rows);

	if (!row)
		return -ENOMEM;
	*row = (struct perf_tree_row){ line, node, (uint16_t)depth, follows };
	return 0;
}

/* Add rows for the nodes below @node, if it is open. */
static int add_below(struct perf_tree *tree, const struct perf_tree_graph *graph, uint32_t line,
		     uint32_t node, unsigned int depth)
{
	uint32_t child, next;
	int err;

	if (depth > DEPTH_MAX || !graph->open[node])
		return 0;
	while ((next = continuation(tree, graph, node))) {
		err = add_row(tree, line, next, depth - 1, true);
		if (err)
			return err;
		node = next;
	}
	for (child = tree_shown(tree, graph, graph->nodes.at[node].first); child;
	     child = tree_shown(tree, graph, graph->nodes.at[child].next)) {
		err = add_row(tree, line, child, depth, false);
		if (!err)
			err = add_below(tree, graph, line, child, depth + 1);
		if (err)
			return err;
	}
	return 0;
}

/** perf_tree_build() - make @rows again; 0 or -ENOMEM */
int perf_tree_build(struct perf_tree *tree)
{
	size_t nr = perf_table_view_count(tree->view), line;
	const struct perf_tree_graph *graph;
	int err = 0;

	tree->rows.count = 0;
	for (line = 0; line < nr && !err; line++) {
		if (tree->wanted && !tree->wanted[line])
			continue;
		err = add_row(tree, (uint32_t)line, 0, 0, false);
		graph = graph_of(tree, (uint32_t)line);
		if (graph && !err)
			err = add_below(tree, graph, (uint32_t)line, 0, 1);
	}
	return err;
}

/* ---- opening -------------------------------------------------------------------------- */

/** perf_tree_toggle() - open or close a row; false if it has nothing below, or no memory */
bool perf_tree_toggle(struct perf_tree *tree, size_t index)
{
	const struct perf_tree_row *row = &tree->rows.at[index];
	struct perf_tree_graph *graph = graph_of(tree, row->line);

	if (!row->node && (!graph || !graph->open[0]))
		return open_line(tree, row->line);
	if (!graph || row->follows || (row->node && !graph->nodes.at[row->node].first))
		return false;
	graph->open[row->node] = !graph->open[row->node];
	return true;
}

/**
 * perf_tree_open_all() - open or close all nodes of a line, or of all lines
 * @tree: tree; perf_tree_build() then makes its rows
 * @line: line; -1: all
 * @open: open, else close
 */
void perf_tree_open_all(struct perf_tree *tree, int64_t line, bool open)
{
	size_t nr = perf_table_view_count(tree->view), i = 0;
	struct perf_tree_graph *graph;

	if (line >= 0) {
		i = (size_t)line;
		nr = i + 1;
	}
	for (; i < nr; i++) {
		if (open && (!tree->wanted || tree->wanted[i]))
			open_line(tree, (uint32_t)i);
		graph = graph_of(tree, (uint32_t)i);
		if (graph)
			memset(graph->open, open, graph->nodes.count * sizeof(*graph->open));
	}
}

/* ---- perf_tree_row_id() ---------------------------------------------------------------- */

static uint64_t line_id(const struct perf_tree *tree, uint32_t line)
{
	const struct perf_entry *entry = perf_table_view_entry(tree->view, line);

	return perf_hash_u64(perf_hash_u64((uint64_t)entry->base << 32 | entry->function) +
			     entry->line);
}

static uint64_t child_id(uint64_t parent, uint32_t function)
{
	return perf_hash_u64(parent + function);
}

static uint64_t node_id(const struct perf_tree_graph *graph, uint64_t line, uint32_t node)
{
	const struct perf_graph_node *at = &graph->nodes.at[node];

	return node ? child_id(node_id(graph, line, at->parent), at->function) : line;
}

/**
 * perf_tree_row_id() - number that identifies a row in trees of later tables
 * @tree: tree
 * @row: row
 *
 * Return: a hash of the keys of its line and the functions on the path to its node.
 */
uint64_t perf_tree_row_id(const struct perf_tree *tree, const struct perf_tree_row *row)
{
	const struct perf_tree_graph *graph = graph_of(tree, row->line);
	uint64_t line = line_id(tree, row->line);

	return graph ? node_id(graph, line, row->node) : line;
}

/* The perf_tree_row_id() of all nodes of a graph; NULL without memory. */
static uint64_t *all_row_ids(const struct perf_tree_graph *graph, uint64_t line)
{
	uint64_t *row_ids = calloc(graph->nodes.count, sizeof(*row_ids));
	const struct perf_graph_node *node;
	size_t i;

	if (!row_ids)
		return NULL;
	row_ids[0] = line;
	/* The index of a child is greater than that of its parent. */
	for (i = 1; i < graph->nodes.count; i++) {
		node = &graph->nodes.at[i];
		row_ids[i] = child_id(row_ids[node->parent], node->function);
	}
	return row_ids;
}

/**
 * perf_tree_opened() - collect the open rows
 * @tree: tree
 * @row_ids: the perf_tree_row_id() of each open row is added
 *
 * Return: 0 or -ENOMEM.
 */
int perf_tree_opened(const struct perf_tree *tree, struct perf_map *row_ids)
{
	const struct perf_tree_graph *graph;
	uint64_t line, value, *all;
	bool added, failed = false;
	size_t i, at = 0;

	while (!failed && perf_map_next(&tree->by_line, &at, &line, &value)) {
		graph = tree->graphs.at[value - 1];
		all = all_row_ids(graph, line_id(tree, (uint32_t)line));
		failed = !all;
		for (i = 0; !failed && i < graph->nodes.count; i++)
			failed = graph->open[i] && !perf_map_put(row_ids, all[i], &added);
		free(all);
	}
	return failed ? -ENOMEM : 0;
}

/**
 * perf_tree_reopen() - open the rows that were open in another tree, if they exist
 * @tree: tree; perf_tree_build() then makes its rows
 * @row_ids: from perf_tree_opened() of the other tree
 */
void perf_tree_reopen(struct perf_tree *tree, const struct perf_map *row_ids)
{
	size_t nr = perf_table_view_count(tree->view), i, node;
	const struct perf_tree_graph *graph;
	uint64_t line, value, *all;

	for (i = 0; i < nr && row_ids->count; i++) {
		line = line_id(tree, (uint32_t)i);
		if (!perf_map_get(row_ids, line, &value) || !open_line(tree, (uint32_t)i))
			continue;
		graph = graph_of(tree, (uint32_t)i);
		all = all_row_ids(graph, line);
		for (node = 0; all && node < graph->nodes.count; node++)
			graph->open[node] = perf_map_get(row_ids, all[node], &value);
		free(all);
	}
}

/* ---- text ----------------------------------------------------------------------------- */

/** perf_tree_function() - index of a row's function, 0 if it has none */
uint32_t perf_tree_function(const struct perf_tree *tree, const struct perf_tree_row *row)
{
	const struct perf_tree_graph *graph = graph_of(tree, row->line);

	if (row->node)
		return graph ? graph->nodes.at[row->node].function : 0;
	return perf_table_view_entry(tree->view, row->line)->function;
}

/** perf_tree_percent() - share of a row, in percent */
double perf_tree_percent(const struct perf_tree *tree, const struct perf_tree_row *row)
{
	const struct perf_tree_graph *graph = graph_of(tree, row->line);

	if (!row->node)
		return perf_table_view_percent(tree->view, row->line);
	return graph && tree->total ?
	       100.0 * (double)graph->nodes.at[row->node].total / (double)tree->total : 0;
}

static char mark_of(struct perf_tree *tree, const struct perf_tree_row *row)
{
	const struct perf_tree_graph *graph = graph_of(tree, row->line);

	if (!row->node && !graph)
		return perf_table_view_entry(tree->view, row->line)->depth ? '+' : ' ';
	if (row->follows || !graph || !tree_shown(tree, graph, graph->nodes.at[row->node].first))
		return ' ';
	return graph->open[row->node] ? '-' : '+';
}

/** perf_tree_text() - append the text of a row to @str */
void perf_tree_text(struct perf_tree *tree, const struct perf_tree_row *row,
		    struct perf_str *str)
{
	const struct perf_function *function;
	const char *name;

	if (!row->node) {
		perf_str_char(str, mark_of(tree, row));
		perf_table_view_line(tree->view, row->line, str);
		return;
	}
	perf_str_fill(str, ' ', MARGIN + (size_t)row->depth * INDENT);
	perf_str_char(str, mark_of(tree, row));
	if (row->follows)
		perf_str_fill(str, ' ', 8);
	else
		perf_str_format(str, "%6.2f%% ", perf_tree_percent(tree, row));
	function = &tree->report->functions.list.at[perf_tree_function(tree, row)];
	name = perf_function_name(&tree->report->functions, perf_tree_function(tree, row));
	if (name)
		perf_str_add(str, name);
	else
		perf_str_format(str, "0x%" PRIx64, function->ip);
	if (function->inlined)
		perf_str_add(str, " (inlined)");
}

/** perf_tree_clear() - free rows and graphs; all lines are closed */
void perf_tree_clear(struct perf_tree *tree)
{
	size_t i;

	for (i = 0; i < tree->graphs.count; i++)
		free_graph(tree->graphs.at[i]);
	perf_vec_free(&tree->graphs);
	perf_vec_free(&tree->rows);
	perf_map_free(&tree->by_line);
}
