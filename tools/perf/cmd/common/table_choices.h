/* SPDX-License-Identifier: GPL-2.0 */
/* Options of perf report and perf top: the columns and order of tables of samples. */
#ifndef PERF_CMD_TABLE_CHOICES_H
#define PERF_CMD_TABLE_CHOICES_H

#include <base/opt.h>
#include <table/table_text.h>

/**
 * struct table_choices - table options of a command line
 * @sort: sort keys, or NULL
 * @fields: columns, or NULL
 * @percent_limit: lines below this percentage are omitted; NULL: the command's default
 * @widths: widths of columns, or NULL
 * @ignored: regular expression: matching functions include their callees, or NULL
 * @relative: percentages are of the samples that pass the filters
 * @hierarchy: print a tree
 * @show_samples: add a column with the number of samples
 * @show_period: add a column with the sum of periods
 * @sort_member: index of the group's event that decides the order
 */
struct table_choices {
	const char *sort;
	const char *fields;
	const char *percent_limit;
	const char *widths;
	const char *ignored;
	bool relative;
	bool hierarchy;
	bool show_samples;
	bool show_period;
	int sort_member;
};

/* Rows of an option table; @type has a struct table_choices. @letter: short for --fields. */
#define TABLE_CHOICES(type, letter)							\
	PERF_OPT_TEXT(type, table.fields, letter, "fields", "FIELDS",			\
		      "the columns from left to right: keys as above, overhead, "	\
		      "overhead_sys, overhead_us, overhead_guest_sys, "			\
		      "overhead_guest_us, overhead_children, sample, period; lines are " \
		      "sorted by them unless --sort says how; '+': besides the usual ones"), \
	PERF_OPT_FLAG(type, table.hierarchy, 'H', "hierarchy",			\
		      "as a tree: what has the same first key below one line, and so on"), \
	PERF_OPT_TEXT(type, table.ignored, 0, "ignore-callees", "REGEX",		\
		      "count what these functions call as their own"),			\
	PERF_OPT_FLAG(type, table.show_samples, 'n', "show-nr-samples",			\
		      "a column with the number of samples"),				\
	PERF_OPT_FLAG(type, table.show_period, 0, "show-total-period",			\
		      "a column with the sum of periods"),				\
	PERF_OPT_CALL(0, "percentage", "OF", table_choices_percentage,			\
		      offsetof(type, table.relative), 0,				\
		      "shares are of what filters leave (relative), or of all samples "	\
		      "(absolute, default)"),						\
	PERF_OPT_TEXT(type, table.widths, 'w', "column-widths", "WIDTHS",		\
		      "widths of the columns from left to right, separated by commas; "	\
		      "0: as wide as need be"),						\
	PERF_OPT_INT(type, table.sort_member, 0, "group-sort-idx", "N",			\
		     "sort a group by its event N, from 0 (0, also if there is none)")

int table_choices_percentage(void *options, const struct perf_option *option, const char *text,
			     bool negated, struct perf_error *error);
int table_choices_check(const struct table_choices *choices, bool tui, struct perf_error *error);
int table_choices_apply(const struct table_choices *choices, struct perf_table_options *table,
			struct perf_table_widths *widths, struct perf_error *error);
int table_choices_layout(const struct table_choices *choices, struct perf_layout_wanted wanted,
			 struct perf_layout *layout, struct perf_table_options *table,
			 struct perf_report *report, struct perf_error *error);
int table_choices_branches(const struct perf_report *report, bool counted,
			   struct perf_error *error);
void table_choices_members(struct perf_table *table, struct perf_report *report, size_t leader,
			   bool group);
void table_choices_title(struct perf_str *title, const struct perf_table *table);

#endif /* PERF_CMD_TABLE_CHOICES_H */
