// SPDX-License-Identifier: GPL-2.0
/* perf_top_head() and perf_top_lines(): a page of perf top as text. */
#include <inttypes.h>
#include <string.h>
#include <table/table_view.h>
#include <table/top_text.h>

static double top_percent(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0;
}

/** perf_top_head() - add the head of a page */
void perf_top_head(struct perf_str *str, const struct perf_top_state *state)
{
	perf_str_format(str, "\n   PerfTop: %7.0f irqs/sec  kernel:%4.1f%%  exact: %4.1f%% "
			"lost: %" PRIu64 "/%" PRIu64 " drop: 0/0 [%s],  %s\n",
			state->seconds > 0 ? (double)state->samples / state->seconds : 0,
			top_percent(state->kernel, state->samples),
			top_percent(state->exact, state->samples), state->lost, state->lost_total,
			state->how, state->where);
	perf_str_fill(str, '-', state->columns ? state->columns - 1 : 0);
	perf_str_add(str, "\n\n");
}

static void add_cut(struct perf_str *str, const char *line, size_t length, unsigned int columns)
{
	perf_str_mem(str, line, columns && length > columns ? columns : length);
	perf_str_char(str, '\n');
}

/* perf_table_write_tree() makes the lines of a tree as it writes them: cut its text into lines. */
static int add_tree(struct perf_str *str, struct perf_table_view *view, unsigned int entries,
		    unsigned int columns)
{
	struct perf_out tree = { .fd = -1 };
	const char *line, *end;
	int err;

	err = perf_table_write_tree(view, &tree);
	line = perf_str_text(&tree.text);
	for (; !err && entries-- && (end = strchr(line, '\n')); line = end + 1)
		add_cut(str, line, (size_t)(end - line), columns);
	perf_str_free(&tree.text);
	return err;
}

/**
 * perf_top_lines() - add the lines of a table
 * @str: text is added here
 * @table: finished table
 * @entries: most entries to be added; of a tree, most lines
 * @columns: rows are cut to this many bytes, and in a tree also call graphs; 0: nothing is cut
 *
 * Return: 0 or -ENOMEM.
 */
int perf_top_lines(struct perf_str *str, const struct perf_table *table, unsigned int entries,
		   unsigned int columns)
{
	struct perf_str row = { 0 };
	struct perf_table_view *view;
	size_t i, nr;
	int err;

	err = perf_table_view_create(table, &view);
	if (err)
		return err;
	nr = table->options->tree ? 0 : perf_table_view_count(view);
	if (table->options->tree)
		err = add_tree(str, view, entries, columns);
	for (i = 0; i < nr && i < entries && !err; i++) {
		perf_str_cut(&row, 0);
		perf_table_view_line(view, i, &row);
		add_cut(str, perf_str_text(&row), row.length, columns);
		if (view->graphs)
			err = perf_table_add_graph(view, str, view->lines.at[i].members[0]);
	}
	perf_table_view_free(view);
	perf_str_free(&row);
	return err;
}
