// SPDX-License-Identifier: GPL-2.0
/*
 * perf_table_write_tree(): a node of the first level adds up the lines with the same value of the
 * first key; a node below it adds up those with the same value of the second key, and so on.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <table/table_view.h>

#define INDENT	3	/* blanks for each level */
#define GAP	2	/* blanks before each column */
#define DOTS	207	/* most dots below the titles of names */

/**
 * struct node - a line of the tree
 * @line: sums of the lines of this node
 * @first: index in @lines of the table of the first of them; they are neighbours
 * @nr: number of lines
 */
struct node {
	struct perf_table_line line;
	size_t first;
	size_t nr;
};

/**
 * struct level - the nodes below one node of the tree
 * @table: table
 * @depth: index of the sort key by whose values @nodes differ
 * @nodes: nodes, in order
 * @nr: number of @nodes
 * @sums: storage for the sums of @nodes, one for each member of the table
 */
struct level {
	struct perf_table_view *table;
	unsigned int depth;
	struct node *nodes;
	size_t nr;
	struct perf_entry *sums;
};

static unsigned int last_depth(const struct perf_table_view *table)
{
	return table->report->sort.nr ? table->report->sort.nr - 1 : 0;
}

/* ---- making the nodes ----------------------------------------------------------------- */

static int compare_at(const struct perf_table_view *table, unsigned int depth,
		      const struct perf_table_line *a, const struct perf_table_line *b)
{
	return perf_report_compare_value(table->report, table->report->sort.keys[depth], a->any,
					 b->any);
}

/* Order of the table's lines in which the lines of a node are neighbours, at each depth. */
static int compare_paths(const void *left, const void *right, void *context)
{
	const struct perf_table_view *table = context;
	unsigned int depth;
	int diff;

	for (depth = 0; depth < table->report->sort.nr; depth++) {
		diff = compare_at(table, depth, left, right);
		if (diff)
			return diff;
	}
	return 0;
}

static int compare_nodes(const void *left, const void *right, void *context)
{
	const struct level *level = context;
	const struct node *a = left, *b = right;
	const struct perf_fields *order = perf_report_order(level->table->report);
	unsigned int i;
	int diff;

	for (i = 0; i < order->nr; i++) {
		if (order->list[i] >= PERF_FIELD_KEY)
			continue;
		diff = perf_table_compare_numbers(level->table, order->list[i], &a->line, &b->line);
		if (diff)
			return diff;
	}
	return compare_at(level->table, level->depth, &a->line, &b->line);
}

static void add_up(struct perf_entry *sum, const struct perf_entry *entry)
{
	unsigned int i;

	if (!entry)
		return;
	sum->self += entry->self;
	sum->total += entry->total;
	sum->nr += entry->nr;
	for (i = 0; i < PERF_REPORT_MODES; i++)
		sum->modes[i] += entry->modes[i];
}

static void fill_node(struct level *level, struct node *node, size_t first)
{
	struct perf_entry *sums = &level->sums[(node - level->nodes) * level->table->what->nr];
	unsigned int i;

	node->first = first;
	node->line.any = level->table->lines.at[first].any;
	for (i = 0; i < level->table->what->nr; i++)
		node->line.members[i] = &sums[i];
}

/* Make the nodes of the @nr lines from @first on, which have the same values of earlier keys. */
static int make_level(struct level *level, size_t first, size_t nr)
{
	const struct perf_table_line *lines = level->table->lines.at;
	unsigned int members = level->table->what->nr, member;
	struct node *node = NULL;
	size_t i;

	level->nodes = calloc(nr, sizeof(*level->nodes));
	level->sums = calloc(nr * members, sizeof(*level->sums));
	if (!level->nodes || !level->sums)
		return -ENOMEM;
	for (i = first; i < first + nr; i++) {
		if (!node || compare_at(level->table, level->depth, &lines[i - 1], &lines[i])) {
			node = &level->nodes[level->nr++];
			fill_node(level, node, i);
		}
		node->nr++;
		for (member = 0; member < members; member++)
			add_up((struct perf_entry *)node->line.members[member],
			       lines[i].members[member]);
	}
	qsort_r(level->nodes, level->nr, sizeof(*level->nodes), compare_nodes, level);
	return 0;
}

/* ---- writing -------------------------------------------------------------------------- */

/* Width of all columns of numbers with the indentation, characters. */
static unsigned int numbers_width(const struct perf_table_view *table)
{
	unsigned int width = INDENT * last_depth(table), i;

	for (i = 0; i < table->columns.nr; i++)
		width += perf_table_width(table, table->columns.list[i]) + (i ? GAP : 0);
	return width;
}

static void add_node(struct level *level, const struct node *node, struct perf_str *str)
{
	struct perf_table_view *table = level->table;
	enum perf_sort_key key = table->report->sort.keys[level->depth];
	unsigned int i;

	perf_str_fill(str, ' ', (size_t)INDENT * level->depth);
	perf_str_cut(&table->row, 0);
	for (i = 0; i < table->columns.nr; i++)
		perf_table_add_number(table, &node->line, table->columns.list[i], false);
	if (!table->options->separator)
		perf_str_fill(&table->row, ' ', (size_t)INDENT * last_depth(table));
	perf_table_add_gap(table);
	perf_str_mem(str, table->row.text, table->row.length);
	perf_str_cut(&table->row, 0);
	perf_table_add_cell(table, key, node->line.any, true);
	perf_str_add(str, table->row.text + strspn(table->row.text, " "));
	perf_str_char(str, '\n');
}

static int write_level(struct perf_table_view *table, struct perf_out *out, unsigned int depth,
		       size_t first, size_t nr);

/* Write the nodes of the next key below a node; in the last level its call graph. */
static int write_below(struct level *level, const struct node *node, struct perf_out *out)
{
	struct perf_table_view *table = level->table;

	if (level->depth < last_depth(table))
		return write_level(table, out, level->depth + 1, node->first, node->nr);
	if (!table->graphs)
		return 0;
	return perf_table_add_graph(table, &out->text, table->lines.at[node->first].members[0]);
}

static void say_none(struct perf_table_view *table, struct perf_str *str, unsigned int depth)
{
	perf_str_fill(str, ' ', numbers_width(table) + (size_t)INDENT * depth + 2 * GAP);
	perf_str_format(str, "no entry >= %.2f%%\n", table->options->percent_limit);
}

static int write_level(struct perf_table_view *table, struct perf_out *out, unsigned int depth,
		       size_t first, size_t nr)
{
	struct level level = { .table = table, .depth = depth };
	bool any = false;
	int err;
	size_t i;

	err = make_level(&level, first, nr);
	for (i = 0; i < level.nr && !err; i++) {
		if (perf_table_is_too_small(table, &level.nodes[i].line))
			continue;
		any = true;
		add_node(&level, &level.nodes[i], &out->text);
		err = write_below(&level, &level.nodes[i], out);
		if (out->fd >= 0 && perf_out_check(out))
			break;
	}
	if (!err && !any && depth)
		say_none(table, &out->text, depth);
	free(level.nodes);
	free(level.sums);
	return err;
}

/**
 * perf_table_write_tree() - write the lines as a tree
 * @table: table; its lines are sorted by their keys
 * @out: writer; if @out->fd is negative, all text stays in @out->text
 *
 * Return: 0 or -ENOMEM.
 */
int perf_table_write_tree(struct perf_table_view *table, struct perf_out *out)
{
	if (!table->lines.count || !table->report->sort.nr)
		return 0;
	qsort_r(table->lines.at, table->lines.count, sizeof(*table->lines.at), compare_paths,
		table);
	return write_level(table, out, 0, 0, table->lines.count);
}

/* ---- heads ---------------------------------------------------------------------------- */

static void add_key_titles(const struct perf_table_view *table, struct perf_str *str)
{
	const struct perf_sort *sort = &table->report->sort;
	const char *title;
	unsigned int i;

	for (i = 0; i < sort->nr; i++) {
		title = perf_table_title(table, PERF_FIELD_KEY + sort->keys[i]);
		perf_str_format(str, "%s%s", i ? " / " : "", title + strspn(title, " "));
	}
}

/* Number of dots: the widest name with its indentation or @titles, at most DOTS. */
static unsigned int dots_of_names(const struct perf_table_view *table, size_t titles)
{
	const struct perf_sort *sort = &table->report->sort;
	unsigned int i, width = (unsigned int)titles;

	for (i = 0; i < sort->nr; i++)
		if (width < INDENT * i + table->widths[sort->keys[i]])
			width = INDENT * i + table->widths[sort->keys[i]];
	return width < DOTS ? width : DOTS;
}

/** perf_table_add_tree_heads() - add the heads of the columns of a tree, and the dots below */
void perf_table_add_tree_heads(struct perf_table_view *table, struct perf_str *str)
{
	const char *separator = table->options->separator;
	size_t titles;
	unsigned int i, field;

	perf_str_add(str, "# ");
	if (!separator)
		perf_str_fill(str, ' ', (size_t)INDENT * last_depth(table));
	for (i = 0; i < table->columns.nr; i++) {
		field = table->columns.list[i];
		perf_str_right(str, perf_table_title(table, field),
			       separator ? 0 : perf_table_width(table, field));
		perf_str_add(str, separator ? separator : "  ");
	}
	titles = str->length;
	add_key_titles(table, str);
	titles = str->length - titles;
	perf_str_char(str, '\n');
	if (separator)
		return;
	perf_str_add(str, "# ");
	perf_str_fill(str, '.', numbers_width(table));
	perf_str_add(str, "  ");
	perf_str_fill(str, '.', dots_of_names(table, titles));
	perf_str_add(str, "\n#\n");
}
