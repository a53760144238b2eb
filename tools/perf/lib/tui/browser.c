// SPDX-License-Identifier: GPL-2.0-only
/*
 * A report on the terminal.
 *
 * What is seen is a list of rows (tree.c) made from a table of one event. It is made anew
 * when another event is chosen, when it is narrowed down, and, live, when time has passed:
 * then the chosen row stays chosen if it is still there.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/num.h>
#include <out/entry_text.h>
#include <tui/annotate_view.h>
#include <tui/browser.h>
#include <tui/dialog.h>
#include <tui/list.h>
#include <tui/tree.h>

#define HOT		5.0
#define WARM		0.5
#define ACROSS_STEP	16

/* To what the lines are narrowed down. */
struct narrow {
	char text[128];		/* in the name of the function; empty: any */
	char comm[64];		/* empty: any */
	const struct perf_dso *dso;
	bool by_comm;
};

struct browsing {
	const struct perf_browser *browser;
	struct perf_screen *screen;
	struct perf_table_view *view;
	struct perf_tree tree;
	struct perf_list list;
	struct narrow narrow;
	size_t table;		/* which event */
	bool *wanted;		/* by line */
	bool paused;
	bool over;		/* live: nothing new will come */
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
	"  i                  what the recording says of itself\n"
	"  p                  live: stop and go on\n"
	"  h, ?               this help\n"
	"  q, Ctrl C          leave\n";

static void lock(const struct browsing *work)
{
	if (work->browser->lock)
		work->browser->lock(work->browser->context);
}

static void unlock(const struct browsing *work)
{
	if (work->browser->unlock)
		work->browser->unlock(work->browser->context);
}

static const struct perf_table *table_of(const struct browsing *work)
{
	return &work->browser->tables[work->table];
}

/* ---- which lines ---------------------------------------------------------------------- */

static bool is_wanted(const struct browsing *work, size_t line)
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

static int build_rows(struct browsing *work)
{
	size_t nr = perf_table_view_count(work->view), i;

	free(work->wanted);
	work->wanted = calloc(nr + 1, sizeof(*work->wanted));
	if (!work->wanted)
		return -ENOMEM;
	for (i = 0; i < nr; i++)
		work->wanted[i] = is_wanted(work, i);
	work->tree.wanted = work->wanted;
	return perf_tree_build(&work->tree);
}

static void drop_table(struct browsing *work)
{
	perf_tree_clear(&work->tree);
	perf_table_view_free(work->view);
	work->view = NULL;
}

static int make_table(struct browsing *work)
{
	const struct perf_table *table = table_of(work);
	int err;

	drop_table(work);
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

static const struct perf_tree_row *chosen(const struct browsing *work)
{
	return work->list.at < work->tree.rows.count ? &work->tree.rows.at[work->list.at] : NULL;
}

static const struct perf_entry *chosen_entry(const struct browsing *work)
{
	const struct perf_tree_row *row = chosen(work);

	return row ? perf_table_view_entry(work->view, row->line) : NULL;
}

/* What a line is known by when there are other ones. */
struct known {
	uint32_t base;
	uint32_t function;
	bool chosen;
};

struct known_lines {
	PERF_VEC(struct known) list;
};

static void remember(struct browsing *work, struct known_lines *lines)
{
	const struct perf_tree_row *row;
	const struct perf_entry *entry;
	struct known *known;
	size_t i;

	for (i = 0; work->view && i < work->tree.rows.count; i++) {
		row = &work->tree.rows.at[i];
		if (row->node || (i != work->list.at && !perf_tree_is_open(&work->tree, row->line)))
			continue;
		entry = perf_table_view_entry(work->view, row->line);
		known = perf_vec_push(&lines->list);
		if (known)
			*known = (struct known){ entry->base, entry->function,
						 i == work->list.at };
	}
}

/* Lines that were open are opened again, and the chosen one is chosen, unless it was the first. */
static int recall(struct browsing *work, const struct known_lines *lines)
{
	size_t nr = perf_table_view_count(work->view), i;
	const struct perf_entry *entry;
	const struct known *known;
	int64_t chosen_line = -1;

	for (i = 0; i < nr; i++) {
		entry = perf_table_view_entry(work->view, i);
		perf_vec_each(&lines->list, known) {
			if (known->base != entry->base || known->function != entry->function)
				continue;
			if (known->chosen && work->list.at)
				chosen_line = (int64_t)i;
			if (!known->chosen)
				perf_tree_open_all(&work->tree, (int64_t)i, true);
		}
	}
	if (perf_tree_build(&work->tree))
		return -ENOMEM;
	for (i = 0; i < work->tree.rows.count; i++)
		if (!work->tree.rows.at[i].node && work->tree.rows.at[i].line == chosen_line)
			work->list.at = i;
	return 0;
}

/* New samples: new lines. */
static int refresh(struct browsing *work)
{
	struct known_lines lines = { 0 };
	int err;

	remember(work, &lines);
	drop_table(work);
	err = work->browser->refresh(work->browser->context);
	if (err >= 0) {
		work->over = err > 0;
		err = make_table(work);
	}
	if (!err)
		err = recall(work, &lines);
	perf_vec_free(&lines.list);
	return err;
}

/* ---- drawing -------------------------------------------------------------------------- */

static void add_title(const struct browsing *work, struct perf_str *str)
{
	const struct perf_table *table = table_of(work);
	uint64_t samples = 0, period = 0;
	unsigned int i;

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

static void put(struct browsing *work, int y, const struct perf_str *str, enum perf_look look,
		bool fill)
{
	const char *text = perf_str_text(str);
	size_t skip = work->list.across < str->length ? work->list.across : str->length;

	/* Not into the middle of a character. */
	while (skip && ((unsigned char)text[skip] & 0xc0) == 0x80)
		skip--;
	perf_screen_put(work->screen, y, 0, text + skip, look, fill);
}

static enum perf_look look_of(struct browsing *work, size_t index)
{
	double percent;

	if (index == work->list.at)
		return PERF_LOOK_SELECTED;
	percent = perf_tree_percent(&work->tree, &work->tree.rows.at[index]);
	return percent >= HOT ? PERF_LOOK_HOT : percent >= WARM ? PERF_LOOK_WARM :
	       PERF_LOOK_PLAIN;
}

static void draw_status(struct browsing *work, int row)
{
	static const char keys[] = "h: help  Enter: open  a: annotate  d: object  t: thread  "
				   "/: filter  q: quit";

	perf_screen_put(work->screen, row, 0, work->message[0] ? work->message : keys,
			PERF_LOOK_HEAD, true);
	work->message[0] = '\0';
}

static void draw(struct browsing *work)
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
	if (first > 1) {
		perf_str_cut(&str, 0);
		perf_str_char(&str, ' ');
		perf_table_view_head(work->view, &str);
		put(work, 1, &str, PERF_LOOK_HEAD, true);
	}
	for (y = first; y < last; y++) {
		i = work->list.top + (size_t)(y - first);
		if (i >= work->tree.rows.count)
			break;
		perf_str_cut(&str, 0);
		perf_tree_text(&work->tree, &work->tree.rows.at[i], &str);
		put(work, y, &str, look_of(work, i), i == work->list.at);
	}
	if (last < rows)
		draw_status(work, last);
	perf_screen_show(work->screen);
	perf_str_free(&str);
}

/* ---- what keys do --------------------------------------------------------------------- */

static void say(struct browsing *work, const char *text)
{
	snprintf(work->message, sizeof(work->message), "%s", text);
}

static void toggle(struct browsing *work, bool only_open, bool only_close)
{
	const struct perf_tree_row *row = chosen(work);
	size_t before = work->tree.rows.count;

	if (!row)
		return;
	if (!perf_tree_toggle(&work->tree, work->list.at)) {
		say(work, "there is nothing below this line");
		return;
	}
	perf_tree_build(&work->tree);
	/* It was the other way round already. */
	if ((only_open && work->tree.rows.count < before) ||
	    (only_close && work->tree.rows.count > before)) {
		perf_tree_toggle(&work->tree, work->list.at);
		perf_tree_build(&work->tree);
	}
}

static void open_all(struct browsing *work, bool everything, bool open)
{
	const struct perf_tree_row *row = chosen(work);
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

static void narrow_to_dso(struct browsing *work)
{
	const struct perf_tree_row *row = chosen(work);
	const struct perf_report *report = work->browser->report;
	uint32_t function;

	if (work->narrow.dso) {
		work->narrow.dso = NULL;
		return;
	}
	function = row ? perf_tree_function(&work->tree, row) : 0;
	if (!function || !report->functions.list.at[function].dso)
		say(work, "it is not known which object this line belongs to");
	else
		work->narrow.dso = report->functions.list.at[function].dso;
}

static void narrow_to_thread(struct browsing *work)
{
	const struct perf_entry *entry = chosen_entry(work);
	const struct perf_report *report = work->browser->report;

	if (work->narrow.by_comm) {
		work->narrow.by_comm = false;
		return;
	}
	if (!perf_sort_has(&report->sort, PERF_SORT_COMM) || !entry) {
		say(work, "lines are not sorted by the name of the thread (-s comm,...)");
		return;
	}
	snprintf(work->narrow.comm, sizeof(work->narrow.comm), "%s",
		 perf_machine_comm(report->machine, report->bases.at[entry->base].comm));
	work->narrow.by_comm = true;
}

/* Take back what was narrowed last; false if nothing was. */
static bool widen(struct browsing *work)
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

static void find(struct browsing *work)
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
		say(work, "not found");
}

static void annotate(struct browsing *work)
{
	const struct perf_tree_row *row = chosen(work);
	const struct perf_report *report = work->browser->report;
	const struct perf_table *table = table_of(work);
	struct perf_annotate_shown shown = {
		.hits = work->browser->hits, .lister = work->browser->lister,
		.event = table->members[0]->event->index, .title = table->members[0]->event->name,
	};
	const struct perf_function *function;
	struct perf_error error;

	function = row ? &report->functions.list.at[perf_tree_function(&work->tree, row)] : NULL;
	if (!function || !function->symbol || !work->browser->hits) {
		say(work, "this line is no function that can be shown");
		return;
	}
	shown.function = perf_hits_find(work->browser->hits, function->symbol);
	if (!shown.function)
		say(work, "no sample was in this function itself");
	else if (perf_annotate_view(work->screen, &shown, &error) < 0)
		say(work, error.text);
}

/* The dialogues wait for keys: whoever adds samples need not. */
static bool ask(struct browsing *work, const char *question, char *text, size_t size)
{
	bool done;

	unlock(work);
	done = perf_dialog_ask(work->screen, question, text, size);
	lock(work);
	return done;
}

static void show_text(struct browsing *work, const char *title, const char *text)
{
	unlock(work);
	perf_dialog_text(work->screen, title, text);
	lock(work);
}

static int other_table(struct browsing *work, bool forward)
{
	size_t nr = work->browser->nr_tables;

	if (nr < 2) {
		say(work, "there is one event only");
		return 0;
	}
	work->table = (work->table + (forward ? 1 : nr - 1)) % nr;
	work->list = (struct perf_list){ 0 };
	return make_table(work);
}

/* Keys that change which lines there are; true if the key was one of them. */
static bool narrow_key(struct browsing *work, int key)
{
	char text[sizeof(work->narrow.text)];

	switch (key) {
	case '/':
		snprintf(text, sizeof(text), "%s", work->narrow.text);
		if (ask(work, "Only functions with: ", text, sizeof(text)))
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
		else if (!widen(work))
			say(work, "q leaves");
		return true;
	default:
		return false;
	}
}

static bool open_key(struct browsing *work, int key)
{
	switch (key) {
	case PERF_KEY_ENTER:
		toggle(work, false, false);
		return true;
	case '+':
		toggle(work, true, false);
		return true;
	case '-':
		toggle(work, false, true);
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

static void look_key(struct browsing *work, int key)
{
	switch (key) {
	case 'a':
		annotate(work);
		break;
	case 'f':
		if (ask(work, "Look for: ", work->look_for, sizeof(work->look_for)))
			find(work);
		break;
	case 'n':
		find(work);
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

static int act(struct browsing *work, int key)
{
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

static bool is_end(int key)
{
	return key == 'q' || key == PERF_KEY_GONE || key == PERF_KEY_CONTROL('C');
}

/* Milliseconds until new samples are to be seen, -1: never. */
static int time_left(const struct browsing *work, uint64_t due)
{
	uint64_t now = perf_clock_ns(CLOCK_MONOTONIC);

	if (!work->browser->refresh || work->paused || work->over)
		return -1;
	return due > now ? (int)((due - now) / PERF_NS_PER_MS) + 1 : 0;
}

static int browse(struct browsing *work)
{
	uint64_t due = 0;
	int key, err;

	for (;;) {
		if (!time_left(work, due)) {
			err = refresh(work);
			if (err)
				return err;
			due = perf_clock_ns(CLOCK_MONOTONIC) +
			      (uint64_t)work->browser->refresh_ms * PERF_NS_PER_MS;
		}
		draw(work);
		unlock(work);
		key = perf_screen_key(work->screen, time_left(work, due));
		lock(work);
		if (is_end(key))
			return 0;
		if (key == PERF_KEY_NONE || key == PERF_KEY_RESIZE)
			continue;
		err = act(work, key);
		if (err)
			return err;
	}
}

int perf_browser_run(const struct perf_browser *browser, struct perf_screen *screen,
		     struct perf_error *error)
{
	struct browsing work = { .browser = browser, .screen = screen };
	int err;

	lock(&work);
	err = make_table(&work);
	if (!err)
		err = browse(&work);
	drop_table(&work);
	unlock(&work);
	free(work.wanted);
	return err ? perf_error_memory(error) : 0;
}
