/* SPDX-License-Identifier: GPL-2.0 */
/* perf_annotate_view(): a function's instructions on the terminal. */
#ifndef PERF_TUI_ANNOTATE_VIEW_H
#define PERF_TUI_ANNOTATE_VIEW_H

#include <annotate/hits.h>
#include <annotate/listing.h>
#include <table/annotate_text.h>
#include <tui/screen.h>

/**
 * struct perf_annotate_look - options of perf_annotate_view()
 * @options: as for text; only @column, @global, @by_hits, @source and @raw are used
 * @prefix, @strip: location of source files, see struct perf_sources
 */
struct perf_annotate_look {
	struct perf_annotate_options options;
	const char *prefix;
	unsigned int strip;
};

/**
 * struct perf_annotate_shown - the function to show
 * @hits: samples of all functions
 * @function: samples of the function
 * @lister: disassembles the function
 * @look: options; NULL: the defaults
 * @event: index of the event
 * @title: name of the event
 */
struct perf_annotate_shown {
	const struct perf_hits *hits;
	const struct perf_hit_function *function;
	const struct perf_lister *lister;
	const struct perf_annotate_look *look;
	unsigned int event;
	const char *title;
};
int perf_annotate_view(struct perf_screen *screen, const struct perf_annotate_shown *shown,
		       struct perf_error *error);

#endif /* PERF_TUI_ANNOTATE_VIEW_H */
