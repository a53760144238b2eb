// SPDX-License-Identifier: GPL-2.0
/*
 * perf stat output for programs: separated fields, and JSON. Existing programs depend on the order
 * of the fields, and on numbers that are strings in JSON.
 */
#include <stdio.h>

#include <base/num.h>
#include <stat/stat_metric.h>
#include <stat/stat_print.h>

/* JSON keys of the units. */
static const char *const keys[] = {
	[PERF_STAT_CPU] = "cpu",
	[PERF_STAT_THREAD] = "thread",
	[PERF_STAT_SOCKET] = "socket",
	[PERF_STAT_DIE] = "die",
	[PERF_STAT_CLUSTER] = "cluster",
	[PERF_STAT_CACHE] = "cache",
	[PERF_STAT_CORE] = "core",
	[PERF_STAT_NODE] = "node",
};

/**
 * perf_stat_csv_field() - append a field and a separator
 * @style: output style
 * @field: the field; separators in it are replaced
 * @text: output
 */
void perf_stat_csv_field(const struct perf_stat_style *style, const char *field,
			 struct perf_str *text)
{
	size_t from = text->length;

	perf_str_add(text, field);
	perf_str_field(text, from, style->separator);
	perf_str_add(text, style->separator);
}

/* Append the last field of a row. */
static void end_row(const struct perf_stat_style *style, const char *unit, struct perf_str *text)
{
	size_t from = text->length;

	perf_str_add(text, unit);
	perf_str_field(text, from, style->separator);
	perf_str_char(text, '\n');
}

/**
 * perf_stat_csv_start() - append the time of the interval and the unit, which begin a line
 * @stat: the sums
 * @style: output style
 * @unit: index of the unit
 * @text: output
 */
void perf_stat_csv_start(const struct perf_stat *stat, const struct perf_stat_style *style,
			 size_t unit, struct perf_str *text)
{
	if (style->interval)
		perf_str_format(text, "%6llu.%09llu%s",
				(unsigned long long)(style->time / PERF_NS_PER_SEC),
				(unsigned long long)(style->time % PERF_NS_PER_SEC),
				style->separator);
	else if (style->summary && !style->metric_only)
		perf_str_format(text, "summary%s", style->separator);
	if (stat->by == PERF_STAT_ALL)
		return;
	perf_stat_csv_field(style, stat->units[unit].name, text);
	if (stat->by != PERF_STAT_CPU && stat->by != PERF_STAT_THREAD)
		perf_str_format(text, "%u%s", stat->units[unit].cpus, style->separator);
}

/**
 * perf_stat_csv_row() - append one row of separated fields
 * @stat: the sums
 * @style: output style
 * @event: index of the event
 * @unit: index of the unit
 * @text: output
 */
void perf_stat_csv_row(const struct perf_stat *stat, const struct perf_stat_style *style,
		       size_t event, size_t unit, struct perf_str *text)
{
	const struct perf_event_spec *spec = &stat->set->list->at[event];
	const struct perf_stat_cell *cell = perf_stat_cell(stat, event, unit);
	const char *missing = perf_stat_missing(stat, event, unit);
	const char *separator = style->separator;
	struct perf_stat_metric metrics[2];
	size_t count, fields, from;

	perf_stat_csv_start(stat, style, unit, text);
	if (missing)
		perf_str_add(text, missing);
	else
		perf_str_format(text, perf_stat_fractions(spec) ? "%.2f" : "%.0f",
				cell->value.mean * spec->scale);
	perf_str_add(text, separator);
	perf_stat_csv_field(style, spec->unit ? spec->unit : "", text);
	from = text->length;
	perf_stat_name(stat, event, text);
	perf_str_field(text, from, separator);
	perf_str_add(text, separator);
	if (spec->cgroup)
		perf_stat_csv_field(style, spec->cgroup, text);
	if (style->runs > 1)
		perf_str_format(text, "%.2f%%%s", perf_mean_error_percent(&cell->value), separator);
	perf_str_format(text, "%.0f%s%.2f%s", cell->running.mean, separator,
			perf_stat_running_percent(cell), separator);
	count = perf_stat_metrics(stat, event, unit, metrics);
	if (!count) {
		perf_str_format(text, "%s\n", separator);
		return;
	}
	perf_str_format(text, metrics[0].format[1] == '8' ? "%.3f" : "%.2f", metrics[0].value);
	perf_str_add(text, separator);
	end_row(style, metrics[0].unit, text);
	if (count < 2)
		return;
	perf_stat_csv_start(stat, style, unit, text);
	/* count, unit, name, run time, percentage; error and control group if any */
	for (fields = 5 + (style->runs > 1) + !!spec->cgroup; fields; fields--)
		perf_str_add(text, separator);
	perf_str_format(text, "%.2f%s", metrics[1].value, separator);
	end_row(style, metrics[1].unit, text);
}

/**
 * perf_stat_json_start() - append the time of the interval and the unit, which begin an object
 * @stat: the sums
 * @style: output style
 * @unit: index of the unit
 * @text: output
 */
void perf_stat_json_start(const struct perf_stat *stat, const struct perf_stat_style *style,
			  size_t unit, struct perf_str *text)
{
	const struct perf_stat_unit *at = &stat->units[unit];

	perf_str_char(text, '{');
	if (style->interval)
		perf_str_format(text, "\"interval\" : %llu.%09llu, ",
				(unsigned long long)(style->time / PERF_NS_PER_SEC),
				(unsigned long long)(style->time % PERF_NS_PER_SEC));
	if (stat->by == PERF_STAT_ALL)
		return;
	if (at->by == PERF_STAT_CPU) {
		perf_str_format(text, "\"cpu\" : \"%d\", ", at->cpu);
		return;
	}
	perf_str_format(text, "\"%s\" : ", keys[at->by]);
	perf_str_json(text, at->name);
	perf_str_add(text, ", ");
	if (stat->by != PERF_STAT_CPU && stat->by != PERF_STAT_THREAD)
		perf_str_format(text, "\"aggregate-number\" : %u, ", at->cpus);
}

/**
 * perf_stat_json_row() - append one row as a JSON object
 * @stat: the sums
 * @style: output style
 * @event: index of the event
 * @unit: index of the unit
 * @text: output
 */
void perf_stat_json_row(const struct perf_stat *stat, const struct perf_stat_style *style,
			size_t event, size_t unit, struct perf_str *text)
{
	const struct perf_event_spec *spec = &stat->set->list->at[event];
	const struct perf_stat_cell *cell = perf_stat_cell(stat, event, unit);
	const char *missing = perf_stat_missing(stat, event, unit);
	struct perf_stat_metric metrics[2] = { { .unit = "" } };
	struct perf_str name = { 0 };
	size_t count;

	perf_stat_json_start(stat, style, unit, text);
	if (missing)
		perf_str_format(text, "\"counter-value\" : \"%s\", ", missing);
	else
		perf_str_format(text, "\"counter-value\" : \"%f\", ",
				cell->value.mean * spec->scale);
	perf_str_add(text, "\"unit\" : ");
	perf_str_json(text, spec->unit ? spec->unit : "");
	perf_str_add(text, ", \"event\" : ");
	perf_stat_name(stat, event, &name);
	perf_str_json(text, perf_str_text(&name));
	text->failed |= name.failed;
	perf_str_free(&name);
	perf_str_add(text, ", ");
	if (spec->cgroup) {
		perf_str_add(text, "\"cgroup\" : ");
		perf_str_json(text, spec->cgroup);
		perf_str_add(text, ", ");
	}
	if (style->runs > 1)
		perf_str_format(text, "\"variance\" : %.2f, ",
				perf_mean_error_percent(&cell->value));
	perf_str_format(text, "\"event-runtime\" : %.0f, \"pcnt-running\" : %.2f, ",
			cell->running.mean, perf_stat_running_percent(cell));
	count = perf_stat_metrics(stat, event, unit, metrics);
	perf_str_format(text, "\"metric-value\" : \"%f\", \"metric-unit\" : ", metrics[0].value);
	perf_str_json(text, metrics[0].unit);
	perf_str_add(text, "}\n");
	if (count < 2)
		return;
	perf_stat_json_start(stat, style, unit, text);
	perf_str_format(text, "\"metric-value\" : \"%f\", \"metric-unit\" : ", metrics[1].value);
	perf_str_json(text, metrics[1].unit);
	perf_str_add(text, "}\n");
}
