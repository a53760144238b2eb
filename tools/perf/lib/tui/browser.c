// SPDX-License-Identifier: GPL-2.0
/*
 * struct perf_browser: a report on the terminal.
 *
 * The browser shows a list of rows (tree.c) made from the table of one event. build_rows()
 * makes them again when the filters change, make_table() for another event and, live, with
 * each browser_refresh(), after which take_up() selects the same row if it is still there.
 *
 * One thread loads and browses: browser->load() calls perf_browser_turn() often, which handles
 * keys; they act on the rows of the last browser_refresh().
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/num.h>
#include <table/entry_text.h>
#include <tui/annotate_view.h>
#include <tui/browser.h>
#include <tui/dialog.h>
#include <tui/list.h>
#include <tui/tree.h>

#define HOT		5.0
#define WARM		0.5
#define ACROSS_STEP	16

/* Milliseconds between refreshes as long as there is no table. */
#define FIRST_MS	50
/* The pause after a refresh is at least REST times as long as the refresh. */
#define REST		4

/* The filters: lines that match all of them are shown. */
struct narrow {
	char text[128];		/* part of the function's name; empty: no filter */
	char comm[64];		/* name of the thread, if by_comm */
	const struct perf_dso *dso;	/* NULL: no filter */
	bool by_comm;
};

struct perf_browsing {
	const struct perf_browser *browser;
	struct perf_screen *screen;
	struct perf_table_view *view;
	struct perf_tree tree;
	struct perf_list list;
	struct narrow narrow;
	size_t table;		/* index in browser->tables */
	bool *wanted;		/* is_wanted(), by line of the table */
	uint64_t due;		/* live: time of the next refresh, ns, CLOCK_MONOTONIC */
	uint64_t drawn;		/* time of the last browser_draw(), ns, CLOCK_MONOTONIC */
	bool paused;
	bool over;		/* live: no new samples will come */
	bool left;
	char look_for[128];
	char message[512];
};

static const char help[] =
	"Moving\n"
	"  Up, Down, Page Up, Page Down, Home, End, Space     lines\n"
	"  Right, Left (when moved)                           columns, with long lines\n"
	"  Tab, Shift Tab                                     next event, event before\n"
	"\n"
	"Call stacks\n"
	"  Enter, +, -        open or close what is below the line\n"
	"  e                  open all of the line\n"
	"  E, C               open all lines, close all lines\n"
	"  c                  close all of the line\n"
	"\n"
	"Narrowing down\n"
	"  /                  only functions with this text in their name (empty: all again)\n"
	"  d                  only the object of the line\n"
	"  t                  only the threads with the name of the line\n"
	"  Left, Esc          take back the last one\n"
	"\n"
	"More\n"
	"  a                  the instructions of the function\n"
	"  f, n               look for text, look for the next one\n"
	"  i                  the header of the recording\n"
	"  p                  live, or while reading: stop and go on\n"
	"  h, ?               this help\n"
	"  q, Ctrl C          leave\n";

static void browser_lock(const struct perf_browsing *work)
{
	if (work->browser->lock)
		work->browser->lock(work->browser->context);
}

static void browser_unlock(const struct perf_browsing *work)
{
	if (work->browser->unlock)
		work->browser->unlock(work->browser->context);
}

/* The table shown; NULL if there are no samples yet. */
static const struct perf_table *table_of(const struct perf_browsing *work)
{
	return work->browser->nr_tables ? &work->browser->tables[work->table] : NULL;
}

/* ---- rows ----------------------------------------------------------------------------- */

static bool is_wanted(const struct perf_browsing *work, size_t line)
{
	const struct perf_entry *entry = perf_table_view_entry(work->view, line);
	const struct perf_report *report = work->browser->report;
	const struct perf_function *function = &report->functions.list.at[entry->function];
	const struct narrow *narrow = &work->narrow;
	const char *name;

	if (narrow->dso && function->dso != narrow->dso)
		return false;
	if (narrow->by_comm &&
	    strcmp(perf_machine_comm(report->machine, report->bases.at[entry->base].comm),
		   narrow->comm))
		return false;
	if (!narrow->text[0])
		return true;
	name = perf_function_name(&report->functions, entry->function);
	return name && strcasestr(name, narrow->text);
}

static int build_rows(struct perf_browsing *work)
{
	size_t nr, i;

	if (!work->view)
		return 0;
	nr = perf_table_view_count(work->view);
	free(work->wanted);
	work->wanted = calloc(nr + 1, sizeof(*work->wanted));
	if (!work->wanted)
		return -ENOMEM;
	for (i = 0; i < nr; i++)
		work->wanted[i] = is_wanted(work, i);
	work->tree.wanted = work->wanted;
	return perf_tree_build(&work->tree);
}

static void drop_table(struct perf_browsing *work)
{
	perf_tree_clear(&work->tree);
	perf_table_view_free(work->view);
	work->view = NULL;
}

static int make_table(struct perf_browsing *work)
{
	const struct perf_table *table = table_of(work);
	int err;

	drop_table(work);
	if (!table)
		return 0;
	err = perf_table_view_create(table, &work->view);
	if (err)
		return err;
	work->tree = (struct perf_tree){
		.view = work->view, .report = work->browser->report,
		.total = table->members[0]->period,
		.least = table->options->graph.min_percent,
	};
	return build_rows(work);
}

static const struct perf_tree_row *browser_chosen(const struct perf_browsing *work)
{
	return work->list.at < work->tree.rows.count ? &work->tree.rows.at[work->list.at] : NULL;
}

static const struct perf_entry *chosen_entry(const struct perf_browsing *work)
{
	const struct perf_tree_row *row = browser_chosen(work);

	return row ? perf_table_view_entry(work->view, row->line) : NULL;
}

/* Rows to open and to select again after a refresh, by perf_tree_row_id(). */
struct kept {
	struct perf_map open;
	uint64_t chosen;
	bool has_chosen;
};

static int browser_keep(const struct perf_browsing *work, struct kept *kept)
{
	const struct perf_tree_row *row = browser_chosen(work);

	/* If the user has not moved, the first row stays selected, whichever it is. */
	kept->has_chosen = row && work->list.at;
	if (kept->has_chosen)
		kept->chosen = perf_tree_row_id(&work->tree, row);
	return perf_tree_opened(&work->tree, &kept->open);
}

static int take_up(struct perf_browsing *work, const struct kept *kept)
{
	size_t i;

	if (!work->view)
		return 0;
	perf_tree_reopen(&work->tree, &kept->open);
	if (perf_tree_build(&work->tree))
		return -ENOMEM;
	for (i = 0; kept->has_chosen && i < work->tree.rows.count; i++) {
		if (perf_tree_row_id(&work->tree, &work->tree.rows.at[i]) == kept->chosen) {
			work->list.at = i;
			break;
		}
	}
	return 0;
}

/* Set work->table to the table of @event: a new event may have its table before it. */
static void find_table(struct perf_browsing *work, const struct perf_data_event *event)
{
	size_t i;

	for (i = 0; i < work->browser->nr_tables; i++)
		if (work->browser->tables[i].members[0]->event == event)
			work->table = i;
}

/* Make the table again with the new samples, and set the time of the next refresh. */
static int browser_refresh(struct perf_browsing *work)
{
	const struct perf_data_event *event = table_of(work) ?
					      table_of(work)->members[0]->event : NULL;
	uint64_t start = perf_clock_ns(CLOCK_MONOTONIC), rest;
	struct kept kept = { 0 };
	int err;

	err = browser_keep(work, &kept);
	drop_table(work);
	if (!err)
		err = work->browser->refresh(work->browser->context);
	if (err >= 0) {
		work->over = err > 0;
		find_table(work, event);
		err = make_table(work);
	}
	if (!err)
		err = take_up(work, &kept);
	perf_map_free(&kept.open);
	work->due = perf_clock_ns(CLOCK_MONOTONIC);
	rest = REST * (work->due - start);
	start = (uint64_t)(work->view ? work->browser->refresh_ms : FIRST_MS) * PERF_NS_PER_MS;
	work->due += rest > start ? rest : start;
	return err;
}

/* ---- drawing -------------------------------------------------------------------------- */

static void add_title(const struct perf_browsing *work, struct perf_str *str)
{
	const struct perf_table *table = table_of(work);
	uint64_t samples = 0, period = 0;
	unsigned int i;

	if (!table) {
		perf_str_add(str, "No samples yet");
		return;
	}
	for (i = 0; i < table->nr; i++) {
		samples += table->members[i]->nr;
		period += table->members[i]->period;
	}
	if (work->browser->title)
		perf_str_format(str, "%s  ", work->browser->title);
	perf_str_format(str, "Samples: %" PRIu64 " of %s, count %" PRIu64, samples, table->title,
			period);
	if (work->narrow.dso)
		perf_str_format(str, "  object: %s", work->narrow.dso->short_name);
	if (work->narrow.by_comm)
		perf_str_format(str, "  thread: %s", work->narrow.comm);
	if (work->narrow.text[0])
		perf_str_format(str, "  with: %s", work->narrow.text);
	if (work->paused)
		perf_str_add(str, "  (stopped)");
}

static void browser_put(struct perf_browsing *work, int y, const struct perf_str *str,
			enum perf_look look, bool fill)
{
	const char *text = perf_str_text(str);
	size_t skip = work->list.across < str->length ? work->list.across : str->length;

	/* Do not begin in the middle of a UTF-8 character. */
	while (skip && ((unsigned char)text[skip] & 0xc0) == 0x80)
		skip--;
	perf_screen_put(work->screen, y, 0, text + skip, look, fill);
}

static enum perf_look look_of(struct perf_browsing *work, size_t index)
{
	double percent;

	if (index == work->list.at)
		return PERF_LOOK_SELECTED;
	percent = perf_tree_percent(&work->tree, &work->tree.rows.at[index]);
	return percent >= HOT ? PERF_LOOK_HOT : percent >= WARM ? PERF_LOOK_WARM :
	       PERF_LOOK_PLAIN;
}

static void draw_status(const struct perf_browsing *work, int row)
{
	static const char keys[] = "h: help  Enter: open  a: annotate  d: object  t: thread  "
				   "/: filter  q: quit";
	struct perf_str str = { 0 };

	if (work->browser->state)
		perf_str_format(&str, "%s  ", work->browser->state);
	perf_str_add(&str, work->message[0] ? work->message : keys);
	perf_screen_put(work->screen, row, 0, perf_str_text(&str), PERF_LOOK_HEAD, true);
	perf_str_free(&str);
}

static void browser_draw(struct perf_browsing *work)
{
	int rows = perf_screen_rows(work->screen), y, first = rows > 3 ? 2 : rows > 1;
	int last = rows > 2 ? rows - 1 : rows;
	struct perf_str str = { 0 };
	size_t i;

	perf_list_fit(&work->list, work->tree.rows.count, last - first);
	perf_screen_clear(work->screen);
	if (first) {
		add_title(work, &str);
		perf_screen_put(work->screen, 0, 0, perf_str_text(&str), PERF_LOOK_TITLE, true);
	}
	if (first > 1 && work->view) {
		perf_str_cut(&str, 0);
		perf_str_char(&str, ' ');
		perf_table_view_head(work->view, &str);
		browser_put(work, 1, &str, PERF_LOOK_HEAD, true);
	}
	for (y = first; y < last; y++) {
		i = work->list.top + (size_t)(y - first);
		if (i >= work->tree.rows.count)
			break;
		perf_str_cut(&str, 0);
		perf_tree_text(&work->tree, &work->tree.rows.at[i], &str);
		browser_put(work, y, &str, look_of(work, i), i == work->list.at);
	}
	if (last < rows)
		draw_status(work, last);
	perf_screen_show(work->screen);
	perf_str_free(&str);
	work->drawn = perf_clock_ns(CLOCK_MONOTONIC);
}

/* ---- keys ----------------------------------------------------------------------------- */

static void browser_say(struct perf_browsing *work, const char *text)
{
	snprintf(work->message, sizeof(work->message), "%s", text);
}

static void browser_toggle(struct perf_browsing *work, bool only_open, bool only_close)
{
	const struct perf_tree_row *row = browser_chosen(work);
	size_t before = work->tree.rows.count;

	if (!row)
		return;
	if (!perf_tree_toggle(&work->tree, work->list.at)) {
		browser_say(work, "there is nothing below this line");
		return;
	}
	perf_tree_build(&work->tree);
	/* The row was open, or closed, already: undo. */
	if ((only_open && work->tree.rows.count < before) ||
	    (only_close && work->tree.rows.count > before)) {
		perf_tree_toggle(&work->tree, work->list.at);
		perf_tree_build(&work->tree);
	}
}

static void open_all(struct perf_browsing *work, bool everything, bool open)
{
	const struct perf_tree_row *row = browser_chosen(work);
	uint32_t line;
	size_t i;

	if (!row)
		return;
	line = row->line;
	perf_tree_open_all(&work->tree, everything ? -1 : (int64_t)line, open);
	perf_tree_build(&work->tree);
	for (i = 0; i < work->tree.rows.count; i++)
		if (work->tree.rows.at[i].line == line && !work->tree.rows.at[i].node)
			work->list.at = i;
}

static void narrow_to_dso(struct perf_browsing *work)
{
	const struct perf_tree_row *row = browser_chosen(work);
	const struct perf_report *report = work->browser->report;
	uint32_t function;

	if (work->narrow.dso) {
		work->narrow.dso = NULL;
		return;
	}
	function = row ? perf_tree_function(&work->tree, row) : 0;
	if (!function || !report->functions.list.at[function].dso)
		browser_say(work, "it is not known which object this line belongs to");
	else
		work->narrow.dso = report->functions.list.at[function].dso;
}

static void narrow_to_thread(struct perf_browsing *work)
{
	const struct perf_entry *entry = chosen_entry(work);
	const struct perf_report *report = work->browser->report;

	if (work->narrow.by_comm) {
		work->narrow.by_comm = false;
		return;
	}
	if (!perf_sort_has(&report->sort, PERF_SORT_COMM) || !entry) {
		browser_say(work, "lines are not sorted by the name of the thread (-s comm,...)");
		return;
	}
	snprintf(work->narrow.comm, sizeof(work->narrow.comm), "%s",
		 perf_machine_comm(report->machine, report->bases.at[entry->base].comm));
	work->narrow.by_comm = true;
}

/* Undo scrolling, else one filter: text, thread or object. Return false if there was none. */
static bool browser_widen(struct perf_browsing *work)
{
	struct narrow *narrow = &work->narrow;

	if (work->list.across) {
		work->list.across = 0;
		return true;
	}
	if (narrow->text[0])
		narrow->text[0] = '\0';
	else if (narrow->by_comm)
		narrow->by_comm = false;
	else if (narrow->dso)
		narrow->dso = NULL;
	else
		return false;
	return true;
}

static void browser_find(struct perf_browsing *work)
{
	struct perf_str str = { 0 };
	size_t nr = work->tree.rows.count, i, at;
	bool found = false;

	for (i = 1; work->look_for[0] && i <= nr && !found; i++) {
		at = (work->list.at + i) % nr;
		perf_str_cut(&str, 0);
		perf_tree_text(&work->tree, &work->tree.rows.at[at], &str);
		found = strcasestr(perf_str_text(&str), work->look_for);
		if (found)
			work->list.at = at;
	}
	perf_str_free(&str);
	if (!found)
		browser_say(work, "not found");
}

static void browser_annotate(struct perf_browsing *work)
{
	const struct perf_tree_row *row = browser_chosen(work);
	const struct perf_report *report = work->browser->report;
	const struct perf_table *table = table_of(work);
	struct perf_annotate_shown shown = {
		.hits = work->browser->hits, .lister = work->browser->lister,
		.look = work->browser->look,
	};
	const struct perf_function *function;
	struct perf_error error;

	function = row ? &report->functions.list.at[perf_tree_function(&work->tree, row)] : NULL;
	if (!function || !function->symbol || !work->browser->hits) {
		browser_say(work, "this line is no function that can be shown");
		return;
	}
	shown.event = table->members[0]->event->index;
	shown.title = table->members[0]->event->name;
	shown.function = perf_hits_find(work->browser->hits, function->symbol);
	if (!shown.function)
		browser_say(work, "no sample was in this function itself");
	else if (perf_annotate_view(work->screen, &shown, &error) < 0)
		browser_say(work, error.text);
}

/* perf_dialog_ask() waits for keys: without the lock other threads can add samples. */
static bool browser_ask(struct perf_browsing *work, const char *question, char *text, size_t size)
{
	bool done;

	browser_unlock(work);
	done = perf_dialog_ask(work->screen, question, text, size);
	browser_lock(work);
	return done;
}

static void show_text(struct perf_browsing *work, const char *title, const char *text)
{
	browser_unlock(work);
	perf_dialog_text(work->screen, title, text);
	browser_lock(work);
}

static int other_table(struct perf_browsing *work, bool forward)
{
	size_t nr = work->browser->nr_tables;

	if (nr < 2) {
		browser_say(work, "there is one event only");
		return 0;
	}
	work->table = (work->table + (forward ? 1 : nr - 1)) % nr;
	work->list = (struct perf_list){ 0 };
	return make_table(work);
}

static bool is_end(int key)
{
	return key == 'q' || key == PERF_KEY_GONE || key == PERF_KEY_CONTROL('C');
}

/* Handle keys that change the filters or scroll back; return false for other keys. */
static bool narrow_key(struct perf_browsing *work, int key)
{
	char text[sizeof(work->narrow.text)];

	switch (key) {
	case '/':
		snprintf(text, sizeof(text), "%s", work->narrow.text);
		if (browser_ask(work, "Only functions with: ", text, sizeof(text)))
			snprintf(work->narrow.text, sizeof(work->narrow.text), "%s", text);
		return true;
	case 'd':
		narrow_to_dso(work);
		return true;
	case 't':
		narrow_to_thread(work);
		return true;
	case PERF_KEY_LEFT:
	case PERF_KEY_ESCAPE:
		if (work->list.across > ACROSS_STEP && key == PERF_KEY_LEFT)
			work->list.across -= ACROSS_STEP;
		else if (!browser_widen(work))
			browser_say(work, "q leaves");
		return true;
	default:
		return false;
	}
}

static bool open_key(struct perf_browsing *work, int key)
{
	switch (key) {
	case PERF_KEY_ENTER:
		browser_toggle(work, false, false);
		return true;
	case '+':
		browser_toggle(work, true, false);
		return true;
	case '-':
		browser_toggle(work, false, true);
		return true;
	case 'e':
	case 'c':
		open_all(work, false, key == 'e');
		return true;
	case 'E':
	case 'C':
		open_all(work, true, key == 'E');
		return true;
	default:
		return false;
	}
}

static void look_key(struct perf_browsing *work, int key)
{
	switch (key) {
	case 'a':
		browser_annotate(work);
		break;
	case 'f':
		if (browser_ask(work, "Look for: ", work->look_for, sizeof(work->look_for)))
			browser_find(work);
		break;
	case 'n':
		browser_find(work);
		break;
	case PERF_KEY_RIGHT:
		work->list.across += ACROSS_STEP;
		break;
	case 'i':
		if (work->browser->about)
			show_text(work, "About the recording", work->browser->about);
		break;
	case 'p':
		work->paused = work->browser->refresh && !work->paused;
		break;
	case 'h':
	case '?':
		show_text(work, "Keys", help);
		break;
	}
}

/* Handle a key. Return 0, 1 if it leaves the browser, or a negative errno. */
static int browser_act(struct perf_browsing *work, int key)
{
	if (is_end(key)) {
		work->left = true;
		return 1;
	}
	if (key == PERF_KEY_RESIZE)
		return 0;
	work->message[0] = '\0';
	if (perf_list_key(&work->list, key) || open_key(work, key))
		return 0;
	if (narrow_key(work, key))
		return build_rows(work);
	if (key == PERF_KEY_TAB || key == PERF_KEY_BACKTAB)
		return other_table(work, key == PERF_KEY_TAB);
	look_key(work, key);
	return 0;
}

/* ---- the loop ------------------------------------------------------------------------- */

/* Milliseconds until the next refresh, -1: never. */
static int time_left(const struct perf_browsing *work)
{
	uint64_t due = work->due;
	uint64_t now = perf_clock_ns(CLOCK_MONOTONIC);

	if (!work->browser->refresh || work->paused || work->over)
		return -1;
	return due > now ? (int)((due - now) / PERF_NS_PER_MS) + 1 : 0;
}

/**
 * perf_browser_turn() - while loading: handle keys, and refresh when it is due
 * @work: from perf_browser.load
 * @changed: refresh now: the caller is about to move histograms
 *
 * Dialogs opened by a key, such as the help, end before perf_browser_turn() returns.
 *
 * Return: 0, 1 if the user has left, or a negative errno.
 */
int perf_browser_turn(struct perf_browsing *work, bool changed)
{
	const uint64_t most = (uint64_t)work->browser->refresh_ms * PERF_NS_PER_MS;
	bool stale = perf_clock_ns(CLOCK_MONOTONIC) >= work->drawn + most;
	int key, err;

	if (changed || !time_left(work)) {
		stale = true;
		err = browser_refresh(work);
		if (err)
			return err;
	}
	while ((key = perf_screen_key(work->screen, 0)) != PERF_KEY_NONE) {
		stale = true;
		err = browser_act(work, key);
		if (err)
			return err;
	}
	if (stale)
		browser_draw(work);
	return 0;
}

/**
 * perf_browser_wait() - repeat perf_browser_turn() until a descriptor can be read
 * @work: from perf_browser.load
 * @fd: descriptor
 *
 * Return: 0, 1 if the user has left, or a negative errno.
 */
int perf_browser_wait(struct perf_browsing *work, int fd)
{
	int err;

	do {
		err = perf_browser_turn(work, false);
		if (err)
			return err;
	} while (!perf_screen_wait(work->screen, fd, time_left(work)));
	return 0;
}

/* Call browser->load(), which handles keys by perf_browser_turn(). */
static int browser_load(struct perf_browsing *work, struct perf_error *error)
{
	int err;

	work->due = perf_clock_ns(CLOCK_MONOTONIC) + FIRST_MS * PERF_NS_PER_MS;
	browser_draw(work);
	err = work->browser->load(work->browser->context, work, error);
	if (work->left)
		return 0;
	work->paused = false;
	if (!err && browser_refresh(work))
		err = perf_error_memory(error);
	work->over = true;
	return err;
}

static int browser_browse(struct perf_browsing *work)
{
	int key, err;

	for (;;) {
		if (!time_left(work)) {
			err = browser_refresh(work);
			if (err)
				return err;
		}
		browser_draw(work);
		browser_unlock(work);
		key = perf_screen_key(work->screen, time_left(work));
		browser_lock(work);
		err = key == PERF_KEY_NONE ? 0 : browser_act(work, key);
		if (err)
			return err < 0 ? err : 0;
	}
}

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
		     struct perf_error *error)
{
	struct perf_browsing work = { .browser = browser, .screen = screen };
	int err;

	browser_lock(&work);
	err = make_table(&work) ? perf_error_memory(error) : 0;
	if (!err && browser->load)
		err = browser_load(&work, error);
	if (!err && !work.left && browser->nr_tables && browser_browse(&work))
		err = perf_error_memory(error);
	drop_table(&work);
	browser_unlock(&work);
	free(work.wanted);
	return err;
}
