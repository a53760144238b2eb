// SPDX-License-Identifier: GPL-2.0-only
/*
 * A histogram as a table.
 */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <out/entry_text.h>
#include <out/table_text.h>

#define PERCENT_WIDTH		8
#define NUMBER_WIDTH		12

/* A line: the entry of each event of the group; NULL if the event has none. */
struct line {
	const struct perf_entry *members[PERF_TABLE_MEMBERS];
	const struct perf_entry *any;
};

struct perf_table_view {
	PERF_VEC(struct line) lines;
	struct perf_table kept;	/* what @what points to, in a view that outlives its maker */
	const struct perf_table *what;
	const struct perf_table_options *options;
	struct perf_report *report;
	bool children;
	unsigned int widths[PERF_SORT_KEYS];
	bool hidden[PERF_SORT_KEYS];
	struct perf_grapher grapher;
	bool graphs;
	struct perf_str row;
};

static const struct perf_function *function_of(const struct perf_table_view *table,
					       const struct perf_entry *entry)
{
	return &table->report->functions.list.at[entry->function];
}

static const char *name_of(const struct perf_table_view *table, const struct perf_entry *entry)
{
	return perf_function_name(&table->report->functions, entry->function);
}

static const char *comm_of(const struct perf_table_view *table, const struct perf_entry *entry)
{
	const struct perf_base *base = &table->report->bases.at[entry->base];

	return perf_machine_comm(table->report->machine, base->comm);
}

static void find_widths(struct perf_table_view *table)
{
	enum perf_sort_key key;
	struct line *line;
	unsigned int i, width;

	for (i = 0; i < table->report->sort.nr; i++) {
		key = table->report->sort.keys[i];
		table->widths[key] = strlen(perf_entry_title(key));
	}
	perf_vec_each(&table->lines, line) {
		for (i = 0; i < table->report->sort.nr; i++) {
			key = table->report->sort.keys[i];
			width = perf_entry_width(table->report, line->any, key);
			if (width > table->widths[key])
				table->widths[key] = width;
		}
	}
}

/* ---- lines ---------------------------------------------------------------------------- */

static bool passes(const struct perf_table_view *table, const struct perf_entry *entry)
{
	const struct perf_filter *filter = table->options->filter;
	const struct perf_function *function = function_of(table, entry);
	const char *name;

	if (!filter)
		return true;
	if (filter->comms && perf_sort_has(&table->report->sort, PERF_SORT_COMM) &&
	    !perf_filter_name(filter->comms, comm_of(table, entry)))
		return false;
	if (filter->dsos &&
	    (!function->dso || (!perf_filter_name(filter->dsos, function->dso->short_name) &&
				!perf_filter_name(filter->dsos, function->dso->name))))
		return false;
	if (!filter->symbols)
		return true;
	name = name_of(table, entry);
	return name && perf_filter_name(filter->symbols, name);
}

static int compare_lines(const void *left, const void *right, void *context)
{
	const struct perf_table_view *table = context;
	const struct line *a = left, *b = right;
	uint64_t period_a, period_b;
	unsigned int i;

	for (i = 0; i < table->what->nr; i++) {
		period_a = a->members[i] ? a->members[i]->total : 0;
		period_b = b->members[i] ? b->members[i]->total : 0;
		if (period_a != period_b)
			return period_a > period_b ? -1 : 1;
	}
	return perf_report_compare_keys(table->report, a->any, b->any);
}

static int add_line(struct perf_table_view *table, unsigned int member,
		    const struct perf_entry *entry)
{
	const struct perf_entry *other;
	unsigned int i;
	uint32_t found;
	struct line *line;

	if (!passes(table, entry))
		return 0;
	for (i = 0; i < member; i++)
		if (perf_report_find_entry(table->report, table->what->members[i], entry->base,
					   entry->function, entry->line))
			return 0;	/* that event has brought the line */
	line = perf_vec_push(&table->lines);
	if (!line)
		return -ENOMEM;
	line->any = entry;
	line->members[member] = entry;
	for (i = member + 1; i < table->what->nr; i++) {
		found = perf_report_find_entry(table->report, table->what->members[i],
					       entry->base, entry->function, entry->line);
		other = found ? &table->what->members[i]->entries.at[found - 1] : NULL;
		line->members[i] = other;
	}
	return 0;
}

static int collect_lines(struct perf_table_view *table)
{
	unsigned int member;
	size_t i;

	for (member = 0; member < table->what->nr; member++) {
		const struct perf_histogram *histogram = table->what->members[member];

		for (i = 0; i < histogram->entries.count; i++)
			if (add_line(table, member, &histogram->entries.at[i]))
				return -ENOMEM;
	}
	if (table->what->nr > 1 && table->lines.count)
		qsort_r(table->lines.at, table->lines.count, sizeof(struct line), compare_lines,
			table);
	return 0;
}

/* ---- cells ---------------------------------------------------------------------------- */

static void add_cell(struct perf_table_view *table, enum perf_sort_key key,
		     const struct perf_entry *entry, bool last)
{
	struct perf_str *str = &table->row;
	size_t start = str->length, width;

	perf_entry_text(str, table->report, entry, key);
	/* These are as long as they are at the end of a line. */
	if (last && perf_entry_flexible(key))
		return;
	width = str->length - start;
	if (!table->options->separator && width < table->widths[key])
		perf_str_fill(str, ' ', table->widths[key] - width);
}

static void add_gap(struct perf_table_view *table)
{
	if (table->options->separator)
		perf_str_add(&table->row, table->row.length ? table->options->separator : "");
	else
		perf_str_mem(&table->row, "  ", 2);
}

/*
 * Hundredths of a percent, rounded as printf() does; false where the double that printf()
 * would get is too near the middle between two of them to be sure.
 */
static bool hundredths(uint64_t part, uint64_t whole, uint64_t *result)
{
	unsigned __int128 scaled = (unsigned __int128)part * 10000;
	uint64_t rest;
	double where;

	if (!whole || part > whole)
		return false;
	rest = scaled % whole;
	where = (double)rest / whole;
	if (where > 0.499999 && where < 0.500001)
		return false;
	*result = scaled / whole + (where > 0.5);
	return true;
}

static void add_percent(struct perf_table_view *table, uint64_t period, uint64_t total)
{
	struct perf_str *str = &table->row;
	uint64_t value;

	if (table->options->separator || !hundredths(period, total, &value)) {
		perf_str_format(str, table->options->separator ? "%.2f%%" : " %6.2f%%",
				total ? 100.0 * period / total : 0);
		return;
	}
	perf_str_u64(str, value / 100, 4, ' ');
	perf_str_char(str, '.');
	perf_str_u64(str, value % 100, 2, '0');
	perf_str_char(str, '%');
}

static void add_percents(struct perf_table_view *table, const struct line *line, bool total)
{
	unsigned int i;

	for (i = 0; i < table->what->nr; i++) {
		const struct perf_entry *entry = line->members[i];

		if (!i || table->options->separator)
			add_gap(table);
		add_percent(table, !entry ? 0 : total ? entry->total : entry->self,
			    table->what->members[i]->period);
	}
}

static void add_numbers(struct perf_table_view *table, const struct line *line, bool period)
{
	unsigned int i;

	for (i = 0; i < table->what->nr; i++) {
		const struct perf_entry *entry = line->members[i];
		uint64_t number = !entry ? 0 : period ? entry->self : entry->nr;

		if (!i || table->options->separator)
			add_gap(table);
		perf_str_u64(&table->row, number, table->options->separator ? 0 : NUMBER_WIDTH,
			     ' ');
	}
}

static void add_row(struct perf_table_view *table, const struct line *line, struct perf_str *str)
{
	unsigned int i, last = table->report->sort.nr - 1;

	while (last && table->hidden[table->report->sort.keys[last]])
		last--;
	perf_str_cut(&table->row, 0);
	if (table->children)
		add_percents(table, line, true);
	add_percents(table, line, false);
	if (table->options->show_samples)
		add_numbers(table, line, false);
	if (table->options->show_period)
		add_numbers(table, line, true);
	for (i = 0; i < table->report->sort.nr; i++) {
		if (table->hidden[table->report->sort.keys[i]])
			continue;
		add_gap(table);
		add_cell(table, table->report->sort.keys[i], line->any, i == last);
	}
	perf_str_char(&table->row, '\n');
	perf_str_mem(str, table->row.text, table->row.length);
}

/* ---- heads ---------------------------------------------------------------------------- */

static void add_head(struct perf_table_view *table, struct perf_str *str, const char *title,
		     unsigned int width, bool right, bool dots, bool *any)
{
	const char *separator = table->options->separator;

	perf_str_add(str, !*any ? "# " : separator ? separator : "  ");
	*any = true;
	if (dots)
		perf_str_fill(str, '.', width);
	else if (separator)
		perf_str_add(str, title + strspn(title, " "));
	else if (right)
		perf_str_right(str, title, width);
	else
		perf_str_left(str, title, width);
}

static void add_heads(struct perf_table_view *table, struct perf_str *str, bool dots)
{
	unsigned int percent = PERCENT_WIDTH * table->what->nr;
	unsigned int number = NUMBER_WIDTH * table->what->nr;
	enum perf_sort_key key;
	unsigned int i;
	bool any = false;

	if (table->children)
		add_head(table, str, "Children", percent, true, dots, &any);
	add_head(table, str, table->children ? "Self" : "Overhead", percent, true, dots, &any);
	if (table->options->show_samples)
		add_head(table, str, "Samples", number, true, dots, &any);
	if (table->options->show_period)
		add_head(table, str, "Period", number, true, dots, &any);
	for (i = 0; i < table->report->sort.nr; i++) {
		key = table->report->sort.keys[i];
		if (!table->hidden[key])
			add_head(table, str, perf_entry_title(key), table->widths[key], false, dots,
				 &any);
	}
	perf_str_char(str, '\n');
}

static void add_count(struct perf_str *str, uint64_t count)
{
	static const char units[] = " KMGTPE";
	unsigned int unit = 0;

	while (count > 1000 && units[unit + 1]) {
		count /= 1000;
		unit++;
	}
	perf_str_format(str, "%" PRIu64 "%c", count, units[unit]);
}

static void add_title(struct perf_table_view *table, struct perf_str *str)
{
	uint64_t samples = 0, period = 0;
	unsigned int i;

	for (i = 0; i < table->what->nr; i++) {
		samples += table->what->members[i]->nr;
		period += table->what->members[i]->period;
	}
	perf_str_add(str, "# Samples: ");
	add_count(str, samples);
	perf_str_format(str, " of %s\n", table->what->title);
	if (table->options->weights)
		perf_str_format(str, "# Total weight : %" PRIu64 "\n# Sort order   : %s\n#\n",
				period, table->options->sort_order);
	else
		perf_str_format(str, "# Event count (approx.): %" PRIu64 "\n#\n", period);
}

/* ---- the whole ------------------------------------------------------------------------ */

/* Columns that say the same in each line, unless there are no others. */
static void hide_columns(struct perf_table_view *table)
{
	const struct perf_sort *sort = &table->report->sort;
	const struct perf_filter *filter = table->options->filter;
	unsigned int i, hidden = 0;

	if (!filter)
		return;
	for (i = 0; i < sort->nr; i++)
		hidden += !!perf_filter_value(filter, sort->keys[i]);
	for (i = 0; i < sort->nr && hidden < sort->nr; i++)
		table->hidden[sort->keys[i]] = perf_filter_value(filter, sort->keys[i]);
}

static bool is_too_small(const struct perf_table_view *table, const struct line *line)
{
	uint64_t total = table->what->members[0]->period;
	uint64_t period = !line->members[0] ? 0 : line->members[0]->total;

	if (line->any->nr < table->options->least_samples)
		return true;
	return total && 100.0 * period / total < table->options->percent_limit;
}

static int add_graph(struct perf_table_view *table, struct perf_str *str,
		     const struct perf_entry *entry)
{
	const struct perf_histogram *histogram = table->what->members[0];
	bool skip = table->report->sort.nr && table->report->sort.keys[0] == PERF_SORT_SYMBOL;
	const struct perf_graph_options *options = &table->options->graph;
	double least = histogram->period * (options->min_percent / 100);
	int err;

	/* What all of the entry is too small for, none of its branches can reach. */
	if (!entry || (options->style == PERF_GRAPH_TREE && entry->total < (uint64_t)least))
		return 0;
	err = perf_grapher_make(&table->grapher, entry - histogram->entries.at);
	if (err)
		return err;
	perf_graph_text(str, &table->grapher, options, histogram->period, entry->total, skip);
	return 0;
}

static int write_lines(struct perf_table_view *table, struct perf_out *out)
{
	struct line *line;
	int err;

	perf_vec_each(&table->lines, line) {
		if (is_too_small(table, line))
			continue;
		add_row(table, line, &out->text);
		if (table->graphs) {
			err = add_graph(table, &out->text, line->members[0]);
			if (err)
				return err;
		}
		if (perf_out_check(out))
			break;
	}
	return 0;
}

static int prepare(struct perf_table_view *table)
{
	struct perf_histogram *first = table->what->members[0];

	table->children = table->report->children && first->has_stacks;
	table->graphs = first->has_stacks && table->options->graph.style != PERF_GRAPH_NONE;
	hide_columns(table);
	if (collect_lines(table))
		return -ENOMEM;
	find_widths(table);
	if (!table->graphs)
		return 0;
	table->grapher.report = table->report;
	table->grapher.histogram = first;
	table->grapher.callees_down = table->options->graph.callees_down;
	perf_report_link(table->report, first);
	return perf_grapher_init(&table->grapher);
}

static void clear(struct perf_table_view *table)
{
	perf_vec_free(&table->lines);
	perf_grapher_free(&table->grapher);
	perf_str_free(&table->row);
}

int perf_table_text(struct perf_out *out, const struct perf_table *what)
{
	struct perf_table_view table = {
		.what = what, .options = what->options, .report = what->report,
	};
	int err;

	err = prepare(&table);
	if (!err) {
		if (!what->options->quiet)
			add_title(&table, &out->text);
		if (!what->options->quiet) {
			add_heads(&table, &out->text, false);
			if (!what->options->separator) {
				add_heads(&table, &out->text, true);
				perf_str_add(&out->text, "#\n");
			}
		}
		err = write_lines(&table, out);
	}
	clear(&table);
	return err;
}

/* ---- one line at a time --------------------------------------------------------------- */

int perf_table_view_create(const struct perf_table *what, struct perf_table_view **view)
{
	struct perf_table_view *table = calloc(1, sizeof(*table));
	size_t i, kept = 0;

	*view = NULL;
	if (!table)
		return -ENOMEM;
	table->kept = *what;
	table->what = &table->kept;
	table->options = what->options;
	table->report = what->report;
	if (prepare(table)) {
		perf_table_view_free(table);
		return -ENOMEM;
	}
	for (i = 0; i < table->lines.count; i++)
		if (!is_too_small(table, &table->lines.at[i]))
			table->lines.at[kept++] = table->lines.at[i];
	table->lines.count = kept;
	*view = table;
	return 0;
}

void perf_table_view_free(struct perf_table_view *view)
{
	if (!view)
		return;
	clear(view);
	free(view);
}

size_t perf_table_view_count(const struct perf_table_view *view)
{
	return view->lines.count;
}

const struct perf_entry *perf_table_view_entry(const struct perf_table_view *view, size_t line)
{
	return view->lines.at[line].any;
}

double perf_table_view_percent(const struct perf_table_view *view, size_t line)
{
	const struct perf_entry *entry = view->lines.at[line].members[0];
	uint64_t whole = view->what->members[0]->period;

	return entry && whole ? 100.0 * (double)entry->total / (double)whole : 0;
}

void perf_table_view_head(struct perf_table_view *view, struct perf_str *str)
{
	size_t start = str->length;

	add_heads(view, str, false);
	/* In a file it is a comment. */
	str->text[start] = ' ';
	perf_str_cut(str, str->length - 1);
}

void perf_table_view_line(struct perf_table_view *view, size_t line, struct perf_str *str)
{
	add_row(view, &view->lines.at[line], str);
	perf_str_cut(str, str->length - 1);
}

int perf_table_view_graph(struct perf_table_view *view, size_t line,
			  const struct perf_grapher **grapher)
{
	const struct perf_entry *entry = view->lines.at[line].members[0];

	*grapher = NULL;
	if (!view->graphs || !entry)
		return 0;
	if (perf_grapher_make(&view->grapher,
			      (uint32_t)(entry - view->what->members[0]->entries.at)))
		return -ENOMEM;
	*grapher = &view->grapher;
	return 0;
}
