/* SPDX-License-Identifier: GPL-2.0-only */
/* A function's instructions with the share of samples of each, as text. */
#ifndef PERF_TABLE_ANNOTATE_TEXT_H
#define PERF_TABLE_ANNOTATE_TEXT_H

#include <stdbool.h>
#include <annotate/hits.h>
#include <annotate/listing.h>
#include <annotate/source.h>
#include <base/str.h>

/* What stands in front of an instruction. */
enum perf_annotate_column {
	PERF_ANNOTATE_PERCENT,
	PERF_ANNOTATE_SAMPLES,
	PERF_ANNOTATE_PERIOD,
};

/**
 * struct perf_annotate_options - how a function is shown
 * @column: what is shown of samples
 * @global: percent of all samples of the event, not of those of the function
 * @by_hits: percent of samples, not of periods
 * @source: lines of the source between the instructions
 * @raw: the bytes of instructions
 * @lines: tell the line of each instruction that was hit, and begin with a summary
 * @full_paths: names of files with their directories
 * @least: instructions with a smaller percentage are left out of the summary
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

/* Events of a group side by side. */
#define PERF_ANNOTATE_EVENTS	16

/**
 * struct perf_annotate_view - one function and what is known of it
 * @listing: its instructions
 * @function: its samples
 * @hits: all samples, for @options->global
 * @sources: source code
 * @events: indexes of the events to be shown side by side
 * @nr: how many
 * @title: name of the event, or "anon group { a, b }"
 * @options: how
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

/**
 * perf_annotate_percent() - share of one event that an instruction has
 * @view: function
 * @event: index in @view->events
 * @line: of the listing
 *
 * Return: percent, 0 if there are no samples.
 */
double perf_annotate_percent(const struct perf_annotate_view *view, unsigned int event,
			     const struct perf_listing_line *line);

/**
 * perf_annotate_sources() - which lines of the source come before an instruction
 * @listing: function
 * @index: of the instruction
 * @first: result: first line
 *
 * Lines between the last one shown and this one are shown too if they are few, so that
 * what is between two statements is not lost.
 *
 * Return: how many lines, 0 if none.
 */
unsigned int perf_annotate_sources(const struct perf_listing *listing, size_t index,
				   unsigned int *first);

/** perf_annotate_text() - add the whole function */
void perf_annotate_text(struct perf_str *str, const struct perf_annotate_view *view);

#endif /* PERF_TABLE_ANNOTATE_TEXT_H */
