/* SPDX-License-Identifier: GPL-2.0-only */
/* All stacks of a histogram as a flame graph, or as folded lines. */
#ifndef PERF_OUT_FLAME_TEXT_H
#define PERF_OUT_FLAME_TEXT_H

#include <stdint.h>
#include <base/io.h>
#include <report/histogram.h>

/**
 * struct perf_flame - what a flame graph is made of
 * @report: sorted by thread name, without children
 * @histogram: of the event
 * @title: of the page
 * @summary: a line about the recording
 * @unit: what is counted
 * @bins, @nr_bins: samples in equal parts of the time
 * @min_percent: what is smaller is left out
 */
struct perf_flame {
	struct perf_report *report;
	const struct perf_histogram *histogram;
	const char *title;
	const char *summary;
	const char *unit;
	const uint64_t *bins;
	size_t nr_bins;
	double min_percent;
};

/**
 * perf_flame_page() - write a page with an interactive flame graph
 * @out: where to
 * @flame: what
 *
 * Return: 0, -ENOMEM, or why it could not be written.
 */
int perf_flame_page(struct perf_out *out, const struct perf_flame *flame);

/**
 * perf_flame_folded() - write a line for each stack: "thread;outer;inner count"
 * @out: where to
 * @flame: what
 */
int perf_flame_folded(struct perf_out *out, const struct perf_flame *flame);

#endif /* PERF_OUT_FLAME_TEXT_H */
