// SPDX-License-Identifier: GPL-2.0
/* Differences between recordings (perf diff). */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <base/map.h>
#include <report/diff.h>

/**
 * perf_diff_share() - share of a line in a recording
 * @diff: comparison
 * @line: line
 * @index: recording
 *
 * Return: percent; 0 if the recording has no such entry.
 */
double perf_diff_share(const struct perf_diff *diff, const struct perf_diff_line *line,
		       unsigned int index)
{
	if (!line->found[index] || !diff->histograms[index]->period)
		return 0;
	return 100.0 * (double)line->sums[index] / (double)diff->histograms[index]->period;
}

/**
 * perf_diff_value() - compare a line of a recording with the baseline
 * @diff: comparison
 * @line: line
 * @index: recording, not 0
 * @value: result: percent points, a factor or a number of events, by perf_diff_options.method
 *
 * Return: false if the recording, or for a ratio or weighted difference the baseline, has no value.
 */
bool perf_diff_value(const struct perf_diff *diff, const struct perf_diff_line *line,
		     unsigned int index, double *value)
{
	uint64_t base = line->sums[0], other = line->sums[index];
	const struct perf_diff_options *options = diff->options;

	if (!line->found[index])
		return false;
	switch (options->method) {
	case PERF_DIFF_RATIO:
		if (!base)
			return false;
		*value = (double)other / (double)base;
		return true;
	case PERF_DIFF_WEIGHTED:
		if (!line->found[0])
			return false;
		*value = (double)((int64_t)other * options->other_weight -
				  (int64_t)base * options->baseline_weight);
		return true;
	default:
		*value = perf_diff_share(diff, line, index) - perf_diff_share(diff, line, 0);
		return true;
	}
}

static int compare_shares(const struct perf_diff *diff, const struct perf_diff_line *a,
			  const struct perf_diff_line *b, unsigned int index)
{
	double share_a = perf_diff_share(diff, a, index);
	double share_b = perf_diff_share(diff, b, index);

	return (share_a < share_b) - (share_a > share_b);
}

/*
 * Order by the values of recording @index, greatest first. Lines without a value follow, by
 * their share of the recording, so that lines it does not have come last.
 */
static int compare_values(const struct perf_diff *diff, const struct perf_diff_line *a,
			  const struct perf_diff_line *b, unsigned int index)
{
	double value_a = 0, value_b = 0;
	bool has_a = perf_diff_value(diff, a, index, &value_a);
	bool has_b = perf_diff_value(diff, b, index, &value_b);

	if (has_a != has_b)
		return has_a ? -1 : 1;
	if (!has_a)
		return compare_shares(diff, a, b, index);
	if (diff->options->method == PERF_DIFF_DELTA_ABS) {
		value_a = fabs(value_a);
		value_b = fabs(value_b);
	}
	return (value_a < value_b) - (value_a > value_b);
}

static int compare_lines(const void *left, const void *right, void *context)
{
	const struct perf_diff_line *a = left, *b = right;
	const struct perf_diff *diff = context;
	unsigned int order = diff->options->order, i;
	int result = 0;

	if (order)
		result = compare_values(diff, a, b, order);
	if (!result)
		result = compare_shares(diff, a, b, 0);
	for (i = 1; i < diff->nr && !result; i++)
		result = compare_values(diff, a, b, i);
	return result ?: (a->place > b->place) - (a->place < b->place);
}

/*
 * Of several entries with the same key, a line shows that of the first object and lowest
 * address, as Debian's perf does.
 */
static bool is_before(const struct perf_report *report, const struct perf_entry *a,
		      const struct perf_entry *b)
{
	const struct perf_function *one, *other;
	int order = 0;

	if (!a->function || !b->function)
		return false;
	one = &report->functions.list.at[a->function];
	other = &report->functions.list.at[b->function];
	if (one->dso && other->dso)
		order = strcmp(one->dso->short_name, other->dso->short_name);
	return order < 0 || (!order && one->addr < other->addr);
}

static int add_entry(struct perf_diff *diff, struct perf_intern *names, unsigned int index,
		     const struct perf_entry *entry, const char *name)
{
	uint32_t number = perf_intern(names, name);
	struct perf_diff_line *line;

	if (number == PERF_INTERN_NONE)
		return -ENOMEM;
	if (number == diff->lines.count && !perf_vec_push(&diff->lines))
		return -ENOMEM;
	line = &diff->lines.at[number];
	if (!line->found[line->any])
		line->any = index;
	if (!line->found[index] || is_before(diff->reports[index], entry, line->found[index]))
		line->found[index] = entry;
	line->sums[index] += entry->self;
	return 0;
}

struct named {
	struct perf_diff_line line;
	const char *name;
};

static int compare_names(const void *left, const void *right)
{
	const struct named *a = left, *b = right;

	return strcmp(a->name, b->name);
}

/* Sorting by keys first gives lines of equal value a defined order (perf_diff_line.place). */
static int sort_lines(struct perf_diff *diff, const struct perf_intern *names)
{
	size_t nr = diff->lines.count, i;
	struct named *named;

	if (!nr)
		return 0;
	named = calloc(nr, sizeof(*named));
	if (!named)
		return -ENOMEM;
	for (i = 0; i < nr; i++)
		named[i] = (struct named){ diff->lines.at[i], names->texts[i] };
	qsort(named, nr, sizeof(*named), compare_names);
	for (i = 0; i < nr; i++) {
		diff->lines.at[i] = named[i].line;
		diff->lines.at[i].place = i;
	}
	free(named);
	qsort_r(diff->lines.at, nr, sizeof(*diff->lines.at), compare_lines, diff);
	return 0;
}

/**
 * perf_diff_make() - match the entries and sort the lines
 * @diff: comparison
 * @key: writes the text by which entries match
 *
 * Return: 0 or -ENOMEM.
 */
int perf_diff_make(struct perf_diff *diff, perf_diff_key *key)
{
	const struct perf_histogram *histogram;
	struct perf_intern names = { 0 };
	struct perf_str name = { 0 };
	unsigned int index;
	int err = 0;
	size_t i;

	for (index = 0; index < diff->nr && !err; index++) {
		histogram = diff->histograms[index];
		for (i = 0; histogram && i < histogram->entries.count && !err; i++) {
			perf_str_cut(&name, 0);
			key(&name, diff->reports[index], &histogram->entries.at[i]);
			err = add_entry(diff, &names, index, &histogram->entries.at[i],
					perf_str_text(&name));
		}
	}
	if (!err)
		err = sort_lines(diff, &names);
	perf_str_free(&name);
	perf_intern_free(&names);
	return err;
}

/** perf_diff_free() - free the lines */
void perf_diff_free(struct perf_diff *diff)
{
	perf_vec_free(&diff->lines);
}
