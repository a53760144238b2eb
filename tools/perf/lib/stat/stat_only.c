// SPDX-License-Identifier: GPL-2.0
/*
 * perf stat --metric-only: one line for each unit, with metrics instead of counts. Rates and CPU
 * utilization, which need only a clock, are left out. An event without a count has an empty field.
 */
#include <stdio.h>
#include <string.h>

#include <stat/stat_metric.h>
#include <stat/stat_print.h>

#define FIELD_WIDTH	20
#define LABEL_SIZE	256

/* Headings of the unit: blank @width; @timed with times of intervals; @fields for CSV. */
static const struct {
	unsigned int	width;
	const char	*timed;
	const char	*fields;
} headings[] = {
	[PERF_STAT_ALL] = { 0, "", "" },
	[PERF_STAT_CPU] = { 7, "cpu    ", "cpu," },
	[PERF_STAT_THREAD] = { 23, "            comm-pid ", "comm-pid," },
	[PERF_STAT_SOCKET] = { 7, "socket cpus ", "socket,cpus," },
	[PERF_STAT_DIE] = { 13, "die          cpus ", "die,cpus," },
	[PERF_STAT_CLUSTER] = { 21, "cluster              cpus ", "cluster,cpus," },
	[PERF_STAT_CACHE] = { 23, "cache                  cpus ", "cache,cpus," },
	[PERF_STAT_CORE] = { 19, "core               cpus ", "core,cpus," },
	[PERF_STAT_NODE] = { 7, "node   cpus ", "node," },
};

static bool is_worth_a_field(const char *unit)
{
	return unit && !strstr(unit, "/sec") && strcmp(unit, "CPUs utilized");
}

/* A unit "of all ..." gets the name of the event before it. */
static void field_label(const struct perf_event_spec *spec, const char *unit, char *text)
{
	if (!strncmp(unit, "of all", strlen("of all")))
		snprintf(text, LABEL_SIZE, "%s %s", spec->name, unit);
	else
		snprintf(text, LABEL_SIZE, "%s", unit);
}

typedef void add_field(const struct perf_stat_style *style, const char *label,
		       const struct perf_stat_metric *metric, struct perf_str *text);

/* Add the fields of an event for a unit; an event without a count has one without a metric. */
static void each_field(const struct perf_stat *stat, const struct perf_stat_style *style,
		       size_t event, size_t unit, add_field *add, struct perf_str *text)
{
	const struct perf_event_spec *spec = &stat->set->list->at[event];
	struct perf_stat_metric metrics[2];
	char name[LABEL_SIZE];
	size_t count, i;

	if (!perf_stat_shown(stat, event))
		return;
	if (perf_stat_missing(stat, event, unit)) {
		add(style, "", NULL, text);
		return;
	}
	count = perf_stat_metrics(stat, event, unit, metrics);
	for (i = 0; i < count; i++) {
		if (!is_worth_a_field(metrics[i].unit))
			continue;
		field_label(spec, metrics[i].unit, name);
		add(style, name, &metrics[i], text);
	}
}

static void text_field(const struct perf_stat_style *style, const char *name,
		       const struct perf_stat_metric *metric, struct perf_str *text)
{
	size_t width = strlen(name) > FIELD_WIDTH ? strlen(name) : FIELD_WIDTH;
	char number[64] = "";

	(void)style;
	if (metric)
		snprintf(number, sizeof(number), metric->format, metric->value);
	perf_str_right(text, number, width);
	perf_str_char(text, ' ');
}

static void csv_field(const struct perf_stat_style *style, const char *name,
		      const struct perf_stat_metric *metric, struct perf_str *text)
{
	(void)name;
	if (metric)
		perf_str_format(text, metric->format[1] == '8' ? "%.3f" : "%.2f", metric->value);
	perf_str_add(text, style->separator);
}

static void json_field(const struct perf_stat_style *style, const char *name,
		       const struct perf_stat_metric *metric, struct perf_str *text)
{
	(void)style;
	if (!metric)
		return;
	perf_str_json(text, name);
	perf_str_format(text, " : \"%f\", ", metric->value);
}

static void heading_field(const struct perf_stat_style *style, const char *name,
			  const struct perf_stat_metric *metric, struct perf_str *text)
{
	(void)metric;
	if (style->separator) {
		perf_stat_csv_field(style, name, text);
		return;
	}
	perf_str_right(text, name, FIELD_WIDTH);
	perf_str_char(text, ' ');
}

/*
 * Append the labels of an event, from the first unit with a count. If there is none, by CPU only,
 * perf_stat_metric_unit() returns the label.
 */
static void event_heading(const struct perf_stat *stat, const struct perf_stat_style *style,
			  size_t event, struct perf_str *text)
{
	const char *unit_name = perf_stat_metric_unit(stat, event);
	char name[LABEL_SIZE];
	size_t unit;

	for (unit = 0; unit < stat->unit_count; unit++) {
		if (perf_stat_missing(stat, event, unit))
			continue;
		each_field(stat, style, event, unit, heading_field, text);
		return;
	}
	if (!perf_stat_shown(stat, event))
		return;
	if (stat->by == PERF_STAT_CPU && is_worth_a_field(unit_name)) {
		field_label(&stat->set->list->at[event], unit_name, name);
		heading_field(style, name, NULL, text);
	} else if (stat->by != PERF_STAT_CPU && !style->separator) {
		heading_field(style, "", NULL, text);
	}
}

/**
 * perf_stat_only_heading() - append the line with the names of the fields; JSON has none
 * @stat: the sums
 * @style: output style
 * @text: output
 */
void perf_stat_only_heading(const struct perf_stat *stat, const struct perf_stat_style *style,
			    struct perf_str *text)
{
	const char *fields = headings[stat->by].fields;
	size_t event, start;

	if (style->json)
		return;
	if (style->separator) {
		if (style->interval)
			perf_str_format(text, "time%s", style->separator);
		for (; *fields; fields++) {
			if (*fields == ',')
				perf_str_add(text, style->separator);
			else
				perf_str_char(text, *fields);
		}
	} else if (style->interval) {
		perf_str_format(text, "#           time %s", headings[stat->by].timed);
	} else {
		perf_str_fill(text, ' ', headings[stat->by].width);
	}
	start = text->length;
	for (event = 0; event < stat->set->count; event++)
		event_heading(stat, style, event, text);
	/* The last fields may have empty headings: cut the blanks at the end. */
	while (text->length > start + 1 && text->text[text->length - 2] == ' ')
		perf_str_cut(text, text->length - 1);
	if (text->length == start + 1 && text->text[start] == ' ')
		perf_str_cut(text, start);
	perf_str_char(text, '\n');
}

static void print_unit(const struct perf_stat *stat, const struct perf_stat_style *style,
		       size_t unit, struct perf_str *text)
{
	add_field *add = style->json ? json_field : style->separator ? csv_field : text_field;
	size_t event, start;

	if (style->json)
		perf_stat_json_start(stat, style, unit, text);
	else if (style->separator)
		perf_stat_csv_start(stat, style, unit, text);
	else
		perf_stat_text_start(stat, style, unit, text);
	start = text->length;
	for (event = 0; event < stat->set->count; event++)
		each_field(stat, style, event, unit, add, text);
	/* json_field() ends each member with ", ". */
	if (style->json && text->length == start)
		perf_str_add(text, "\"metric-value\" : \"none\"");
	else if (style->json && text->length >= 2 && text->text[text->length - 2] == ',')
		perf_str_cut(text, text->length - 2);
	perf_str_add(text, style->json ? "}\n" : "\n");
}

/**
 * perf_stat_only_print() - append a line for each unit
 * @stat: the sums
 * @style: output style
 * @text: output
 */
void perf_stat_only_print(const struct perf_stat *stat, const struct perf_stat_style *style,
			  struct perf_str *text)
{
	size_t unit;

	for (unit = 0; unit < stat->unit_count; unit++)
		print_unit(stat, style, unit, text);
}
