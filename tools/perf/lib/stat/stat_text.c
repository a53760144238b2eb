// SPDX-License-Identifier: GPL-2.0
/*
 * perf stat's table. Programs cut it at columns, so the widths are fixed: perf_stat_unit 7 to 28,
 * count COUNT_WIDTH, unit of the count 4 or more, name NAME_WIDTH, metric METRIC_WIDTH with " # ".
 */
#include <math.h>
#include <stdio.h>

#include <base/num.h>
#include <stat/stat_metric.h>
#include <stat/stat_print.h>

#define COUNT_WIDTH	18
#define NAME_WIDTH	32
#define METRIC_WIDTH	38

/* @width of the unit's name; @cpus: its number of CPUs follows. */
static const struct {
	size_t		width;
	bool		cpus;
	const char	*heading;
} layouts[] = {
	[PERF_STAT_ALL] = { 0, false, "            counts unit events\n" },
	[PERF_STAT_CPU] = { 6, false, "cpu                counts unit events\n" },
	[PERF_STAT_THREAD] = { 24, false,
			       "            comm-pid                 counts unit events\n" },
	[PERF_STAT_SOCKET] = { 6, true, "socket cpus             counts unit events\n" },
	[PERF_STAT_DIE] = { 12, true, "die          cpus             counts unit events\n" },
	[PERF_STAT_CLUSTER] = { 20, true,
				"cluster              cpus             counts unit events\n" },
	[PERF_STAT_CACHE] = { 22, true,
			      "cache                  cpus             counts unit events\n" },
	[PERF_STAT_CORE] = { 18, true,
			     "core               cpus             counts unit events\n" },
	[PERF_STAT_NODE] = { 6, true, "node   cpus             counts unit events\n" },
};

/**
 * perf_stat_text_heading() - append the line above the rows of intervals
 * @stat: the sums
 * @text: output
 */
void perf_stat_text_heading(const struct perf_stat *stat, struct perf_str *text)
{
	perf_str_format(text, "#           time %s", layouts[stat->by].heading);
}

static void add_unit(const struct perf_stat *stat, size_t unit, struct perf_str *text)
{
	const struct perf_stat_unit *at = &stat->units[unit];
	size_t from = text->length;

	if (stat->by == PERF_STAT_ALL)
		return;
	if (stat->by == PERF_STAT_THREAD) {
		const struct perf_thread *thread = &stat->set->threads->at[at->thread];

		perf_str_format(text, "%16s-%-7d ", thread->comm, thread->tid);
		perf_str_sanitize(text, from, 0);
		return;
	}
	perf_str_left(text, at->name, layouts[stat->by].width);
	perf_str_char(text, ' ');
	if (layouts[stat->by].cpus)
		perf_str_format(text, "%4u ", at->cpus);
}

/* Width of the column of count units: that of the longest one, at least 4. */
static size_t unit_width(const struct perf_stat *stat)
{
	size_t width = 4;
	size_t event;

	for (event = 0; event < stat->set->count; event++) {
		const char *unit = stat->set->list->at[event].unit;

		if (unit && strlen(unit) > width)
			width = strlen(unit);
	}
	return width;
}

static void add_count(const struct perf_stat_style *style, const struct perf_event_spec *spec,
		      double value, struct perf_str *text)
{
	char plain[64], grouped[96];

	snprintf(plain, sizeof(plain), perf_stat_fractions(spec) ? "%.2f" : "%.0f",
		 value * spec->scale);
	if (style->thousands && *style->thousands) {
		perf_group_digits(grouped, sizeof(grouped), plain);
		perf_str_right(text, grouped, COUNT_WIDTH);
	} else {
		perf_str_right(text, plain, COUNT_WIDTH);
	}
}

static void add_metric(const struct perf_stat_metric *metric, struct perf_str *text)
{
	size_t start = text->length;
	char number[64];

	snprintf(number, sizeof(number), metric->format, metric->value);
	perf_str_format(text, " # %s %s", number, metric->unit);
	if (text->length - start < METRIC_WIDTH)
		perf_str_fill(text, ' ', METRIC_WIDTH - (text->length - start));
}

/**
 * perf_stat_text_start() - append the time of the interval and the unit, which begin a line
 * @stat: the sums
 * @style: output style
 * @unit: index of the unit
 * @text: output
 */
void perf_stat_text_start(const struct perf_stat *stat, const struct perf_stat_style *style,
			  size_t unit, struct perf_str *text)
{
	if (style->interval)
		perf_str_format(text, "%6llu.%09llu ",
				(unsigned long long)(style->time / PERF_NS_PER_SEC),
				(unsigned long long)(style->time % PERF_NS_PER_SEC));
	add_unit(stat, unit, text);
}

/**
 * perf_stat_text_row() - append one row of the table
 * @stat: the sums
 * @style: output style
 * @event: index of the event
 * @unit: index of the unit
 * @text: output
 */
void perf_stat_text_row(const struct perf_stat *stat, const struct perf_stat_style *style,
			size_t event, size_t unit, struct perf_str *text)
{
	const struct perf_event_spec *spec = &stat->set->list->at[event];
	const struct perf_stat_cell *cell = perf_stat_cell(stat, event, unit);
	const char *missing = perf_stat_missing(stat, event, unit);
	struct perf_stat_metric metrics[2];
	size_t count, from;

	perf_stat_text_start(stat, style, unit, text);
	if (missing)
		perf_str_right(text, missing, COUNT_WIDTH);
	else
		add_count(style, spec, cell->value.mean, text);
	perf_str_char(text, ' ');
	perf_str_left(text, spec->unit ? spec->unit : "", unit_width(stat));
	perf_str_char(text, ' ');
	from = text->length;
	perf_stat_name(stat, event, text);
	if (text->length - from < NAME_WIDTH)
		perf_str_fill(text, ' ', NAME_WIDTH - (text->length - from));
	if (spec->cgroup)
		perf_str_format(text, " %-16s", spec->cgroup);
	if (missing) {
		perf_str_fill(text, ' ', METRIC_WIDTH);
		perf_str_char(text, '\n');
		return;
	}
	count = perf_stat_metrics(stat, event, unit, metrics);
	if (count)
		add_metric(&metrics[0], text);
	else
		perf_str_fill(text, ' ', METRIC_WIDTH);
	if (style->runs > 1 && perf_mean_error_percent(&cell->value) != 0)
		perf_str_format(text, "  ( +-%6.2f%% )", perf_mean_error_percent(&cell->value));
	if (cell->running.mean < cell->enabled.mean)
		perf_str_format(text, "  (%.2f%%)", perf_stat_running_percent(cell));
	perf_str_char(text, '\n');
	if (count < 2)
		return;
	perf_stat_text_start(stat, style, unit, text);
	perf_str_fill(text, ' ', COUNT_WIDTH + 1 + unit_width(stat) + 1 + NAME_WIDTH);
	add_metric(&metrics[1], text);
	perf_str_char(text, '\n');
}

/**
 * perf_stat_text_begin() - append the lines above the table
 * @style: output style
 * @summary: target of the counts
 * @text: output
 */
void perf_stat_text_begin(const struct perf_stat_style *style,
			  const struct perf_stat_summary *summary, struct perf_str *text)
{
	perf_str_add(text, "\n Performance counter stats for ");
	perf_str_name(text, summary->target);
	if (style->runs > 1)
		perf_str_format(text, " (%u runs)", style->runs);
	perf_str_add(text, ":\n\n");
}

/* Decimals that print three significant digits of @error, at most 9. */
static int digits_of(double error)
{
	int digits = 2;

	for (; error >= 10 && digits > 0; error /= 10)
		digits--;
	for (; error < 1 && digits < 9; error *= 10)
		digits++;
	return digits;
}

static void add_table(const struct perf_stat *stat, const struct perf_stat_style *style,
		      const struct perf_stat_summary *summary, int digits, struct perf_str *text)
{
	/* Numbers with one digit before the point end in the same column as the final result. */
	int indent = digits ? 16 - digits : 17;
	double mean = stat->wall.mean / 1e9;
	unsigned int run;

	perf_str_format(text, "%*s# Table of individual measurements:\n", indent, "");
	for (run = 0; run < style->runs; run++) {
		double seconds = summary->wall[run] / 1e9;
		double percent = seconds > 0 ? fabs(seconds - mean) * 100 / seconds : 0;

		perf_str_format(text, "%*s%.*f (%+.*f) ", indent, "", digits, seconds, digits,
				seconds - mean);
		perf_str_fill(text, '#', ceil(percent / 5));
		perf_str_char(text, '\n');
	}
	perf_str_format(text, "\n%*s# Final result:\n", indent, "");
}

/**
 * perf_stat_text_end() - append the lines below the table
 * @stat: the sums
 * @style: output style
 * @summary: times
 * @text: output
 */
void perf_stat_text_end(const struct perf_stat *stat, const struct perf_stat_style *style,
			const struct perf_stat_summary *summary, struct perf_str *text)
{
	double error = perf_mean_error(&stat->wall) / 1e9;
	double mean = stat->wall.mean / 1e9;
	int digits = digits_of(error);

	if (stat->set->count)
		perf_str_char(text, '\n');
	if (style->runs > 1) {
		if (style->table)
			add_table(stat, style, summary, digits, text);
		perf_str_format(text, "%18.*f +- %.*f seconds time elapsed", digits, mean, digits,
				error);
		if (mean > 0 && error > 0)
			perf_str_format(text, "  ( +-%6.2f%% )", 100 * error / mean);
		perf_str_add(text, "\n\n");
		return;
	}
	perf_str_format(text, "%18.9f seconds time elapsed\n\n", mean);
	if (summary->has_times)
		perf_str_format(text, "%18.9f seconds user\n%18.9f seconds sys\n\n\n",
				summary->user / 1e9, summary->system / 1e9);
}
