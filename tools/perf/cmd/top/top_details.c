// SPDX-License-Identifier: GPL-2.0
/* perf top --sym-annotate: the instructions of one function instead of a table. */
#include <string.h>

#include "top/top_details.h"

static const struct perf_hit_function *details_find(const struct top_details *details,
						    const struct perf_hits *hits,
						    unsigned int event)
{
	struct perf_dsos *dsos = &details->lister.machine->dsos;
	const struct perf_hit_function *function, *best = NULL;
	size_t i;

	/* Several functions may be named details->symbol: choose the one with most samples. */
	for (i = 0; i < hits->functions.count; i++) {
		function = hits->functions.at[i];
		if (strcmp(perf_dso_symbol_name(dsos, function->dso, function->symbol),
			   details->symbol))
			continue;
		if (!best || perf_hits_of(function, event).nr > perf_hits_of(best, event).nr)
			best = function;
	}
	return best;
}

/**
 * top_details_text() - append the function with its samples, or the reason for its absence
 * @details: function
 * @str: text is appended here
 * @hits: samples of all functions
 * @event: event whose samples are printed
 */
void top_details_text(struct top_details *details, struct perf_str *str,
		      const struct perf_hits *hits, const struct perf_data_event *event)
{
	struct perf_annotate_view view = {
		.listing = &details->listing, .hits = hits, .sources = &details->sources,
		.events = { (unsigned int)event->index }, .nr = 1, .title = event->name,
		.options = &details->look.options,
	};
	struct perf_error error;

	view.function = details_find(details, hits, view.events[0]);
	if (!view.function) {
		perf_str_add(str, "no sample was in '");
		perf_str_name(str, details->symbol);
		perf_str_add(str, "' up to now\n");
		return;
	}
	if (perf_listing_make(&details->listing, &details->lister, view.function->dso,
			      view.function->symbol, &error)) {
		perf_str_name(str, error.text);
		perf_str_char(str, '\n');
		return;
	}
	details->sources.prefix = details->look.prefix;
	details->sources.strip = details->look.strip;
	perf_annotate_text(str, &view);
}

/** top_details_free() - free the listing, sources and code, and stop the disassembler */
void top_details_free(struct top_details *details)
{
	perf_listing_free(&details->listing);
	perf_sources_free(&details->sources);
	perf_code_free(details->lister.code);
	perf_objdump_stop(details->lister.objdump);
}
