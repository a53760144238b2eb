// SPDX-License-Identifier: GPL-2.0
/*
 * Call graphs of entries.
 *
 * If an entry is the innermost function of a stack, its graph has the whole stack. If it is
 * further out, its graph has the part from its outermost location inwards (@callees_down), or
 * from its innermost location outwards.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <report/graph.h>

typedef PERF_VEC(uint32_t) perf_numbers;

/* link_calls() visits all nodes instead of sorting if more than one in MANY_NODES is linked. */
#define MANY_NODES	8

static int graph_fill(void *vec, size_t count)
{
	perf_numbers *numbers = vec;

	free(numbers->at);
	numbers->at = calloc(count + 1, sizeof(*numbers->at));
	numbers->count = numbers->at ? count : 0;
	numbers->capacity = numbers->count;
	return numbers->at ? 0 : -ENOMEM;
}

static void link_call(struct perf_grapher *grapher, uint32_t node)
{
	const struct perf_call *call = &grapher->report->calls.list.at[node];

	grapher->links->next_sibling[node] = grapher->links->first_child[call->parent];
	grapher->links->first_child[call->parent] = node;
	if (!call->entry)
		return;
	grapher->links->next_call[node] = grapher->first_call.at[call->entry - 1];
	grapher->first_call.at[call->entry - 1] = node;
}

static int compare_numbers(const void *left, const void *right)
{
	const uint32_t *a = left, *b = right;

	return (*a > *b) - (*a < *b);
}

/* link_call() prepends to lists, so link_calls() goes from the last node to the first. */
static int link_calls(struct perf_grapher *grapher)
{
	const struct perf_report *report = grapher->report;
	size_t nr = report->linked_nodes.count, all = report->calls.list.count, i;
	perf_numbers nodes = { 0 };

	/* Nodes of other histograms have no rows here, so linking them changes no graph. */
	if (all / MANY_NODES < nr) {
		grapher->links->all = true;
		for (i = all; i-- > 1;)
			if (report->calls.list.at[i].parent)
				link_call(grapher, i);
		return 0;
	}
	if (graph_fill(&nodes, nr))
		return -ENOMEM;
	if (nr)
		memcpy(nodes.at, report->linked_nodes.at, nr * sizeof(*nodes.at));
	qsort(nodes.at, nr, sizeof(*nodes.at), compare_numbers);
	for (i = nr; i--;)
		link_call(grapher, nodes.at[i]);
	perf_vec_free(&nodes);
	return 0;
}

static void link_rows(struct perf_grapher *grapher)
{
	const struct perf_row *rows = grapher->histogram->rows.at;
	size_t i;
	uint32_t entry;

	for (i = grapher->histogram->rows.count; i--;) {
		grapher->next_row.at[i] = grapher->links->first_row[rows[i].call];
		grapher->links->first_row[rows[i].call] = i + 1;
		entry = rows[i].entry;
		if (!entry)
			continue;
		grapher->next_leaf_row.at[i] = grapher->leaf_row.at[entry - 1];
		grapher->leaf_row.at[entry - 1] = i + 1;
	}
}

/** perf_grapher_init() - fill @links and the tables by row and entry; 0 or -ENOMEM */
int perf_grapher_init(struct perf_grapher *grapher)
{
	size_t rows = grapher->histogram->rows.count;
	size_t entries = grapher->histogram->entries.count;

	if (graph_fill(&grapher->next_row, rows) || graph_fill(&grapher->next_leaf_row, rows) ||
	    graph_fill(&grapher->first_call, entries) || graph_fill(&grapher->leaf_row, entries))
		return -ENOMEM;
	link_rows(grapher);
	return link_calls(grapher);
}

/* Return the node of @function below @parent; 0 without memory. */
static uint32_t get_node(struct perf_grapher *grapher, uint32_t parent, uint32_t function)
{
	/* perf_calls numbers nodes in the same order, but from 1: its root is 1. */
	uint32_t number = perf_calls_get(&grapher->index, parent + 1, function);
	struct perf_graph_node *node;

	if (!number)
		return 0;
	if (number - 1 < grapher->nodes.count)
		return number - 1;
	node = perf_vec_push(&grapher->nodes);
	if (!node)
		return 0;
	node->function = function;
	node->parent = parent;
	node->next = grapher->nodes.at[parent].first;
	grapher->nodes.at[parent].first = number - 1;
	return number - 1;
}

static void graph_hit(struct perf_grapher *grapher, uint32_t node, const struct perf_row *row)
{
	grapher->nodes.at[node].hit += row->period;
	grapher->nodes.at[node].hits += row->nr;
}

/* True if the entry of @call is in no outer location of the stack. */
static bool is_outermost(const struct perf_grapher *grapher, uint32_t call)
{
	const struct perf_call *calls = grapher->report->calls.list.at;
	uint32_t entry = calls[call].entry, up;

	for (up = calls[call].parent; calls[up].parent; up = calls[up].parent)
		if (calls[up].entry == entry)
			return false;
	return true;
}

/* Add below @node the stacks that end at @call or go through it. */
static int add_below(struct perf_grapher *grapher, uint32_t call, uint32_t node, uint32_t entry)
{
	uint32_t row, child, below;

	for (row = grapher->links->first_row[call]; row; row = grapher->next_row.at[row - 1])
		if (grapher->histogram->rows.at[row - 1].entry != entry + 1)
			graph_hit(grapher, node, &grapher->histogram->rows.at[row - 1]);
	for (child = grapher->links->first_child[call]; child;
	     child = grapher->links->next_sibling[child]) {
		below = get_node(grapher, node, grapher->report->calls.list.at[child].function);
		if (!below || add_below(grapher, child, below, entry))
			return -ENOMEM;
	}
	return 0;
}

static int add_from_outermost(struct perf_grapher *grapher, uint32_t entry)
{
	uint32_t call, node;

	for (call = grapher->first_call.at[entry]; call; call = grapher->links->next_call[call]) {
		if (!is_outermost(grapher, call))
			continue;
		node = get_node(grapher, 0, grapher->report->calls.list.at[call].function);
		if (!node || add_below(grapher, call, node, entry))
			return -ENOMEM;
	}
	return 0;
}

/* Store in @path the functions of a stack from @call outwards, innermost first. */
static int collect_path(struct perf_grapher *grapher, uint32_t call)
{
	const struct perf_call *calls = grapher->report->calls.list.at;

	grapher->path.count = 0;
	for (; calls[call].parent; call = calls[call].parent) {
		uint32_t *slot = perf_vec_push(&grapher->path);

		if (!slot)
			return -ENOMEM;
		*slot = calls[call].function;
	}
	return 0;
}

static int add_path(struct perf_grapher *grapher, const struct perf_row *row, uint32_t call)
{
	uint32_t node = 0;
	size_t i, nr;

	if (collect_path(grapher, call))
		return -ENOMEM;
	nr = grapher->path.count;
	for (i = 0; i < nr; i++) {
		node = get_node(grapher, node,
				grapher->path.at[grapher->callees_down ? nr - 1 - i : i]);
		if (!node)
			return -ENOMEM;
	}
	if (node)
		graph_hit(grapher, node, row);
	return 0;
}

static int add_leaf_rows(struct perf_grapher *grapher, uint32_t entry)
{
	uint32_t row;

	for (row = grapher->leaf_row.at[entry]; row; row = grapher->next_leaf_row.at[row - 1]) {
		const struct perf_row *at = &grapher->histogram->rows.at[row - 1];

		if (add_path(grapher, at, at->call))
			return -ENOMEM;
	}
	return 0;
}

/* Add the callers of @top, the innermost location of @entry, once for each row below it. */
static int add_callers_of(struct perf_grapher *grapher, uint32_t call, uint32_t top,
			  uint32_t entry)
{
	uint32_t row, child;

	for (row = grapher->links->first_row[call]; row; row = grapher->next_row.at[row - 1]) {
		const struct perf_row *at = &grapher->histogram->rows.at[row - 1];

		if (at->entry != entry + 1 && add_path(grapher, at, top))
			return -ENOMEM;
	}
	for (child = grapher->links->first_child[call]; child;
	     child = grapher->links->next_sibling[child])
		if (grapher->report->calls.list.at[child].entry != entry + 1 &&
		    add_callers_of(grapher, child, top, entry))
			return -ENOMEM;
	return 0;
}

static int add_from_innermost(struct perf_grapher *grapher, uint32_t entry)
{
	uint32_t call;

	for (call = grapher->first_call.at[entry]; call; call = grapher->links->next_call[call])
		if (add_callers_of(grapher, call, call, entry))
			return -ENOMEM;
	return 0;
}

/**
 * perf_grapher_precedes() - true if @a comes before @b, two nodes with the same share
 *
 * Inlined functions are ordered by name, Z first; others by object, the last mapped first, then by
 * address, higher ones first: the start of the symbol, or the address in the process if one of the
 * two has no symbol.
 */
bool perf_grapher_precedes(const struct perf_grapher *grapher, uint32_t a, uint32_t b)
{
	const struct perf_functions *functions = &grapher->report->functions;
	const struct perf_graph_node *na = &grapher->nodes.at[a], *nb = &grapher->nodes.at[b];
	const struct perf_function *fa = &functions->list.at[na->function];
	const struct perf_function *fb = &functions->list.at[nb->function];
	uint32_t dso_a = fa->dso ? fa->dso->index + 1 : 0;
	uint32_t dso_b = fb->dso ? fb->dso->index + 1 : 0;
	bool known = (fa->symbol || fa->inlined) && (fb->symbol || fb->inlined);

	if (known && (fa->inlined || fb->inlined))
		return strcmp(perf_function_name(functions, na->function),
			      perf_function_name(functions, nb->function)) > 0;
	if (dso_a != dso_b)
		return dso_a > dso_b;
	return known ? fa->symbol->start > fb->symbol->start : fa->ip > fb->ip;
}

static bool comes_first(const struct perf_grapher *grapher, uint32_t a, uint32_t b)
{
	const struct perf_graph_node *na = &grapher->nodes.at[a], *nb = &grapher->nodes.at[b];

	if (na->total != nb->total)
		return na->total > nb->total;
	return perf_grapher_precedes(grapher, a, b);
}

/* Merge two sorted lists of siblings. */
static uint32_t graph_merge(struct perf_grapher *grapher, uint32_t a, uint32_t b)
{
	uint32_t head = 0, *tail = &head;

	while (a && b) {
		if (comes_first(grapher, b, a)) {
			*tail = b;
			tail = &grapher->nodes.at[b].next;
			b = *tail;
		} else {
			*tail = a;
			tail = &grapher->nodes.at[a].next;
			a = *tail;
		}
	}
	*tail = a ? a : b;
	return head;
}

static uint32_t sort_siblings(struct perf_grapher *grapher, uint32_t list)
{
	uint32_t slow = list, fast, second;

	if (!list || !grapher->nodes.at[list].next)
		return list;
	for (fast = grapher->nodes.at[list].next; fast && grapher->nodes.at[fast].next;
	     fast = grapher->nodes.at[grapher->nodes.at[fast].next].next)
		slow = grapher->nodes.at[slow].next;
	second = grapher->nodes.at[slow].next;
	grapher->nodes.at[slow].next = 0;
	return graph_merge(grapher, sort_siblings(grapher, list), sort_siblings(grapher, second));
}

/* add_below() leaves empty nodes for stacks that add_leaf_rows() has counted. */
static uint32_t without_empty(struct perf_graph_node *nodes, uint32_t list)
{
	uint32_t *link = &list;

	while (*link) {
		if (nodes[*link].total)
			link = &nodes[*link].next;
		else
			*link = nodes[*link].next;
	}
	return list;
}

static void add_up(struct perf_grapher *grapher)
{
	struct perf_graph_node *nodes = grapher->nodes.at;
	size_t i;

	/* Children have greater numbers than their parents. */
	for (i = grapher->nodes.count; i-- > 1;) {
		nodes[i].total += nodes[i].hit;
		nodes[i].totals += nodes[i].hits;
		nodes[nodes[i].parent].total += nodes[i].total;
		nodes[nodes[i].parent].totals += nodes[i].totals;
	}
	for (i = 0; i < grapher->nodes.count; i++)
		nodes[i].first = sort_siblings(grapher, without_empty(nodes, nodes[i].first));
}

/**
 * perf_grapher_make() - make the graph of an entry in @grapher->nodes
 * @grapher: after perf_grapher_init()
 * @entry: index in @histogram->entries
 *
 * Return: 0 or -ENOMEM.
 */
int perf_grapher_make(struct perf_grapher *grapher, uint32_t entry)
{
	int err;

	grapher->nodes.count = 0;
	perf_calls_reset(&grapher->index);
	if (!perf_vec_push(&grapher->nodes) || perf_calls_root(&grapher->index) != 1)
		return -ENOMEM;
	err = add_leaf_rows(grapher, entry);
	if (!err && grapher->report->children)
		err = grapher->callees_down ? add_from_outermost(grapher, entry) :
					      add_from_innermost(grapher, entry);
	if (!err)
		add_up(grapher);
	return err;
}

/** perf_grapher_free() - free the tables */
void perf_grapher_free(struct perf_grapher *grapher)
{
	perf_vec_free(&grapher->nodes);
	perf_vec_free(&grapher->next_row);
	perf_vec_free(&grapher->first_call);
	perf_vec_free(&grapher->leaf_row);
	perf_vec_free(&grapher->next_leaf_row);
	perf_vec_free(&grapher->path);
	perf_calls_free(&grapher->index);
}
