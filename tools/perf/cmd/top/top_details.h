/* SPDX-License-Identifier: GPL-2.0 */
/* perf top --sym-annotate: the instructions of one function instead of a table. */
#ifndef PERF_CMD_TOP_DETAILS_H
#define PERF_CMD_TOP_DETAILS_H

#include <annotate/hits.h>
#include <annotate/listing.h>
#include <annotate/source.h>
#include <data/reader.h>
#include <tui/annotate_view.h>

/**
 * struct top_details - the function to annotate
 * @symbol: name of the function
 * @lister: makes its listing
 * @look: annotation settings
 *
 * The caller sets these, and zeroes the rest; free with top_details_free().
 */
struct top_details {
	const char *symbol;
	struct perf_lister lister;
	struct perf_annotate_look look;
	struct perf_sources sources;
	struct perf_listing listing;
};

void top_details_text(struct top_details *details, struct perf_str *str,
		      const struct perf_hits *hits, const struct perf_data_event *event);
void top_details_free(struct top_details *details);

#endif /* PERF_CMD_TOP_DETAILS_H */
