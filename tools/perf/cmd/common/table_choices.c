// SPDX-License-Identifier: GPL-2.0
/* Options of perf report and perf top: the columns and order of tables of samples. */
#include <errno.h>
#include <string.h>
#include <base/num.h>

#include "common/table_choices.h"

/** table_choices_percentage() - --percentage; option->value is the offset of @relative */
int table_choices_percentage(void *options, const struct perf_option *option, const char *text,
			     bool negated, struct perf_error *error)
{
	bool relative = !strcmp(text, "relative");

	(void)negated;
	*(bool *)((char *)options + option->value) = relative;
	if (relative || !strcmp(text, "absolute"))
		return 0;
	return perf_error_set(error, EINVAL, "--percentage %s: it is relative or absolute", text);
}

/**
 * table_choices_check() - reject options that exclude each other
 * @choices: options of the command line
 * @tui: the terminal browser is used
 * @error: filled on failure
 *
 * Return: 0 or -EINVAL.
 */
int table_choices_check(const struct table_choices *choices, bool tui, struct perf_error *error)
{
	if (choices->hierarchy && (choices->fields || tui))
		return perf_error_set(error, EINVAL, "--hierarchy has no use for %s",
				      choices->fields ?
				      "--fields: its columns are the keys of --sort" :
				      "--tui: it is text");
	return 0;
}

/**
 * table_choices_apply() - set the options of a table, except its layout
 * @choices: options of the command line
 * @table: result; keeps its percent_limit if @choices has none
 * @widths: storage for widths; @table->widths points to it if @choices has widths
 * @error: filled on failure
 *
 * Return: 0 or -EINVAL.
 */
int table_choices_apply(const struct table_choices *choices, struct perf_table_options *table,
			struct perf_table_widths *widths, struct perf_error *error)
{
	const char *limit = choices->percent_limit;

	if (limit && !perf_parse_double(limit, &table->percent_limit))
		return perf_error_set(error, EINVAL, "'%s' is no percentage", limit);
	table->relative = choices->relative;
	table->sort_member = (unsigned int)choices->sort_member;
	table->tree = choices->hierarchy;
	if (!choices->widths)
		return 0;
	table->widths = widths;
	return perf_table_widths_parse(widths, choices->widths, error);
}

/**
 * table_choices_layout() - set the columns and sort keys
 * @choices: options of the command line
 * @wanted: other inputs of perf_layout_make(); completed from @choices
 * @layout: storage for the columns; @table->layout points to it
 * @table: result
 * @report: result: sort keys and order
 * @error: filled on failure
 *
 * Return: 0 or -EINVAL.
 */
int table_choices_layout(const struct table_choices *choices, struct perf_layout_wanted wanted,
			 struct perf_layout *layout, struct perf_table_options *table,
			 struct perf_report *report, struct perf_error *error)
{
	int err;

	wanted.fields = choices->fields;
	wanted.sort = choices->sort;
	wanted.samples = choices->show_samples;
	wanted.period = choices->show_period;
	err = perf_layout_make(layout, &wanted, error);
	if (err)
		return err;
	perf_fields_keys(&layout->order, &report->sort);
	report->order = layout->order;
	report->object_sorted = layout->object_sorted;
	report->modes = perf_fields_has_modes(&layout->columns);
	table->layout = layout;
	/* Without whole_graphs, graphs omit their root on lines that start with the function. */
	table->whole_graphs = choices->fields ||
			      (choices->sort && !perf_starts_with(choices->sort, "sym"));
	return 0;
}

/**
 * table_choices_branches() - reject sort keys of branches without -b
 * @report: report, with its sort keys
 * @counted: the report counts branches
 * @error: filled on failure
 *
 * Return: 0 or -EINVAL.
 */
int table_choices_branches(const struct perf_report *report, bool counted,
			   struct perf_error *error)
{
	if (counted || !perf_sort_has_branches(&report->sort))
		return 0;
	return perf_error_set(error, EINVAL, "keys of branches need branches (-b)");
}

/**
 * table_choices_members() - choose the events that a table prints side by side
 * @table: table, with its options; result: members, nr and decides
 * @report: histograms of all events
 * @leader: index of the leader, always a member
 * @group: add the events that @leader leads, up to PERF_TABLE_MEMBERS in all
 */
void table_choices_members(struct perf_table *table, struct perf_report *report, size_t leader,
			   bool group)
{
	size_t i;

	table->nr = 0;
	for (i = 0; i < report->histograms.count && table->nr < PERF_TABLE_MEMBERS; i++)
		if (i == leader || (group && report->histograms.at[i].event->leader == leader))
			table->members[table->nr++] = &report->histograms.at[i];
	table->decides = table->options->sort_member < table->nr ? table->options->sort_member :
								   PERF_TABLE_LEADER_ONLY;
}

/** table_choices_title() - append "event 'x'", or "events 'name { x, y }'" for a group */
void table_choices_title(struct perf_str *title, const struct perf_table *table)
{
	const struct perf_data_event *leader = table->members[0]->event;
	const char *name = leader->group_name;
	unsigned int i;

	if (table->nr == 1) {
		perf_str_format(title, "event '%s'", leader->name);
		return;
	}
	perf_str_format(title, "events '%s { ",
			!name || !strcmp(name, "{anon_group}") ? "anon group" : name);
	for (i = 0; i < table->nr; i++)
		perf_str_format(title, "%s%s", i ? ", " : "", table->members[i]->event->name);
	perf_str_add(title, " }'");
}
