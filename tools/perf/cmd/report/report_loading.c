// SPDX-License-Identifier: GPL-2.0
/*
 * Reading the recording of perf report: with a progress line, or in the browser.
 *
 * perf_session_read() calls perf_session_watch.turn now and then. The callback shows the samples
 * counted so far on the same thread, so that no sample is counted while the tables are read.
 */
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>
#include <base/num.h>
#include <lines/header_text.h>
#include <lines/progress_text.h>
#include <tui/browser.h>

#include "common/pager.h"
#include "common/print.h"
#include "report/report_loading.h"

/* Reading shows no progress line before PATIENCE_MS have passed. */
#define PATIENCE_MS	1000
/* LINE_MS: update of the line; REFRESH_MS: update of the tables; KEYS_MS: keyboard poll. */
#define LINE_MS		250
#define REFRESH_MS	250
#define KEYS_MS		20

/* ---- a line --------------------------------------------------------------------------- */

struct line {
	const struct perf_counting *counting;
	uint64_t due;		/* CLOCK_MONOTONIC ns from which the line is shown */
	struct perf_str text;
	size_t shown;		/* length of the line on the terminal, in bytes */
};

static int loading_show_line(void *context, struct perf_error *error)
{
	struct line *line = context;

	(void)error;
	if (perf_clock_ns(CLOCK_MONOTONIC) < line->due)
		return 0;
	perf_str_cut(&line->text, 0);
	perf_str_add(&line->text, "perf report: ");
	perf_progress_text(&line->text, line->counting->session->data, line->counting->samples);
	/* line->text never gets shorter, so it covers the previous one. */
	perf_print_error("\r%s", perf_str_text(&line->text));
	line->shown = line->text.length;
	return 0;
}

static int wait_for_bytes(void *context, int fd)
{
	struct pollfd input = { .fd = fd, .events = POLLIN };

	while (!poll(&input, 1, LINE_MS))
		loading_show_line(context, NULL);
	return 0;
}

/**
 * perf_report_load() - read all records
 * @counting: counts the samples into a report
 * @calls: callbacks for records
 * @context: argument of @calls
 * @quiet: show no progress line on a terminal
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_report_load(struct perf_counting *counting, const struct perf_session_calls *calls,
		     void *context, bool quiet, struct perf_error *error)
{
	struct line line = {
		.counting = counting,
		.due = perf_clock_ns(CLOCK_MONOTONIC) + PATIENCE_MS * PERF_NS_PER_MS,
	};
	const struct perf_session_watch watch = {
		.interval_ms = LINE_MS, .turn = loading_show_line, .wait = wait_for_bytes,
		.context = &line,
	};
	int err;

	if (!quiet && (isatty(STDERR_FILENO) || perf_pager_shows_messages()))
		perf_session_watch(counting->session, &watch);
	err = perf_session_read(counting->session, calls, context, error);
	perf_session_watch(counting->session, NULL);
	if (line.shown)
		perf_print_error("\r%*s\r", (int)line.shown, "");
	perf_str_free(&line.text);
	return err;
}

/* ---- browsing ------------------------------------------------------------------------- */

struct loading {
	const struct perf_report_browsing *what;
	struct perf_browser browser;
	struct perf_browsing *browsing;
	struct perf_report_tables tables;
	struct perf_str about;
	struct perf_str state;
	bool loaded;
	bool left;
};

static void free_tables(struct perf_report_tables *tables)
{
	struct perf_str *title;

	perf_vec_each(&tables->titles, title)
		perf_str_free(title);
	perf_vec_free(&tables->titles);
	perf_vec_free(&tables->list);
}

static void loading_print_state(struct loading *loading)
{
	const struct perf_counting *counting = loading->what->counting;

	perf_str_cut(&loading->state, 0);
	perf_progress_text(&loading->state, counting->session->data, counting->samples);
	loading->browser.state = loading->loaded ? NULL : perf_str_text(&loading->state);
}

/* Makes loading->tables from the counted samples. Returns 1 if all records were read. */
static int loading_refresh(void *context)
{
	struct loading *loading = context;
	struct perf_report *report = loading->what->counting->report;
	struct perf_report_tables *tables = &loading->tables;
	struct perf_error error;
	size_t i;

	free_tables(tables);
	if (perf_count_events(loading->what->counting))
		return -ENOMEM;
	for (i = 0; i < report->histograms.count; i++)
		perf_report_turn(report, i, PERF_REPORT_KEEP_ALL);
	if (loading->what->make_tables(loading->what->context, tables, &error))
		return -ENOMEM;
	for (i = 0; i < tables->list.count; i++)
		tables->list.at[i].title = perf_str_text(&tables->titles.at[i]);
	loading->browser.tables = tables->list.at;
	loading->browser.nr_tables = tables->list.count;
	/* perf_header_text() again: a stream may have header sections at its end. */
	perf_str_cut(&loading->about, 0);
	perf_header_text(&loading->about, loading->what->counting->session->data, true);
	loading->browser.about = perf_str_text(&loading->about);
	loading_print_state(loading);
	return loading->loaded;
}

static int take_turn(void *context, struct perf_error *error)
{
	struct loading *loading = context;
	const struct perf_counting *counting = loading->what->counting;
	int err;
	size_t nr;

	perf_data_events(counting->session->data, &nr);
	loading_print_state(loading);
	err = perf_browser_turn(loading->browsing, nr > counting->report->histograms.count);
	loading->left = err > 0;
	return err < 0 ? perf_error_memory(error) : err;
}

static int wait_for_bytes_or_keys(void *context, int fd)
{
	struct loading *loading = context;
	int err;

	loading_print_state(loading);
	err = perf_browser_wait(loading->browsing, fd);
	loading->left = err > 0;
	return err > 0 ? -ECANCELED : err;
}

static int loading_load(void *context, struct perf_browsing *browsing, struct perf_error *error)
{
	struct loading *loading = context;
	const struct perf_report_browsing *what = loading->what;
	const struct perf_session_watch watch = {
		.interval_ms = KEYS_MS, .turn = take_turn, .wait = wait_for_bytes_or_keys,
		.context = loading,
	};
	int err;

	loading->browsing = browsing;
	perf_session_watch(what->counting->session, &watch);
	err = perf_session_read(what->counting->session, what->calls, what->context, error);
	perf_session_watch(what->counting->session, NULL);
	loading->loaded = !err && !loading->left;
	return err;
}

static int run_browser(struct loading *loading, struct perf_error *error)
{
	const struct perf_session *session = loading->what->counting->session;
	struct perf_lister lister = {
		.machine = session->machine, .inlines = session->lines,
		.code = perf_code_create(&session->machine->dsos),
		.intel = loading->what->intel, .objdump = loading->what->objdump,
	};
	struct perf_screen *screen;
	int err;

	if (!lister.code)
		return perf_error_memory(error);
	loading->browser.lister = &lister;
	err = perf_screen_open(&screen, error);
	if (!err)
		err = perf_browser_run(&loading->browser, screen, error);
	perf_screen_close(screen);
	perf_code_free(lister.code);
	return err;
}

/**
 * perf_report_browse() - read all records, with the browser running during and after reading
 * @browsing: inputs
 * @left: result: the user left before all records were read
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_report_browse(const struct perf_report_browsing *what, bool *left,
		       struct perf_error *error)
{
	struct loading loading = {
		.what = what,
		.browser = {
			.report = what->counting->report, .hits = what->hits, .look = what->look,
			.refresh_ms = REFRESH_MS, .refresh = loading_refresh, .load = loading_load,
			.context = &loading,
		},
	};
	int err;

	what->counting->report->live = true;
	loading_print_state(&loading);
	err = run_browser(&loading, error);
	*left = loading.left;
	if (!err && loading.loaded && !loading.tables.list.count)
		err = perf_error_set(error, ENODATA, "%s has no samples to show",
				     perf_data_path(what->counting->session->data));
	free_tables(&loading.tables);
	perf_str_free(&loading.about);
	perf_str_free(&loading.state);
	return err;
}
