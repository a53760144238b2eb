// SPDX-License-Identifier: GPL-2.0-only
/*
 * A histogram as a table.
 */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <out/entry_text.h>
#include <out/table_text.h>

/* The columns that are numbers. */
static const struct number_column {
	const char *title;
	unsigned int width;
	bool percent;
} number_columns[PERF_FIELD_KEY] = {
	[PERF_FIELD_OVERHEAD]	= { "Overhead", 8, true },
	[PERF_FIELD_SYS]	= { "sys", 8, true },
	[PERF_FIELD_US]		= { "usr", 8, true },
	[PERF_FIELD_GUEST_SYS]	= { "guest sys", 9, true },
	[PERF_FIELD_GUEST_US]	= { "guest usr", 9, true },
	[PERF_FIELD_CHILDREN]	= { "Children", 8, true },
	[PERF_FIELD_SAMPLES]	= { "Samples", 12, false },
	[PERF_FIELD_PERIOD]	= { "Period", 12, false },
};

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
	struct perf_fields columns;
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

static uint64_t number_of(const struct line *line, unsigned int member, unsigned int field)
{
	return line->members[member] ? perf_entry_number(line->members[member], field) : 0;
}

static int compare_numbers(const struct perf_table_view *table, unsigned int field,
			   const struct line *a, const struct line *b)
{
	uint64_t number_a, number_b;
	unsigned int i;

	for (i = 0; i < table->what->nr; i++) {
		number_a = number_of(a, i, field);
		number_b = number_of(b, i, field);
		if (number_a != number_b)
			return number_a > number_b ? -1 : 1;
	}
	return 0;
}

static int compare_lines(const void *left, const void *right, void *context)
{
	const struct perf_table_view *table = context;
	const struct line *a = left, *b = right;
	const struct perf_fields *order = perf_report_order(table->report);
	unsigned int i;
	int diff;

	for (i = 0; i < order->nr; i++) {
		diff = order->list[i] < PERF_FIELD_KEY ?
		       compare_numbers(table, order->list[i], a, b) :
		       perf_report_compare_field(table->report, order->list[i], a->any, b->any);
		if (diff)
			return diff;
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

static void add_percent(struct perf_table_view *table, uint64_t period, uint64_t total,
			unsigned int width)
{
	struct perf_str *str = &table->row;
	uint64_t value;

	if (table->options->separator || !hundredths(period, total, &value)) {
		perf_str_format(str, "%*.2f%%", table->options->separator ? 0 : (int)width - 1,
				total ? 100.0 * period / total : 0);
		return;
	}
	perf_str_u64(str, value / 100, width - 4, ' ');
	perf_str_char(str, '.');
	perf_str_u64(str, value % 100, 2, '0');
	perf_str_char(str, '%');
}

/* The share with what is called, where that is not known: once for all events. */
static void add_no_share(struct perf_table_view *table, bool last)
{
	unsigned int width = number_columns[PERF_FIELD_CHILDREN].width, i;

	for (i = 0; table->options->separator && i < table->what->nr; i++) {
		add_gap(table);
		perf_str_add(&table->row, "N/A");
	}
	if (table->options->separator)
		return;
	add_gap(table);
	perf_str_right(&table->row, "N/A", width);
	if (!last)
		perf_str_fill(&table->row, ' ', width * (table->what->nr - 1));
}

static void add_number(struct perf_table_view *table, const struct line *line, unsigned int field,
		       bool last)
{
	const struct number_column *column = &number_columns[field];
	unsigned int width = column->width, i;
	const char *separator = table->options->separator;

	if (field == PERF_FIELD_CHILDREN && !table->children) {
		add_no_share(table, last);
		return;
	}
	for (i = 0; i < table->what->nr; i++) {
		if (!i || separator)
			add_gap(table);
		if (column->percent)
			add_percent(table, number_of(line, i, field),
				    table->what->members[i]->period, width);
		else
			perf_str_u64(&table->row, number_of(line, i, field), separator ? 0 : width,
				     ' ');
	}
}

static bool is_hidden(const struct perf_table_view *table, unsigned int field)
{
	return field >= PERF_FIELD_KEY && table->hidden[field - PERF_FIELD_KEY];
}

static void add_row(struct perf_table_view *table, const struct line *line, struct perf_str *str)
{
	const struct perf_fields *columns = &table->columns;
	unsigned int i, last = columns->nr - 1;

	perf_str_cut(&table->row, 0);
	for (i = 0; i < columns->nr; i++) {
		if (columns->list[i] < PERF_FIELD_KEY) {
			add_number(table, line, columns->list[i], i == last);
		} else if (!is_hidden(table, columns->list[i])) {
			add_gap(table);
			add_cell(table, columns->list[i] - PERF_FIELD_KEY, line->any, i == last);
		}
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
	bool chosen = table->options->layout && table->options->layout->chosen, any = false;
	const struct number_column *column;
	unsigned int i, field;
	const char *title;

	for (i = 0; i < table->columns.nr; i++) {
		field = table->columns.list[i];
		if (is_hidden(table, field))
			continue;
		if (field >= PERF_FIELD_KEY) {
			field -= PERF_FIELD_KEY;
			add_head(table, str, perf_entry_title(field), table->widths[field], false,
				 dots, &any);
			continue;
		}
		column = &number_columns[field];
		title = column->title;
		/* Beside the share with what is called, unless the user has put it there. */
		if (field == PERF_FIELD_OVERHEAD && table->children && !chosen)
			title = "Self";
		add_head(table, str, title, column->width * table->what->nr, true, dots, &any);
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

static void choose_columns(struct perf_table_view *table)
{
	const struct perf_table_options *options = table->options;
	const struct perf_sort *sort = &table->report->sort;
	unsigned int i;

	if (options->layout) {
		for (i = 0; i < options->layout->columns.nr; i++)
			if (options->layout->chosen || table->children ||
			    options->layout->columns.list[i] != PERF_FIELD_CHILDREN)
				perf_fields_add(&table->columns,
						options->layout->columns.list[i]);
		return;
	}
	if (table->children)
		perf_fields_add(&table->columns, PERF_FIELD_CHILDREN);
	perf_fields_add(&table->columns, PERF_FIELD_OVERHEAD);
	if (options->show_samples)
		perf_fields_add(&table->columns, PERF_FIELD_SAMPLES);
	if (options->show_period)
		perf_fields_add(&table->columns, PERF_FIELD_PERIOD);
	for (i = 0; i < sort->nr; i++)
		perf_fields_add(&table->columns, PERF_FIELD_KEY + sort->keys[i]);
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
	bool skip = !table->options->whole_graphs && table->report->sort.nr &&
		    table->report->sort.keys[0] == PERF_SORT_SYMBOL;
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
	choose_columns(table);
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
