/* SPDX-License-Identifier: GPL-2.0-only */
/* The lines of a table and their cells: shared by the files of this folder that write tables. */
#ifndef PERF_TABLE_TABLE_VIEW_H
#define PERF_TABLE_TABLE_VIEW_H

#include <table/table_text.h>

/**
 * struct perf_table_line - a line
 * @members: entries, by member of perf_table; NULL: that event has none
 * @any: one of @members, not NULL
 */
struct perf_table_line {
	const struct perf_entry *members[PERF_TABLE_MEMBERS];
	const struct perf_entry *any;
};

/**
 * struct perf_table_view - a table with its lines collected
 * @lines: lines, in order
 * @kept: copy of the caller's perf_table that perf_table_view_create() points @what to
 * @what: contents of the table
 * @options, @report: those of @what
 * @children: lines have a share that includes their callees (PERF_FIELD_CHILDREN)
 * @columns: fields, from left to right
 * @number_widths: characters, by field of numbers, if the user fixed the width; 0: not fixed
 * @widths: characters, by key
 * @fixed: by key: the user fixed @widths
 * @hidden: keys without a column: the filter leaves one value of them
 * @wholes: by member: the period that is 100 percent
 * @counts: by member: the number of samples in @wholes
 * @grapher: makes call graphs
 * @graphs: lines have call graphs
 * @row: the row that is being written
 */
struct perf_table_view {
	PERF_VEC(struct perf_table_line) lines;
	struct perf_table kept;
	const struct perf_table *what;
	const struct perf_table_options *options;
	struct perf_report *report;
	bool children;
	struct perf_fields columns;
	unsigned int number_widths[PERF_FIELD_KEY];
	unsigned int widths[PERF_SORT_KEYS];
	bool fixed[PERF_SORT_KEYS];
	bool hidden[PERF_SORT_KEYS];
	uint64_t wholes[PERF_TABLE_MEMBERS];
	uint64_t counts[PERF_TABLE_MEMBERS];
	struct perf_grapher grapher;
	bool graphs;
	struct perf_str row;
};

/** perf_table_number() - value of a field of numbers, of one member of a line; 0 without entry */
static inline uint64_t perf_table_number(const struct perf_table_line *line, unsigned int member,
					 unsigned int field)
{
	return line->members[member] ? perf_entry_number(line->members[member], field) : 0;
}

/**
 * perf_table_compare_numbers() - compare two lines by one of their numbers
 *
 * Return: negative if @a comes first: its number is greater in the first member in which they
 * differ, in the order that perf_table.decides gives.
 */
int perf_table_compare_numbers(const struct perf_table_view *table, unsigned int field,
			       const struct perf_table_line *a, const struct perf_table_line *b);

/** perf_table_is_too_small() - test a line against @percent_limit and @least_samples */
bool perf_table_is_too_small(const struct perf_table_view *table,
			     const struct perf_table_line *line);

/**
 * perf_table_add_graph() - add the call graph of an entry
 * @table: table with @graphs set
 * @str: text is added here
 * @entry: entry of the first member; NULL: nothing is added
 *
 * Return: 0 or -ENOMEM.
 */
int perf_table_add_graph(struct perf_table_view *table, struct perf_str *str,
			 const struct perf_entry *entry);

/**
 * perf_table_write_tree() - write the lines as a tree
 * @table: table; its lines are sorted by their keys
 * @out: writer; if @out->fd is negative, all text stays in @out->text
 *
 * Return: 0 or -ENOMEM.
 */
int perf_table_write_tree(struct perf_table_view *table, struct perf_out *out);

/** perf_table_add_tree_heads() - add the heads of the columns of a tree, and the dots below */
void perf_table_add_tree_heads(struct perf_table_view *table, struct perf_str *str);

/** perf_table_fix_widths() - apply @table->options->widths */
void perf_table_fix_widths(struct perf_table_view *table);

/** perf_table_title() - title of the column of a field */
const char *perf_table_title(const struct perf_table_view *table, unsigned int field);

/** perf_table_width() - width of a column, characters; numbers: of all members together */
unsigned int perf_table_width(const struct perf_table_view *table, unsigned int field);

/** perf_table_add_gap() - add the separator of columns, or two blanks, to @table->row */
void perf_table_add_gap(struct perf_table_view *table);

/**
 * perf_table_add_number() - add a gap and the numbers of a line to @table->row
 * @table: table
 * @line: line
 * @field: field of numbers
 * @last: this is the last column
 */
void perf_table_add_number(struct perf_table_view *table, const struct perf_table_line *line,
			   unsigned int field, bool last);

/**
 * perf_table_add_cell() - add the value of a key to @table->row
 * @table: table
 * @key: key
 * @entry: entry of the line
 * @last: this is the last column
 */
void perf_table_add_cell(struct perf_table_view *table, enum perf_sort_key key,
			 const struct perf_entry *entry, bool last);

/** perf_table_add_row() - add the row of a line and a newline; overwrites @table->row */
void perf_table_add_row(struct perf_table_view *table, const struct perf_table_line *line,
			struct perf_str *str);

/**
 * perf_table_add_heads() - add the heads of the columns, or the dots below them
 * @table: table
 * @str: text is added here, with a newline
 * @dots: add the dots
 */
void perf_table_add_heads(struct perf_table_view *table, struct perf_str *str, bool dots);

#endif /* PERF_TABLE_TABLE_VIEW_H */
