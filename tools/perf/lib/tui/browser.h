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
#include <out/table_text.h>
#include <tui/screen.h>

/**
 * struct perf_browser - what is browsed
 * @report: its histograms are finished, unless @refresh is given
 * @tables: for each event, or group of events, what perf_table_text() would be given
 * @nr_tables: how many
 * @hits: samples by instruction; NULL: no annotation
 * @lister: for annotation
 * @about: what the recording says of itself, or NULL
 * @title: put in front of the first row, or NULL
 * @refresh_ms: live: how often @refresh is called; 0: not live
 * @refresh: live: finish the histograms anew. Returns 0, 1 if there will be nothing new, or
 *	a negative errno
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
	const char *about;
	const char *title;
	int refresh_ms;
	int (*refresh)(void *context);
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
 * Return: 0 when it was left, or -ENOMEM.
 */
int perf_browser_run(const struct perf_browser *browser, struct perf_screen *screen,
		     struct perf_error *error);

#endif /* PERF_TUI_BROWSER_H */
