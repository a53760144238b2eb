/* SPDX-License-Identifier: GPL-2.0 */
/* A function's instructions, each with its share of the samples, as text. */
#ifndef PERF_TABLE_ANNOTATE_TEXT_H
#define PERF_TABLE_ANNOTATE_TEXT_H

#include <stdbool.h>
#include <annotate/hits.h>
#include <annotate/listing.h>
#include <annotate/source.h>
#include <base/str.h>

/* The value that perf_annotate_text() adds in front of each instruction. */
enum perf_annotate_column {
	PERF_ANNOTATE_PERCENT,
	PERF_ANNOTATE_SAMPLES,
	PERF_ANNOTATE_PERIOD,
};

/**
 * struct perf_annotate_options - layout of a function
 * @column: value in front of each instruction
 * @global: percentages of all samples of the event, not of those of the function
 * @by_hits: percentages of samples, not of periods
 * @source: source lines between the instructions
 * @raw: the bytes of each instruction
 * @lines: the source line behind each instruction that was hit, and a summary by line in front
 * @full_paths: names of files with their directories
 * @least: percent; the summary leaves out source lines with less
 */
struct perf_annotate_options {
	enum perf_annotate_column column;
	bool global;
	bool by_hits;
	bool source;
	bool raw;
	bool lines;
	bool full_paths;
	double least;
};

/* Most events of a group side by side. */
#define PERF_ANNOTATE_EVENTS	16

/**
 * struct perf_annotate_view - one function to be shown
 * @listing: instructions of the function
 * @function: samples of the function
 * @hits: samples of all functions; @totals are used with @options->global
 * @sources: source code
 * @events: indexes of the events, shown side by side
 * @nr: number of @events
 * @title: name of the event, or "anon group { a, b }"
 * @options: layout
 */
struct perf_annotate_view {
	const struct perf_listing *listing;
	const struct perf_hit_function *function;
	const struct perf_hits *hits;
	struct perf_sources *sources;
	unsigned int events[PERF_ANNOTATE_EVENTS];
	unsigned int nr;
	const char *title;
	const struct perf_annotate_options *options;
};
double perf_annotate_percent(const struct perf_annotate_view *view, unsigned int event,
			     const struct perf_listing_line *line);
unsigned int perf_annotate_sources(const struct perf_listing *listing, size_t index,
				   unsigned int *first);
void perf_annotate_text(struct perf_str *str, const struct perf_annotate_view *view);

#endif /* PERF_TABLE_ANNOTATE_TEXT_H */
