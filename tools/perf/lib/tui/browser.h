/* SPDX-License-Identifier: GPL-2.0-only */
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

/**
 * perf_browser_run() - let the user browse a report
 * @browser: the report
 * @screen: screen
 * @error: filled on failure
 *
 * Return: 0 when the user has left, or if @browser->load added no samples; -ENOMEM; or the
 * negative errno of @browser->load, unless the user had left before.
 */
int perf_browser_run(const struct perf_browser *browser, struct perf_screen *screen,
		     struct perf_error *error);

/**
 * perf_browser_turn() - while loading: handle keys, and refresh when it is due
 * @browsing: from perf_browser.load
 * @changed: refresh now: the caller is about to move histograms
 *
 * Dialogs opened by a key, such as the help, end before perf_browser_turn() returns.
 *
 * Return: 0, 1 if the user has left, or a negative errno.
 */
int perf_browser_turn(struct perf_browsing *browsing, bool changed);

/**
 * perf_browser_wait() - repeat perf_browser_turn() until a descriptor can be read
 * @browsing: from perf_browser.load
 * @fd: descriptor
 *
 * Return: 0, 1 if the user has left, or a negative errno.
 */
int perf_browser_wait(struct perf_browsing *browsing, int fd);

#endif /* PERF_TUI_BROWSER_H */
