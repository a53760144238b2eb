/* SPDX-License-Identifier: GPL-2.0-only */
/* A function's instructions on the terminal. */
#ifndef PERF_TUI_ANNOTATE_VIEW_H
#define PERF_TUI_ANNOTATE_VIEW_H

#include <annotate/hits.h>
#include <annotate/listing.h>
#include <table/annotate_text.h>
#include <tui/screen.h>

/**
 * struct perf_annotate_look - how functions are shown
 * @options: as in text; of these only @column, @global, @by_hits, @source and @raw
 * @prefix, @strip: where files of the source are, see struct perf_sources
 */
struct perf_annotate_look {
	struct perf_annotate_options options;
	const char *prefix;
	unsigned int strip;
};

/**
 * struct perf_annotate_shown - what is shown
 * @hits: all samples
 * @function: of the function
 * @lister: how to list it
 * @look: how to show it; NULL: as usual
 * @event: index of the event
 * @title: its name
 */
struct perf_annotate_shown {
	const struct perf_hits *hits;
	const struct perf_hit_function *function;
	const struct perf_lister *lister;
	const struct perf_annotate_look *look;
	unsigned int event;
	const char *title;
};

/**
 * perf_annotate_view() - show a function until a key ends it
 * @screen: screen
 * @shown: what
 * @error: why it cannot be shown
 *
 * Return: the key that ended it, or a negative errno.
 */
int perf_annotate_view(struct perf_screen *screen, const struct perf_annotate_shown *shown,
		       struct perf_error *error);

#endif /* PERF_TUI_ANNOTATE_VIEW_H */
