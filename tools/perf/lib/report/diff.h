/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Differences between recordings (perf diff): the entries of one event in several reports,
 * matched by the text of their sort keys.
 */
#ifndef PERF_REPORT_DIFF_H
#define PERF_REPORT_DIFF_H

#include <stdbool.h>
#include <stdint.h>
#include <base/error.h>
#include <base/str.h>
#include <base/vec.h>
#include <report/histogram.h>

/* Most recordings in a comparison; the first one is the baseline. */
#define PERF_DIFF_MAX	16

/* How perf_diff_value() compares an entry with that of the baseline. */
enum perf_diff_method {
	PERF_DIFF_DELTA,	/* difference of the shares, in percent points */
	PERF_DIFF_DELTA_ABS,	/* the same, sorted by absolute value */
	PERF_DIFF_RATIO,	/* period / baseline period */
	PERF_DIFF_WEIGHTED,	/* difference of the periods, each times its weight */
};

/**
 * struct perf_diff_options - how to compare
 * @method: value to compute
 * @baseline_weight, @other_weight: factors for PERF_DIFF_WEIGHTED
 * @order: recording whose values sort the lines, from 1; 0: the shares of the baseline do
 */
struct perf_diff_options {
	enum perf_diff_method method;
	int64_t baseline_weight;
	int64_t other_weight;
	unsigned int order;
};

/**
 * struct perf_diff_line - entries with the same key in the recordings
 * @found: by recording: the entry to show, NULL if there is none
 * @sums: by recording: sum of perf_entry.self of all entries with the key (several functions
 *	can have one name)
 * @any: number of the first recording with such an entry
 * @place: position among the lines sorted by their keys
 */
struct perf_diff_line {
	const struct perf_entry *found[PERF_DIFF_MAX];
	uint64_t sums[PERF_DIFF_MAX];
	unsigned int any;
	size_t place;
};

/**
 * struct perf_diff - a comparison
 * @lines: result of perf_diff_make(), sorted
 * @reports: one for each recording, all with the same sort keys
 * @histograms: of the compared event; NULL if the recording does not have it
 * @nr: number of recordings
 * @options: how to compare
 *
 * The caller sets all but @lines.
 */
struct perf_diff {
	PERF_VEC(struct perf_diff_line) lines;
	struct perf_report *reports[PERF_DIFF_MAX];
	const struct perf_histogram *histograms[PERF_DIFF_MAX];
	unsigned int nr;
	const struct perf_diff_options *options;
};

/**
 * typedef perf_diff_key - append the text that identifies an entry in any recording
 * @str: text to append to
 * @report: report of the entry
 * @entry: entry
 */
typedef void perf_diff_key(struct perf_str *str, const struct perf_report *report,
			   const struct perf_entry *entry);
int perf_diff_make(struct perf_diff *diff, perf_diff_key *key);
double perf_diff_share(const struct perf_diff *diff, const struct perf_diff_line *line,
		       unsigned int index);
bool perf_diff_value(const struct perf_diff *diff, const struct perf_diff_line *line,
		     unsigned int index, double *value);
void perf_diff_free(struct perf_diff *diff);

#endif /* PERF_REPORT_DIFF_H */
