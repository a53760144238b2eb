// SPDX-License-Identifier: GPL-2.0
/* The lines of a table: their order by numbers, the limits on them, their call graphs. */
#include <table/table_view.h>

static int compare_member(unsigned int member, unsigned int field,
			  const struct perf_table_line *a, const struct perf_table_line *b)
{
	uint64_t number_a = perf_table_number(a, member, field);
	uint64_t number_b = perf_table_number(b, member, field);

	return (number_a < number_b) - (number_a > number_b);
}

/**
 * perf_table_compare_numbers() - compare two lines by one of their numbers
 *
 * Return: negative if @a comes first: its number is greater in the first member in which they
 * differ, in the order that perf_table.decides gives.
 */
int perf_table_compare_numbers(const struct perf_table_view *table, unsigned int field,
			       const struct perf_table_line *a, const struct perf_table_line *b)
{
	unsigned int decides = table->what->decides, i;
	int diff = 0;

	if (decides == PERF_TABLE_LEADER_ONLY)
		return compare_member(0, field, a, b);
	if (decides != PERF_TABLE_FOLLOWERS)
		diff = compare_member(decides, field, a, b);
	/* Members behind the leader; the leader decides only if @decides names it. */
	for (i = 1; i < table->what->nr && !diff; i++)
		diff = compare_member(i, field, a, b);
	return diff;
}

/** perf_table_is_too_small() - test a line against @percent_limit and @least_samples */
bool perf_table_is_too_small(const struct perf_table_view *table,
			     const struct perf_table_line *line)
{
	uint64_t total = table->wholes[0];
	uint64_t period = !line->members[0] ? 0 : line->members[0]->total;

	if (line->any->nr < table->options->least_samples)
		return true;
	return total && 100.0 * period / total < table->options->percent_limit;
}

/**
 * perf_table_add_graph() - add the call graph of an entry
 * @table: table with @graphs set
 * @str: text is added here
 * @entry: entry of the first member; NULL: nothing is added
 *
 * Return: 0 or -ENOMEM.
 */
int perf_table_add_graph(struct perf_table_view *table, struct perf_str *str,
			 const struct perf_entry *entry)
{
	const struct perf_histogram *histogram = table->what->members[0];
	bool skip = !table->options->whole_graphs && table->report->sort.nr &&
		    table->report->sort.keys[0] == PERF_SORT_SYMBOL;
	const struct perf_graph_options *options = &table->options->graph;
	double least = table->wholes[0] * (options->min_percent / 100);
	int err;

	/* No branch can reach @min_percent if the whole entry does not. */
	if (!entry || (options->style == PERF_GRAPH_TREE && entry->total < (uint64_t)least))
		return 0;
	err = perf_grapher_make(&table->grapher, entry - histogram->entries.at);
	if (err)
		return err;
	perf_graph_text(str, &table->grapher, options, table->wholes[0], entry->total, skip);
	return 0;
}
