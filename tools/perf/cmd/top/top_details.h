/* SPDX-License-Identifier: GPL-2.0-only */
/* perf top --sym-annotate: the instructions of one function instead of a table. */
#ifndef PERF_CMD_TOP_DETAILS_H
#define PERF_CMD_TOP_DETAILS_H

#include <annotate/hits.h>
#include <annotate/listing.h>
#include <annotate/source.h>
#include <data/reader.h>
#include <tui/annotate_view.h>

/**
 * struct top_details - a function that is watched
 * @symbol: its name
 * @lister: how it is listed
 * @look: how it is shown
 *
 * Set these, the rest zero; free with top_details_free().
 */
struct top_details {
	const char *symbol;
	struct perf_lister lister;
	struct perf_annotate_look look;
	struct perf_sources sources;
	struct perf_listing listing;
};

/**
 * top_details_text() - add the function with its samples, or why that cannot be
 * @details: function
 * @str: text is added here
 * @hits: samples of all functions
 * @event: whose samples
 */
void top_details_text(struct top_details *details, struct perf_str *str,
		      const struct perf_hits *hits, const struct perf_data_event *event);

/** top_details_free() - free what was read of files */
void top_details_free(struct top_details *details);

#endif /* PERF_CMD_TOP_DETAILS_H */
