/* SPDX-License-Identifier: GPL-2.0-only */
/* What the parts of a table share: its lines, and how one is written. */
#ifndef PERF_TABLE_TABLE_VIEW_H
#define PERF_TABLE_TABLE_VIEW_H

#include <table/table_text.h>

/**
 * struct perf_table_line - a line
 * @members: the entry of each event of the group; NULL if the event has none
 * @any: one of them
 */
struct perf_table_line {
	const struct perf_entry *members[PERF_TABLE_MEMBERS];
	const struct perf_entry *any;
};

/**
 * struct perf_table_view - a table whose lines are known
 * @lines: all of them, in order
 * @kept: what @what points to, in a view that outlives its maker
 * @what: what the table is made of
 * @options, @report: of @what
 * @children: lines have shares with what they call
 * @columns: from left to right
 * @number_widths: of columns that are numbers, as the user fixed them; 0: not
 * @widths: of columns that are keys
 * @fixed: @widths is what the user said
 * @hidden: keys that have the same value in each line
 * @wholes: by event: periods that are 100 percent
 * @counts: the same in samples
 * @grapher: makes call graphs
 * @graphs: there are some
 * @row: the line that is being written
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

/** perf_table_number() - the value of a field that is a number, of one event of a line */
static inline uint64_t perf_table_number(const struct perf_table_line *line, unsigned int member,
					 unsigned int field)
{
	return line->members[member] ? perf_entry_number(line->members[member], field) : 0;
}

/**
 * perf_table_compare_numbers() - order of two lines by one of their numbers
 *
 * Return: negative if @a comes first: the one that is greater for the first event that tells,
 * beginning with the one that options say.
 */
int perf_table_compare_numbers(const struct perf_table_view *table, unsigned int field,
			       const struct perf_table_line *a, const struct perf_table_line *b);

/** perf_table_is_too_small() - is a line left out? */
bool perf_table_is_too_small(const struct perf_table_view *table,
			     const struct perf_table_line *line);

/**
 * perf_table_add_graph() - add the call graph of an entry
 * @table: table with graphs
 * @str: where to add it
 * @entry: of the first event; NULL: it has none
 *
 * Return: 0 or -ENOMEM.
 */
int perf_table_add_graph(struct perf_table_view *table, struct perf_str *str,
			 const struct perf_entry *entry);

/**
 * perf_table_write_tree() - write the lines as a tree
 * @table: table; its lines are in another order then
 * @out: where to; all of it stays in its text if there is no descriptor
 *
 * Return: 0 or -ENOMEM.
 */
int perf_table_write_tree(struct perf_table_view *table, struct perf_out *out);

/** perf_table_add_tree_heads() - add the heads of the columns of a tree, and dots */
void perf_table_add_tree_heads(struct perf_table_view *table, struct perf_str *str);

/** perf_table_fix_widths() - take in the widths that the user has fixed */
void perf_table_fix_widths(struct perf_table_view *table);

/** perf_table_title() - head of a column */
const char *perf_table_title(const struct perf_table_view *table, unsigned int field);

/** perf_table_width() - width of a column; of one that is a number, for all events together */
unsigned int perf_table_width(const struct perf_table_view *table, unsigned int field);

/** perf_table_add_gap() - add what is between columns to @table->row */
void perf_table_add_gap(struct perf_table_view *table);

/**
 * perf_table_add_number() - add a gap and the numbers of a line to @table->row
 * @table: table
 * @line: line
 * @field: that is a number
 * @last: in the last column
 */
void perf_table_add_number(struct perf_table_view *table, const struct perf_table_line *line,
			   unsigned int field, bool last);

/**
 * perf_table_add_cell() - add the value of a key to @table->row
 * @table: table
 * @key: key
 * @entry: of the line
 * @last: in the last column
 */
void perf_table_add_cell(struct perf_table_view *table, enum perf_sort_key key,
			 const struct perf_entry *entry, bool last);

/** perf_table_add_row() - add a line with its end */
void perf_table_add_row(struct perf_table_view *table, const struct perf_table_line *line,
			struct perf_str *str);

/**
 * perf_table_add_heads() - add the heads of the columns, or the dots below them
 * @table: table
 * @str: where to add them, with a line end
 * @dots: dots
 */
void perf_table_add_heads(struct perf_table_view *table, struct perf_str *str, bool dots);

#endif /* PERF_TABLE_TABLE_VIEW_H */
