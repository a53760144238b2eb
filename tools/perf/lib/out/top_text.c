// SPDX-License-Identifier: GPL-2.0-only
/* What happens now, as a page of text. */
#include <inttypes.h>
#include <out/top_text.h>

static double percent(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0;
}

void perf_top_head(struct perf_str *str, const struct perf_top_state *state)
{
	perf_str_format(str, "\n   PerfTop: %7.0f irqs/sec  kernel:%4.1f%%  exact: %4.1f%% "
			"lost: %" PRIu64 "/%" PRIu64 " drop: 0/0 [%s],  %s\n",
			state->seconds > 0 ? (double)state->samples / state->seconds : 0,
			percent(state->kernel, state->samples),
			percent(state->exact, state->samples), state->lost, state->lost_total,
			state->how, state->where);
	perf_str_fill(str, '-', state->columns ? state->columns - 1 : 0);
	perf_str_add(str, "\n\n");
}

static int add_graph(struct perf_str *str, const struct perf_table *table,
		     struct perf_table_view *view, size_t line)
{
	const struct perf_grapher *grapher;

	if (perf_table_view_graph(view, line, &grapher))
		return -1;
	if (grapher)
		perf_graph_text(str, grapher, &table->options->graph, table->members[0]->period,
				perf_table_view_entry(view, line)->total, false);
	return 0;
}

int perf_top_lines(struct perf_str *str, const struct perf_table *table, unsigned int entries,
		   unsigned int columns)
{
	struct perf_table_view *view;
	size_t i, nr, start;
	int err;

	err = perf_table_view_create(table, &view);
	if (err)
		return err;
	nr = perf_table_view_count(view);
	for (i = 0; i < nr && i < entries && !err; i++) {
		start = str->length;
		perf_table_view_line(view, i, str);
		if (columns && str->length - start > columns)
			perf_str_cut(str, start + columns);
		perf_str_char(str, '\n');
		err = add_graph(str, table, view, i);
	}
	perf_table_view_free(view);
	return err;
}
