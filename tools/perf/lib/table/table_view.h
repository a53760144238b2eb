/* SPDX-License-Identifier: GPL-2.0 */
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

int perf_table_compare_numbers(const struct perf_table_view *table, unsigned int field,
			       const struct perf_table_line *a, const struct perf_table_line *b);
bool perf_table_is_too_small(const struct perf_table_view *table,
			     const struct perf_table_line *line);
int perf_table_add_graph(struct perf_table_view *table, struct perf_str *str,
			 const struct perf_entry *entry);
int perf_table_write_tree(struct perf_table_view *table, struct perf_out *out);
void perf_table_add_tree_heads(struct perf_table_view *table, struct perf_str *str);
void perf_table_fix_widths(struct perf_table_view *table);
const char *perf_table_title(const struct perf_table_view *table, unsigned int field);
unsigned int perf_table_width(const struct perf_table_view *table, unsigned int field);
void perf_table_add_gap(struct perf_table_view *table);
void perf_table_add_number(struct perf_table_view *table, const struct perf_table_line *line,
			   unsigned int field, bool last);
void perf_table_add_cell(struct perf_table_view *table, enum perf_sort_key key,
			 const struct perf_entry *entry, bool last);
void perf_table_add_row(struct perf_table_view *table, const struct perf_table_line *line,
			struct perf_str *str);
void perf_table_add_heads(struct perf_table_view *table, struct perf_str *str, bool dots);

#endif /* PERF_TABLE_TABLE_VIEW_H */
