// SPDX-License-Identifier: GPL-2.0
/*
 * perf_table_text() and perf_table_view_create(): histograms as a table.
 */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <table/entry_text.h>
#include <table/table_view.h>

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
	struct perf_table_line *line;
	unsigned int i, width;

	for (i = 0; i < table->report->sort.nr; i++) {
		key = table->report->sort.keys[i];
		table->widths[key] = strlen(perf_entry_title(key));
	}
	perf_vec_each(&table->lines, line) {
		for (i = 0; i < table->report->sort.nr; i++) {
			key = table->report->sort.keys[i];
			width = perf_entry_width(table->report, line->any, key,
						 table->options->widths);
			if (width > table->widths[key])
				table->widths[key] = width;
		}
	}
}

/* ---- lines ---------------------------------------------------------------------------- */

static uint64_t parent_of(const struct perf_table_view *table, const struct perf_entry *entry)
{
	return perf_sort_value(table->report, table->report->bases.at[entry->base].tuple,
			       PERF_SORT_PARENT);
}

static bool filter_passes(const struct perf_table_view *table, const struct perf_entry *entry)
{
	const struct perf_filter *filter = table->options->filter;
	const struct perf_function *function = function_of(table, entry);
	const struct perf_sort *sort = &table->report->sort;

	if (table->options->exclude_other && !parent_of(table, entry))
		return false;
	if (!filter)
		return true;
	if (filter->comms && perf_sort_has(sort, PERF_SORT_COMM) &&
	    !perf_filter_name(filter->comms, comm_of(table, entry)))
		return false;
	/* Without these sort keys, count.c has filtered each sample instead. */
	if ((perf_sort_has(sort, PERF_SORT_DSO) || perf_sort_has(sort, PERF_SORT_SYMBOL)) &&
	    !perf_filter_dso(filter, function->dso))
		return false;
	return !perf_filter_symbols(filter) || !perf_sort_has(sort, PERF_SORT_SYMBOL) ||
	       perf_filter_symbol(filter, name_of(table, entry));
}

static int compare_lines(const void *left, const void *right, void *context)
{
	const struct perf_table_view *table = context;
	const struct perf_table_line *a = left, *b = right;
	const struct perf_fields *order = perf_report_order(table->report);
	unsigned int i;
	int diff;

	for (i = 0; i < order->nr; i++) {
		diff = order->list[i] < PERF_FIELD_KEY ?
		       perf_table_compare_numbers(table, order->list[i], a, b) :
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
	struct perf_table_line *line;

	if (!filter_passes(table, entry))
		return 0;
	for (i = 0; i < member; i++)
		if (perf_report_find_entry(table->report, table->what->members[i], entry->base,
					   entry->function, entry->line))
			return 0;	/* member i has added the line */
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
		qsort_r(table->lines.at, table->lines.count, sizeof(struct perf_table_line),
			compare_lines, table);
	return 0;
}

/* ---- title --------------------------------------------------------------------------- */

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
	const struct perf_filter *filter = table->options->filter;
	uint64_t samples = 0, period = 0;
	unsigned int i;

	for (i = 0; i < table->what->nr; i++) {
		samples += table->counts[i];
		period += table->wholes[i];
	}
	perf_str_add(str, "# Samples: ");
	add_count(str, samples);
	perf_str_format(str, " of %s", table->what->title);
	if (filter && filter->time_list)
		perf_str_format(str, " (time slices: %s)", filter->time_list);
	perf_str_char(str, '\n');
	if (table->options->weights)
		perf_str_format(str, "# Total weight : %" PRIu64 "\n# Sort order   : %s\n",
				period, table->options->sort_order);
	else
		perf_str_format(str, "# Event count (approx.): %" PRIu64 "\n", period);
	if (filter && filter->socket_list)
		perf_str_format(str, "# Processor Socket: %s\n", filter->socket_list);
	perf_str_add(str, "#\n");
}

/* ---- the whole ------------------------------------------------------------------------ */

/* Hide the keys with a perf_filter_value(), unless these are all keys. */
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

/* The columns of a tree: the numbers it is ordered by, without PERF_FIELD_CHILDREN. */
static void choose_numbers(struct perf_table_view *table)
{
	const struct perf_fields *order = perf_report_order(table->report);
	unsigned int i;

	for (i = 0; i < order->nr; i++)
		if (order->list[i] < PERF_FIELD_KEY && order->list[i] != PERF_FIELD_CHILDREN)
			perf_fields_add(&table->columns, order->list[i]);
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

static int write_lines(struct perf_table_view *table, struct perf_out *out)
{
	struct perf_table_line *line;
	int err;

	perf_vec_each(&table->lines, line) {
		if (perf_table_is_too_small(table, line))
			continue;
		perf_table_add_row(table, line, &out->text);
		if (table->graphs) {
			err = perf_table_add_graph(table, &out->text, line->members[0]);
			if (err)
				return err;
		}
		if (perf_out_check(out))
			break;
	}
	return 0;
}

/* Set @wholes and @counts: the sums over all lines if @relative, else over all samples. */
static void find_wholes(struct perf_table_view *table)
{
	const struct perf_table_line *line;
	unsigned int i;

	for (i = 0; i < table->what->nr; i++) {
		if (!table->options->relative) {
			table->wholes[i] = table->what->members[i]->period;
			table->counts[i] = table->what->members[i]->nr;
			continue;
		}
		perf_vec_each(&table->lines, line) {
			table->wholes[i] += perf_table_number(line, i, PERF_FIELD_PERIOD);
			table->counts[i] += perf_table_number(line, i, PERF_FIELD_SAMPLES);
		}
	}
}

static int table_prepare(struct perf_table_view *table)
{
	struct perf_histogram *first = table->what->members[0];

	table->children = table->report->children && first->has_stacks;
	table->graphs = first->has_stacks && table->options->graph.style != PERF_GRAPH_NONE;
	if (table->options->tree) {
		choose_numbers(table);
	} else {
		choose_columns(table);
		hide_columns(table);
	}
	if (collect_lines(table))
		return -ENOMEM;
	find_widths(table);
	if (!table->options->tree)
		perf_table_fix_widths(table);
	find_wholes(table);
	if (!table->graphs)
		return 0;
	table->grapher.report = table->report;
	table->grapher.histogram = first;
	table->grapher.links = &table->report->links;
	table->grapher.callees_down = table->options->graph.callees_down;
	return perf_report_link(table->report, first) ?: perf_grapher_init(&table->grapher);
}

static void table_clear(struct perf_table_view *table)
{
	perf_vec_free(&table->lines);
	perf_grapher_free(&table->grapher);
	perf_str_free(&table->row);
}

static void add_comments(struct perf_table_view *table, struct perf_str *str)
{
	add_title(table, str);
	if (table->options->tree) {
		perf_table_add_tree_heads(table, str);
		return;
	}
	perf_table_add_heads(table, str, false);
	if (!table->options->separator) {
		perf_table_add_heads(table, str, true);
		perf_str_add(str, "#\n");
	}
}

/**
 * perf_table_text() - write a table
 * @out: writer
 * @what: contents
 *
 * Return: 0 or -ENOMEM. A write error is in @out->error.
 */
int perf_table_text(struct perf_out *out, const struct perf_table *what)
{
	struct perf_table_view table = {
		.what = what, .options = what->options, .report = what->report,
	};
	int err;

	err = table_prepare(&table);
	if (!err) {
		if (!what->options->quiet)
			add_comments(&table, &out->text);
		err = what->options->tree ? perf_table_write_tree(&table, out) :
					    write_lines(&table, out);
	}
	table_clear(&table);
	return err;
}

/* ---- one line at a time --------------------------------------------------------------- */

/**
 * perf_table_view_create() - collect the lines of a table
 * @what: contents; its report and options must outlive the view, and the report must not change
 * @view: result; free with perf_table_view_free()
 *
 * Return: 0 or -ENOMEM.
 */
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
	if (table_prepare(table)) {
		perf_table_view_free(table);
		return -ENOMEM;
	}
	for (i = 0; i < table->lines.count; i++)
		if (!perf_table_is_too_small(table, &table->lines.at[i]))
			table->lines.at[kept++] = table->lines.at[i];
	table->lines.count = kept;
	*view = table;
	return 0;
}

/** perf_table_view_free() - free a view; @view may be NULL */
void perf_table_view_free(struct perf_table_view *view)
{
	if (!view)
		return;
	table_clear(view);
	free(view);
}

/** perf_table_view_count() - number of lines */
size_t perf_table_view_count(const struct perf_table_view *view)
{
	return view->lines.count;
}

/** perf_table_view_entry() - entry of a line, of the first member that has one */
const struct perf_entry *perf_table_view_entry(const struct perf_table_view *view, size_t line)
{
	return view->lines.at[line].any;
}

/** perf_table_view_percent() - perf_entry.total of a line's first member, percent */
double perf_table_view_percent(const struct perf_table_view *view, size_t line)
{
	const struct perf_entry *entry = view->lines.at[line].members[0];
	uint64_t whole = view->wholes[0];

	return entry && whole ? 100.0 * (double)entry->total / (double)whole : 0;
}

/** perf_table_view_head() - add the heads of the columns, without a newline */
void perf_table_view_head(struct perf_table_view *view, struct perf_str *str)
{
	size_t start = str->length;

	perf_table_add_heads(view, str, false);
	/* Replace the '#' of perf_table_add_heads(), which marks a comment in a file. */
	str->text[start] = ' ';
	perf_str_cut(str, str->length - 1);
}

/** perf_table_view_line() - add a line, without a newline */
void perf_table_view_line(struct perf_table_view *view, size_t line, struct perf_str *str)
{
	perf_table_add_row(view, &view->lines.at[line], str);
	perf_str_cut(str, str->length - 1);
}

/**
 * perf_table_view_graph() - make the call graph of a line
 * @view: view
 * @line: index of the line
 * @grapher: result: holds the graph until the next one is made; NULL: the line has none
 *
 * Return: 0 or -ENOMEM.
 */
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
