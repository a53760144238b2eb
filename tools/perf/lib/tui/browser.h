/* SPDX-License-Identifier: GPL-2.0 */
/*
 * struct perf_browser: a report on the terminal, whose entries the user can open, search,
 * filter by thread or object, and annotate.
 */
#ifndef PERF_TUI_BROWSER_H
#define PERF_TUI_BROWSER_H

#include <stdbool.h>
#include <annotate/hits.h>
#include <annotate/listing.h>
#include <base/error.h>
#include <table/table_text.h>
#include <tui/annotate_view.h>
#include <tui/screen.h>

/* State of perf_browser_run(). */
struct perf_browsing;

/**
 * struct perf_browser - a report to browse
 * @report: the report; its histograms are finished, unless @refresh is set
 * @tables: one for each event or group of events, as for perf_table_text(); @refresh may
 *	replace them
 * @nr_tables: number of @tables; 0 only as long as @load has added no samples
 * @hits: samples by instruction; NULL: no annotation
 * @lister: for annotation
 * @look: for annotation; NULL: the defaults
 * @about: description of the recording, or NULL
 * @title: printed in front of the first row, or NULL
 * @state: current activity, printed in front of the last row, or NULL; may change before each
 *	perf_browser_turn() and after each @refresh
 * @refresh_ms: live: milliseconds between calls of @refresh; 0: not live
 * @refresh: live: finishes the histograms again. Returns 0, 1 if no new samples will come, or
 *	a negative errno
 * @load: adds samples while the user browses; calls perf_browser_turn() several times a second,
 *	and perf_browser_wait() instead of waiting. Returns 0, after which perf_browser_run()
 *	calls @refresh; or a negative errno with @error filled, at once when one of these
 *	returns non-zero. NULL: the report is complete, or another thread adds samples
 * @lock, @unlock: live: called around accesses to the report; NULL if no other thread
 *	changes it
 * @context: first argument of these functions
 */
struct perf_browser {
	struct perf_report *report;
	const struct perf_table *tables;
	size_t nr_tables;
	const struct perf_hits *hits;
	const struct perf_lister *lister;
	const struct perf_annotate_look *look;
	const char *about;
	const char *title;
	const char *state;
	int refresh_ms;
	int (*refresh)(void *context);
	int (*load)(void *context, struct perf_browsing *browsing, struct perf_error *error);
	void (*lock)(void *context);
	void (*unlock)(void *context);
	void *context;
};
int perf_browser_run(const struct perf_browser *browser, struct perf_screen *screen,
		     struct perf_error *error);
int perf_browser_turn(struct perf_browsing *browsing, bool changed);
int perf_browser_wait(struct perf_browsing *browsing, int fd);

#endif /* PERF_TUI_BROWSER_H */
