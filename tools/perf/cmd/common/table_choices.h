/* SPDX-License-Identifier: GPL-2.0-only */
/* What the tables of samples show: options of perf report and of perf top. */
#ifndef PERF_CMD_TABLE_CHOICES_H
#define PERF_CMD_TABLE_CHOICES_H

#include <base/opt.h>
#include <table/table_text.h>

/**
 * struct table_choices - words of the command line
 * @sort: keys, or NULL
 * @fields: columns, or NULL
 * @percent_limit: lines with less are left out; NULL: what the command is used to
 * @widths: of columns, or NULL
 * @ignored: pattern of functions that what they call is counted as, or NULL
 * @relative: shares are of what filters leave
 * @hierarchy: as a tree
 * @show_samples: a column with the number of samples
 * @show_period: a column with the sum of periods
 * @sort_member: event of a group that decides about the order
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

/* Rows of an option table; the options struct has a member table. @letter: of --fields. */
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

/** table_choices_percentage() - --percentage; option->value is where @relative is */
int table_choices_percentage(void *options, const struct perf_option *option, const char *text,
			     bool negated, struct perf_error *error);

/**
 * table_choices_check() - do the words go together?
 * @choices: words
 * @tui: the terminal browser was asked for
 * @error: text
 *
 * Return: 0 or -EINVAL.
 */
int table_choices_check(const struct table_choices *choices, bool tui, struct perf_error *error);

/**
 * table_choices_apply() - what the words say of numbers
 * @choices: words
 * @table: result; its limit stays as it is if nothing was said of it
 * @widths: room for widths, which @table points to then
 * @error: text
 *
 * Return: 0 or -EINVAL.
 */
int table_choices_apply(const struct table_choices *choices, struct perf_table_options *table,
			struct perf_table_widths *widths, struct perf_error *error);

/**
 * table_choices_layout() - what the words say of columns, and by what is counted
 * @choices: words
 * @wanted: what else decides; @choices completes it
 * @layout: room for the columns, which @table points to then
 * @table: result
 * @report: result: sort keys and order
 * @error: text
 *
 * Return: 0 or -EINVAL.
 */
int table_choices_layout(const struct table_choices *choices, struct perf_layout_wanted wanted,
			 struct perf_layout *layout, struct perf_table_options *table,
			 struct perf_report *report, struct perf_error *error);

/**
 * table_choices_branches() - keys of branches need branches
 * @report: with its sort keys
 * @counted: branches are counted
 * @error: text
 *
 * Return: 0 or -EINVAL.
 */
int table_choices_branches(const struct perf_report *report, bool counted,
			   struct perf_error *error);

/**
 * table_choices_members() - the events that a table shows side by side
 * @table: with its options; result: with an event, and those it leads
 * @report: histograms of all events
 * @leader: index of the event
 * @group: with those it leads
 */
void table_choices_members(struct perf_table *table, struct perf_report *report, size_t leader,
			   bool group);

/** table_choices_title() - add "event 'x'", or "events 'name { x, y }'" for a group */
void table_choices_title(struct perf_str *title, const struct perf_table *table);

#endif /* PERF_CMD_TABLE_CHOICES_H */
