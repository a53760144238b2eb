/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What differs between recordings: entries of one event in several reports, matched by the
 * text of what they are sorted by.
 */
#ifndef PERF_REPORT_DIFF_H
#define PERF_REPORT_DIFF_H

#include <stdbool.h>
#include <stdint.h>
#include <base/error.h>
#include <base/str.h>
#include <base/vec.h>
#include <report/histogram.h>

/* Recordings that can be compared; the first one is the baseline. */
#define PERF_DIFF_MAX	16

/* How an entry is compared with the baseline's. */
enum perf_diff_method {
	PERF_DIFF_DELTA,	/* difference of the shares */
	PERF_DIFF_DELTA_ABS,	/* the same, sorted by its size */
	PERF_DIFF_RATIO,	/* of the periods */
	PERF_DIFF_WEIGHTED,	/* difference of the periods, each with a weight */
};

/**
 * struct perf_diff_options - how to compare
 * @method: by what
 * @baseline_weight, @other_weight: for PERF_DIFF_WEIGHTED
 * @order: recording whose comparison sorts the lines, from 1; 0: the baseline's share does
 */
struct perf_diff_options {
	enum perf_diff_method method;
	int64_t baseline_weight;
	int64_t other_weight;
	unsigned int order;
};

/**
 * struct perf_diff_line - what is the same entry in the recordings
 * @found: by recording: an entry; NULL: not there
 * @sums: by recording: of the periods of all its entries, as functions can have one name
 * @any: number of a recording that has it
 * @place: among the lines sorted by their keys
 */
struct perf_diff_line {
	const struct perf_entry *found[PERF_DIFF_MAX];
	uint64_t sums[PERF_DIFF_MAX];
	unsigned int any;
	size_t place;
};

/**
 * struct perf_diff - a comparison
 * @reports: one for each recording, sorted by the same keys
 * @histograms: of the event that is compared; NULL: the recording does not have it
 * @nr: how many recordings
 * @options: how to compare
 * @lines: result of perf_diff_make(), sorted
 *
 * Set all but @lines.
 */
struct perf_diff {
	PERF_VEC(struct perf_diff_line) lines;
	struct perf_report *reports[PERF_DIFF_MAX];
	const struct perf_histogram *histograms[PERF_DIFF_MAX];
	unsigned int nr;
	const struct perf_diff_options *options;
};

/**
 * typedef perf_diff_key - add what identifies an entry in any recording
 * @str: text is added here
 * @report: report of the entry
 * @entry: entry
 */
typedef void perf_diff_key(struct perf_str *str, const struct perf_report *report,
			   const struct perf_entry *entry);

/**
 * perf_diff_make() - match the entries, and sort them
 * @diff: comparison
 * @key: makes the text that entries are matched by
 *
 * Return: 0 or -ENOMEM.
 */
int perf_diff_make(struct perf_diff *diff, perf_diff_key *key);

/**
 * perf_diff_share() - percent that a line has in a recording
 * @diff: comparison
 * @line: line
 * @index: recording
 *
 * Return: percent; 0 if it is not there.
 */
double perf_diff_share(const struct perf_diff *diff, const struct perf_diff_line *line,
		       unsigned int index);

/**
 * perf_diff_value() - compare a line of a recording with the baseline
 * @diff: comparison
 * @line: line
 * @index: recording, not 0
 * @value: result: percent points, a factor or a number of events
 *
 * Return: false if there is nothing to compare.
 */
bool perf_diff_value(const struct perf_diff *diff, const struct perf_diff_line *line,
		     unsigned int index, double *value);

/** perf_diff_free() - free the lines */
void perf_diff_free(struct perf_diff *diff);

#endif /* PERF_REPORT_DIFF_H */
