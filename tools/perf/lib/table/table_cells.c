// SPDX-License-Identifier: GPL-2.0
/* The cells of a table, and the heads of its columns. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <table/entry_text.h>
#include <table/table_view.h>

#define WIDTH_MAX	4096

/* Columns of numbers, by PERF_FIELD_*. */
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

/* ---- cells ---------------------------------------------------------------------------- */

/* PERF_SORT_CPU: a number has as many digits as its column is wide, if the user fixed that. */
static bool add_digits(struct perf_table_view *table, enum perf_sort_key key,
		       const struct perf_entry *entry)
{
	if (key != PERF_SORT_CPU || !table->fixed[key])
		return false;
	perf_str_format(&table->row, "%.*d", (int)table->widths[key],
			table->report->bases.at[entry->base].cpu);
	return true;
}

/* Cut the text from @start on to @width bytes, but not within a UTF-8 character. */
static void cut_cell(struct perf_str *str, size_t start, size_t width)
{
	if (str->length - start <= width)
		return;
	while (width && (str->text[start + width] & 0xc0) == 0x80)
		width--;
	perf_str_cut(str, start + width);
}

/**
 * perf_table_add_cell() - add the value of a key to @table->row
 * @table: table
 * @key: key
 * @entry: entry of the line
 * @last: this is the last column
 */
void perf_table_add_cell(struct perf_table_view *table, enum perf_sort_key key,
			 const struct perf_entry *entry, bool last)
{
	struct perf_str *str = &table->row;
	size_t start = str->length, width;

	if (!add_digits(table, key, entry))
		perf_entry_text(str, table->report, entry, key);
	if (table->fixed[key] && perf_entry_can_cut(table->report, entry, key, table->widths[key]))
		cut_cell(str, start, table->widths[key]);
	if (table->options->separator)
		perf_str_field(str, start, table->options->separator);
	/* No padding at the end of a line. */
	if (last && perf_entry_flexible(key))
		return;
	width = str->length - start;
	if (!table->options->separator && width < table->widths[key])
		perf_str_fill(str, ' ', table->widths[key] - width);
}

/** perf_table_add_gap() - add the separator of columns, or two blanks, to @table->row */
void perf_table_add_gap(struct perf_table_view *table)
{
	if (table->options->separator)
		perf_str_add(&table->row, table->row.length ? table->options->separator : "");
	else
		perf_str_mem(&table->row, "  ", 2);
}

/*
 * The share in hundredths of a percent, rounded as printf() does. Return: false if the double
 * that printf() would get is too close to the middle between two hundredths.
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
	perf_str_u64(str, value / 100, width > 4 ? width - 4 : 0, ' ');
	perf_str_char(str, '.');
	perf_str_u64(str, value % 100, 2, '0');
	perf_str_char(str, '%');
}

/* PERF_FIELD_CHILDREN without call graphs: "N/A" once, or with a separator once per member. */
static void add_no_share(struct perf_table_view *table, bool last)
{
	unsigned int width = number_columns[PERF_FIELD_CHILDREN].width, i;

	for (i = 0; table->options->separator && i < table->what->nr; i++) {
		perf_table_add_gap(table);
		perf_str_add(&table->row, "N/A");
	}
	if (table->options->separator)
		return;
	perf_table_add_gap(table);
	perf_str_right(&table->row, "N/A", width);
	if (!last)
		perf_str_fill(&table->row, ' ', width * (table->what->nr - 1));
}

/* Without a separator, a blank precedes the number, however narrow its column. */
static void add_one_number(struct perf_table_view *table, const struct perf_table_line *line,
			   unsigned int member, unsigned int field)
{
	const struct number_column *column = &number_columns[field];
	uint64_t number = perf_table_number(line, member, field);
	unsigned int width = table->number_widths[field];

	if (table->options->separator) {
		width = 0;
	} else {
		perf_str_char(&table->row, ' ');
		width = (width ? width : column->width) - 1;
	}
	if (column->percent)
		add_percent(table, number, table->wholes[member], width);
	else
		perf_str_u64(&table->row, number, width, ' ');
}

/* Width of a column of numbers, for all members. */
static unsigned int number_width(const struct perf_table_view *table, unsigned int field)
{
	unsigned int width = number_columns[field].width * table->what->nr;

	if (!table->number_widths[field])
		return width;
	/* The title or the numbers of several members may need more than the user fixed. */
	if (table->what->nr == 1)
		width = strlen(perf_table_title(table, field));
	return width > table->number_widths[field] ? width : table->number_widths[field];
}

/**
 * perf_table_add_number() - add a gap and the numbers of a line to @table->row
 * @table: table
 * @line: line
 * @field: field of numbers
 * @last: this is the last column
 */
void perf_table_add_number(struct perf_table_view *table, const struct perf_table_line *line,
			   unsigned int field, bool last)
{
	const char *separator = table->options->separator;
	unsigned int width = number_width(table, field), i;
	size_t start;

	if (field == PERF_FIELD_CHILDREN && !table->children) {
		add_no_share(table, last);
		return;
	}
	if (!separator)
		perf_table_add_gap(table);
	start = table->row.length;
	for (i = 0; i < table->what->nr; i++) {
		if (separator)
			perf_table_add_gap(table);
		add_one_number(table, line, i, field);
	}
	if (!separator && !last && table->row.length - start < width)
		perf_str_fill(&table->row, ' ', width - (table->row.length - start));
}

static bool is_hidden(const struct perf_table_view *table, unsigned int field)
{
	return field >= PERF_FIELD_KEY && table->hidden[field - PERF_FIELD_KEY];
}

/** perf_table_add_row() - add the row of a line and a newline; overwrites @table->row */
void perf_table_add_row(struct perf_table_view *table, const struct perf_table_line *line,
			struct perf_str *str)
{
	const struct perf_fields *columns = &table->columns;
	unsigned int i, last = columns->nr - 1;

	perf_str_cut(&table->row, 0);
	for (i = 0; i < columns->nr; i++) {
		if (columns->list[i] < PERF_FIELD_KEY) {
			perf_table_add_number(table, line, columns->list[i], i == last);
		} else if (!is_hidden(table, columns->list[i])) {
			perf_table_add_gap(table);
			perf_table_add_cell(table, columns->list[i] - PERF_FIELD_KEY, line->any,
					    i == last);
		}
	}
	perf_str_char(&table->row, '\n');
	perf_str_mem(str, table->row.text, table->row.length);
}

/* ---- heads ---------------------------------------------------------------------------- */

/* The title of a key is cut to its column; number_width() is never less than the title. */
static void add_head(struct perf_table_view *table, struct perf_str *str, unsigned int field,
		     bool dots)
{
	const char *title = perf_table_title(table, field);
	unsigned int width = perf_table_width(table, field);
	size_t start;

	if (dots) {
		perf_str_fill(str, '.', width);
	} else if (table->options->separator) {
		perf_str_add(str, title + strspn(title, " "));
	} else if (field < PERF_FIELD_KEY) {
		perf_str_right(str, title, width);
	} else {
		start = str->length;
		perf_str_left(str, title, width);
		perf_str_cut(str, start + width);
	}
}

/** perf_table_title() - title of the column of a field */
const char *perf_table_title(const struct perf_table_view *table, unsigned int field)
{
	bool chosen = table->options->layout && table->options->layout->chosen;

	if (field >= PERF_FIELD_KEY)
		return perf_entry_title(field - PERF_FIELD_KEY);
	/* Beside PERF_FIELD_CHILDREN, unless the user chose the columns. */
	if (field == PERF_FIELD_OVERHEAD && table->children && !chosen)
		return "Self";
	return number_columns[field].title;
}

/** perf_table_width() - width of a column, characters; numbers: of all members together */
unsigned int perf_table_width(const struct perf_table_view *table, unsigned int field)
{
	return field >= PERF_FIELD_KEY ? table->widths[field - PERF_FIELD_KEY] :
					 number_width(table, field);
}

/**
 * perf_table_add_heads() - add the heads of the columns, or the dots below them
 * @table: table
 * @str: text is added here, with a newline
 * @dots: add the dots
 */
void perf_table_add_heads(struct perf_table_view *table, struct perf_str *str, bool dots)
{
	const char *separator = table->options->separator;
	const char *gap = "# ";
	unsigned int i;

	for (i = 0; i < table->columns.nr; i++) {
		if (is_hidden(table, table->columns.list[i]))
			continue;
		perf_str_add(str, gap);
		add_head(table, str, table->columns.list[i], dots);
		gap = separator ? separator : "  ";
	}
	perf_str_char(str, '\n');
}

/* ---- widths fixed by the user --------------------------------------------------------- */

/**
 * perf_table_widths_parse() - parse "8,20,0,30"
 * @widths: result
 * @text: numbers separated by commas; a missing number is 0
 * @error: text
 *
 * Return: 0 or -EINVAL.
 */
int perf_table_widths_parse(struct perf_table_widths *widths, const char *text,
			    struct perf_error *error)
{
	const char *at = text;
	unsigned long width;
	char *end;

	memset(widths, 0, sizeof(*widths));
	while (widths->nr < PERF_FIELDS) {
		width = strtoul(at, &end, 10);
		if ((end == at && *at != ',') || *at == '-' || (*end && *end != ',') ||
		    width > WIDTH_MAX)
			return perf_error_set(error, EINVAL,
					      "'%s' are no widths: numbers up to %u, separated by commas",
					      text, WIDTH_MAX);
		widths->list[widths->nr++] = width;
		if (!*end)
			break;
		at = end + 1;
	}
	return 0;
}

/** perf_table_fix_widths() - apply @table->options->widths */
void perf_table_fix_widths(struct perf_table_view *table)
{
	const struct perf_table_widths *widths = table->options->widths;
	unsigned int i, field;

	for (i = 0; widths && i < widths->nr && i < table->columns.nr; i++) {
		field = table->columns.list[i];
		if (!widths->list[i])
			continue;
		if (field < PERF_FIELD_KEY) {
			table->number_widths[field] = widths->list[i];
			continue;
		}
		table->widths[field - PERF_FIELD_KEY] = widths->list[i];
		table->fixed[field - PERF_FIELD_KEY] = true;
	}
}
