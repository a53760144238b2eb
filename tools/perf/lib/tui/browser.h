/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A report on the terminal: entries that can be opened, looked for, narrowed down to a thread
 * or an object, and annotated.
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

/* Browsing, while it goes on. */
struct perf_browsing;

/**
 * struct perf_browser - what is browsed
 * @report: its histograms are finished, unless @refresh is given
 * @tables: for each event, or group of events, what perf_table_text() would be given; other
 *	ones after each @refresh
 * @nr_tables: how many; none only as long as @load has brought no samples
 * @hits: samples by instruction; NULL: no annotation
 * @lister: for annotation
 * @look: for annotation; NULL: as usual
 * @about: what the recording says of itself, or NULL
 * @title: put in front of the first row, or NULL
 * @state: what is still going on, put in front of the last row, or NULL; before each
 *	perf_browser_turn(), and after each @refresh, it may be another one
 * @refresh_ms: live: how often @refresh is called; 0: not live
 * @refresh: live: finish the histograms anew. Returns 0, 1 if there will be nothing new, or
 *	a negative errno
 * @load: brings what is browsed, while it is: adds samples, and calls perf_browser_turn()
 *	several times a second, perf_browser_wait() instead of waiting. Returns 0, followed by a
 *	last @refresh; or, at once when one of these says so, a negative errno with the error
 *	filled. NULL: all is there, or another thread adds to it
 * @lock, @unlock: live: called around all that looks at the report; NULL if nobody else
 *	changes it
 * @context: for these
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

/**
 * perf_browser_run() - let a person browse
 * @browser: what
 * @screen: where
 * @error: text
 *
 * Return: 0 when it was left, or when @browser->load brought nothing; -ENOMEM; or why
 * @browser->load failed, unless it was left before.
 */
int perf_browser_run(const struct perf_browser *browser, struct perf_screen *screen,
		     struct perf_error *error);

/**
 * perf_browser_turn() - while loading: do what keys say, and show what is new if it is time
 * @browsing: from perf_browser.load
 * @changed: it is time, whatever the clock says: histograms are about to move
 *
 * A key that shows something else, such as the help, is over before this returns.
 *
 * Return: 0, 1 if it was left, or -ENOMEM.
 */
int perf_browser_turn(struct perf_browsing *browsing, bool changed);

/**
 * perf_browser_wait() - the same until a descriptor can be read
 * @browsing: from perf_browser.load
 * @fd: descriptor
 *
 * Return: 0, 1 if it was left, or -ENOMEM.
 */
int perf_browser_wait(struct perf_browsing *browsing, int fd);

#endif /* PERF_TUI_BROWSER_H */
