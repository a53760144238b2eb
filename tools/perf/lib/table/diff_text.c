// SPDX-License-Identifier: GPL-2.0
/* A comparison of recordings as a table. */
#include <inttypes.h>
#include <stdio.h>
#include <table/diff_text.h>
#include <table/entry_text.h>

#define BASELINE_WIDTH	8
#define PERIOD_WIDTH	14
#define FORMULA_WIDTH	70
#define CELL_MAX	128

/* State of perf_diff_text(). */
struct write_ctx {
	struct perf_str *str;
	const struct perf_diff_table *table;
	unsigned int widths[PERF_SORT_KEYS];
	bool any;	/* the line has a column already */
};

static const struct {
	const char *title;
	unsigned int width;
} methods[] = {
	[PERF_DIFF_DELTA]	= { "Delta", 7 },
	[PERF_DIFF_DELTA_ABS]	= { "Delta Abs", 9 },
	[PERF_DIFF_RATIO]	= { "Ratio", 14 },
	[PERF_DIFF_WEIGHTED]	= { "Weighted diff", 14 },
};

static void add_gap(struct write_ctx *ctx, const char *first)
{
	const char *separator = ctx->table->separator;

	perf_str_add(ctx->str, !ctx->any ? first : separator ? separator : "  ");
	ctx->any = true;
}

/* A number is aligned to the right, or to the left if columns have a @separator. */
static void add_cell(struct write_ctx *ctx, const char *text, unsigned int width)
{
	add_gap(ctx, ctx->table->separator ? "" : "  ");
	if (ctx->table->separator)
		perf_str_left(ctx->str, text, width);
	else
		perf_str_right(ctx->str, text, width);
}

static void add_head(struct write_ctx *ctx, const char *title, unsigned int width, bool dots)
{
	add_gap(ctx, "# ");
	if (dots)
		perf_str_fill(ctx->str, '.', width);
	else if (ctx->table->separator)
		perf_str_left(ctx->str, title, width);
	else
		perf_str_right(ctx->str, title, width);
}

/* Append "/@index" to a title if there are more than two recordings. Return: the width. */
static unsigned int diff_numbered(const struct write_ctx *ctx, char *text, size_t size,
				  const char *title, unsigned int width, unsigned int index)
{
	unsigned int length;

	if (ctx->table->diff->nr == 2) {
		snprintf(text, size, "%s", title);
		return width;
	}
	length = (unsigned int)snprintf(text, size, "%s/%u", title, index);
	return length > width ? length : width;
}

static void column_head(struct write_ctx *ctx, const char *title, unsigned int width,
			unsigned int index, bool dots)
{
	char text[CELL_MAX];

	width = diff_numbered(ctx, text, sizeof(text), title, width, index);
	add_head(ctx, text, width, dots);
}

/* A key of which @filter leaves one value has no column. */
static bool has_column(const struct write_ctx *ctx, enum perf_sort_key key)
{
	return !perf_filter_value(ctx->table->filter, key);
}

static void add_heads(struct write_ctx *ctx, bool dots)
{
	const struct perf_diff *diff = ctx->table->diff;
	unsigned int method = diff->options->method, i;
	const struct perf_sort *sort = &diff->reports[0]->sort;

	ctx->any = false;
	column_head(ctx, "Baseline", BASELINE_WIDTH, 0, dots);
	if (ctx->table->show_periods)
		column_head(ctx, "Base period", PERIOD_WIDTH, 0, dots);
	for (i = 1; i < diff->nr; i++) {
		column_head(ctx, methods[method].title, methods[method].width, i, dots);
		if (ctx->table->show_formula)
			column_head(ctx, "Formula", FORMULA_WIDTH, i, dots);
		if (ctx->table->show_periods)
			column_head(ctx, "Period", PERIOD_WIDTH, i, dots);
	}
	for (i = 0; i < sort->nr; i++) {
		if (!has_column(ctx, sort->keys[i]))
			continue;
		add_gap(ctx, "# ");
		if (dots)
			perf_str_fill(ctx->str, '.', ctx->widths[sort->keys[i]]);
		else
			perf_str_left(ctx->str, perf_entry_title(sort->keys[i]),
				      ctx->widths[sort->keys[i]]);
	}
	perf_str_char(ctx->str, '\n');
}

/* ---- cells ---------------------------------------------------------------------------- */

static void column_cell(struct write_ctx *ctx, const char *title, unsigned int width,
			unsigned int index, const char *text)
{
	char unused[CELL_MAX];

	add_cell(ctx, text, diff_numbered(ctx, unused, sizeof(unused), title, width, index));
}

static void format_value(const struct perf_diff *diff, const struct perf_diff_line *line,
			 unsigned int index, char *text, size_t size)
{
	double value;

	*text = '\0';
	if (!perf_diff_value(diff, line, index, &value)) {
		if (line->found[index])
			snprintf(text, size, "N/A");
		return;
	}
	switch (diff->options->method) {
	case PERF_DIFF_RATIO:
		snprintf(text, size, "%.6f", value);
		break;
	case PERF_DIFF_WEIGHTED:
		snprintf(text, size, "%.0f", value);
		break;
	default:
		snprintf(text, size, "%+.2f%%", value);
	}
}

static void format_formula(const struct perf_diff *diff, const struct perf_diff_line *line,
			   unsigned int index, char *text, size_t size)
{
	uint64_t base = line->sums[0], other = line->sums[index];
	const struct perf_diff_options *options = diff->options;

	*text = '\0';
	if (!line->found[index])
		return;
	switch (options->method) {
	case PERF_DIFF_RATIO:
		snprintf(text, size, "%" PRIu64 " / %" PRIu64, other, base);
		break;
	case PERF_DIFF_WEIGHTED:
		snprintf(text, size, "(%" PRIu64 " * %" PRId64 ") - (%" PRIu64 " * %" PRId64 ")",
			 other, options->other_weight, base, options->baseline_weight);
		break;
	default:
		snprintf(text, size, "(%" PRIu64 " * 100 / %" PRIu64 ") - (%" PRIu64 " * 100 / %"
			 PRIu64 ")", other, diff->histograms[index]->period, base,
			 diff->histograms[0] ? diff->histograms[0]->period : 0);
	}
}

static void add_comparison(struct write_ctx *ctx, const struct perf_diff_line *line,
			   unsigned int index)
{
	const struct perf_diff *diff = ctx->table->diff;
	unsigned int method = diff->options->method;
	char text[CELL_MAX];

	format_value(diff, line, index, text, sizeof(text));
	column_cell(ctx, methods[method].title, methods[method].width, index, text);
	if (ctx->table->show_formula) {
		format_formula(diff, line, index, text, sizeof(text));
		column_cell(ctx, "Formula", FORMULA_WIDTH, index, text);
	}
	if (ctx->table->show_periods) {
		snprintf(text, sizeof(text), "%" PRIu64, line->sums[index]);
		column_cell(ctx, "Period", PERIOD_WIDTH, index,
			    line->found[index] ? text : "");
	}
}

static void add_keys(struct write_ctx *ctx, const struct perf_diff_line *line)
{
	const struct perf_report *report = ctx->table->diff->reports[line->any];
	const struct perf_sort *sort = &report->sort;
	struct perf_str *str = ctx->str;
	unsigned int i, width;
	size_t start;

	for (i = 0; i < sort->nr; i++) {
		if (!has_column(ctx, sort->keys[i]))
			continue;
		width = ctx->widths[sort->keys[i]];
		add_gap(ctx, "");
		start = str->length;
		perf_entry_text(str, report, line->found[line->any], sort->keys[i]);
		perf_str_field(str, start, ctx->table->separator);
		if (i + 1 == sort->nr && perf_entry_flexible(sort->keys[i]))
			break;
		if (str->length - start < width)
			perf_str_fill(str, ' ', width - (str->length - start));
	}
	perf_str_char(str, '\n');
}

static void add_line(struct write_ctx *ctx, const struct perf_diff_line *line)
{
	const struct perf_diff *diff = ctx->table->diff;
	char text[CELL_MAX] = "";
	unsigned int i;

	ctx->any = false;
	if (line->found[0])
		snprintf(text, sizeof(text), ctx->table->separator ? "%.2f" : "%.2f%%",
			 perf_diff_share(diff, line, 0));
	column_cell(ctx, "Baseline", BASELINE_WIDTH, 0, text);
	if (ctx->table->show_periods) {
		snprintf(text, sizeof(text), "%" PRIu64, line->sums[0]);
		column_cell(ctx, "Base period", PERIOD_WIDTH, 0, text);
	}
	for (i = 1; i < diff->nr; i++)
		add_comparison(ctx, line, i);
	add_keys(ctx, line);
}

/* ---- the whole ------------------------------------------------------------------------ */

static void find_widths(struct write_ctx *ctx)
{
	const struct perf_diff *diff = ctx->table->diff;
	const struct perf_sort *sort = &diff->reports[0]->sort;
	const struct perf_diff_line *line;
	enum perf_sort_key key;
	unsigned int i, width;

	for (i = 0; i < sort->nr; i++) {
		key = sort->keys[i];
		ctx->widths[key] = strlen(perf_entry_title(key));
		perf_vec_each(&diff->lines, line) {
			width = perf_entry_width(diff->reports[line->any], line->found[line->any],
						 key, false);
			if (width > ctx->widths[key])
				ctx->widths[key] = width;
		}
	}
}

static bool is_shown(const struct perf_diff_table *table, const struct perf_diff_line *line)
{
	unsigned int i;

	for (i = 1; i < table->diff->nr && line->found[0] && table->baseline_only; i++)
		if (line->found[i])
			return true;
	return !table->baseline_only;
}

/** perf_diff_text() - add the text of the table */
void perf_diff_text(struct perf_str *str, const struct perf_diff_table *table)
{
	struct write_ctx ctx = { .str = str, .table = table };
	const struct perf_diff *diff = table->diff;
	const struct perf_diff_line *line;
	unsigned int i;

	find_widths(&ctx);
	if (!table->quiet) {
		perf_str_format(str, "# Event '%s'\n#\n", table->event);
		if (diff->nr > 2 || table->show_files) {
			perf_str_add(str, "# Data files:\n");
			for (i = 0; i < diff->nr; i++)
				perf_str_format(str, "#  [%u] %s %s\n", i, table->files[i],
						i ? "" : "(Baseline)");
			perf_str_add(str, "#\n");
		}
		add_heads(&ctx, false);
		if (!table->separator) {
			add_heads(&ctx, true);
			perf_str_add(str, "#\n");
		}
	}
	perf_vec_each(&diff->lines, line)
		if (is_shown(table, line))
			add_line(&ctx, line);
}
