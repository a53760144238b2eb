// SPDX-License-Identifier: GPL-2.0
/* The order of perf stat's rows, and parts of a row in every style. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <stat/stat_print.h>

/**
 * perf_stat_missing() - text printed instead of a missing count
 * @stat: the sums
 * @event: index of the event
 * @unit: index of the unit
 *
 * Return: "<not supported>" or "<not counted>"; NULL if there is a count.
 */
const char *perf_stat_missing(const struct perf_stat *stat, size_t event, size_t unit)
{
	if (stat->set->at[event].code)
		return "<not supported>";
	if (perf_stat_cell(stat, event, unit)->running.mean <= 0)
		return "<not counted>";
	return NULL;
}

/**
 * perf_stat_running_percent() - share of its enabled time that an event was on a counter
 * @cell: the sum
 *
 * Return: percent; 100 for an event that was never enabled.
 */
double perf_stat_running_percent(const struct perf_stat_cell *cell)
{
	if (cell->enabled.mean <= 0)
		return 100;
	return 100 * cell->running.mean / cell->enabled.mean;
}

/* The PMU of an event that was typed without one; NULL if it is not to be shown. */
static const char *pmu_of(const struct perf_event_spec *spec)
{
	if (!spec->bare || spec->tool || strchr(spec->name, '/'))
		return NULL;
	if (spec->pmu)
		return spec->pmu;
	switch (spec->attr.type) {
	case PERF_TYPE_SOFTWARE:
		return "software";
	case PERF_TYPE_HW_CACHE:
	case PERF_TYPE_RAW:
		return "cpu";
	default:
		return NULL;
	}
}

/**
 * perf_stat_name() - append the name of an event
 * @stat: the sums
 * @event: index of the event
 * @text: output; by CPU, the PMU is appended unless the name has it or terms
 */
void perf_stat_name(const struct perf_stat *stat, size_t event, struct perf_str *text)
{
	const struct perf_event_spec *spec = &stat->set->list->at[event];
	const char *pmu = stat->by == PERF_STAT_CPU ? pmu_of(spec) : NULL;

	perf_str_add(text, spec->name);
	if (pmu && !perf_starts_with(spec->name, pmu))
		perf_str_format(text, " [%s]", pmu);
}

/**
 * perf_stat_fractions() - are an event's values printed with two decimals?
 * @spec: the event
 *
 * Return: true if @spec->scale is not an integer.
 */
bool perf_stat_fractions(const struct perf_event_spec *spec)
{
	return floor(spec->scale) != spec->scale;
}

/* A thread and its count, as a sort key. */
struct ranked {
	double	value;
	size_t	unit;
};

static int by_value(const void *a, const void *b)
{
	const struct ranked *x = a;
	const struct ranked *y = b;

	if (x->value != y->value)
		return x->value > y->value ? -1 : 1;
	return x->unit < y->unit ? -1 : 1;
}

/* Print the rows of an event, highest count first. */
static void ranked_rows(const struct perf_stat *stat, const struct perf_stat_style *style,
			size_t event, perf_stat_row_print *print, struct perf_str *text)
{
	struct ranked *ranks = calloc(stat->unit_count + 1, sizeof(*ranks));
	size_t unit;

	if (!ranks) {
		text->failed = true;
		return;
	}
	for (unit = 0; unit < stat->unit_count; unit++) {
		ranks[unit].unit = unit;
		ranks[unit].value = perf_stat_cell(stat, event, unit)->value.mean;
	}
	qsort(ranks, stat->unit_count, sizeof(*ranks), by_value);
	for (unit = 0; unit < stat->unit_count; unit++)
		print(stat, style, event, ranks[unit].unit, text);
	free(ranks);
}

static bool has_row(const struct perf_stat *stat, size_t event, size_t unit)
{
	return perf_stat_shown(stat, event) && perf_stat_cell(stat, event, unit)->here;
}

/**
 * perf_stat_each_row() - print all rows
 * @stat: the sums
 * @style: output style
 * @print: called for each row
 * @text: output
 *
 * Groups the rows by event with PERF_STAT_ALL, PERF_STAT_CPU and PERF_STAT_THREAD, else by unit.
 */
void perf_stat_each_row(const struct perf_stat *stat, const struct perf_stat_style *style,
			perf_stat_row_print *print, struct perf_str *text)
{
	bool by_event = stat->by == PERF_STAT_CPU || stat->by == PERF_STAT_ALL;
	size_t event, unit;

	if (stat->by == PERF_STAT_THREAD) {
		for (event = 0; event < stat->set->count; event++)
			if (perf_stat_shown(stat, event))
				ranked_rows(stat, style, event, print, text);
		return;
	}
	if (by_event) {
		for (event = 0; event < stat->set->count; event++)
			for (unit = 0; unit < stat->unit_count; unit++)
				if (has_row(stat, event, unit))
					print(stat, style, event, unit, text);
		return;
	}
	for (unit = 0; unit < stat->unit_count; unit++)
		for (event = 0; event < stat->set->count; event++)
			if (has_row(stat, event, unit))
				print(stat, style, event, unit, text);
}
