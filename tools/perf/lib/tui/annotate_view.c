// SPDX-License-Identifier: GPL-2.0
/* perf_annotate_view(): a function's instructions on the terminal. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <annotate/source.h>
#include <base/vec.h>
#include <tui/annotate_view.h>
#include <tui/dialog.h>
#include <tui/list.h>

#define HOT	5.0
#define WARM	0.5
#define RAW_WIDTH	24

/* A row of the list: an instruction, or a source line in front of one. */
struct row {
	uint32_t instruction;	/* index in listing.lines */
	unsigned int source;	/* number of the source line; 0: the instruction itself */
};

struct view {
	PERF_VEC(struct row) rows;
	struct perf_screen *screen;
	struct perf_listing listing;
	struct perf_sources sources;
	struct perf_annotate_options options;
	struct perf_annotate_view how;
	struct perf_list list;
	double *percents;	/* share of samples, by index in listing.lines */
	bool show_source;
	const char *message;
	const struct perf_annotate_shown *shown;
};

static const char help[] =
	"Up, Down, Page Up, Page Down, Home, End   move\n"
	"H            the next instruction by its share of samples\n"
	"Enter, Right go where a jump goes\n"
	"s            show the lines of the source, or not\n"
	"n            numbers of samples, or percent\n"
	"/            look for text\n"
	"f            look for the next one\n"
	"h, ?         this help\n"
	"q, Left, Esc back\n";

static int build_rows(struct view *view)
{
	unsigned int first, nr;
	struct row *row;
	size_t i;

	view->rows.count = 0;
	for (i = 0; i < view->listing.lines.count; i++) {
		nr = view->show_source ? perf_annotate_sources(&view->listing, i, &first) : 0;
		for (; nr; nr--, first++) {
			if (!perf_source_line(&view->sources, view->listing.lines.at[i].file,
					      first, view->listing.foreign))
				continue;
			row = perf_vec_push(&view->rows);
			if (!row)
				return -1;
			*row = (struct row){ (uint32_t)i, first };
		}
		row = perf_vec_push(&view->rows);
		if (!row)
			return -1;
		*row = (struct row){ (uint32_t)i, 0 };
	}
	return 0;
}

static void row_text(struct view *view, const struct row *row, struct perf_str *str)
{
	const struct perf_listing_line *line = &view->listing.lines.at[row->instruction];
	struct perf_hit_total total;
	size_t start;
	uint8_t i;

	if (row->source) {
		perf_str_format(str, "         |        %-5u %s", row->source,
				perf_source_line(&view->sources, line->file, row->source,
						 view->listing.foreign));
		return;
	}
	total = perf_hits_at(view->shown->function, view->shown->event, line->addr,
			     line->addr + line->size);
	if (!total.nr)
		perf_str_add(str, "         |");
	else if (view->options.column == PERF_ANNOTATE_SAMPLES)
		perf_str_format(str, "%8" PRIu64 " |", total.nr);
	else
		perf_str_format(str, "%8.2f |", view->percents[row->instruction]);
	perf_str_format(str, " %8" PRIx64 ":  ", line->vaddr);
	if (view->options.raw) {
		start = str->length;
		for (i = 0; i < line->size && i < PERF_INSTRUCTION_MAX; i++)
			perf_str_format(str, "%02x ", line->bytes[i]);
		if (str->length - start < RAW_WIDTH)
			perf_str_fill(str, ' ', RAW_WIDTH - (str->length - start));
	}
	perf_str_add(str, line->text);
}

static enum perf_look look_of(const struct view *view, const struct row *row, uint32_t target)
{
	double percent = view->percents[row->instruction];

	if (row->source)
		return PERF_LOOK_SOURCE;
	if (target && row->instruction == target - 1)
		return PERF_LOOK_TARGET;
	return percent >= HOT ? PERF_LOOK_HOT : percent >= WARM ? PERF_LOOK_WARM :
	       PERF_LOOK_PLAIN;
}

static void view_draw(struct view *view)
{
	int rows = perf_screen_rows(view->screen), y;
	struct perf_str str = { 0 };
	const struct row *row;
	uint32_t target = 0;
	size_t i;

	perf_list_fit(&view->list, view->rows.count, rows - 2);
	if (view->rows.count && !view->rows.at[view->list.at].source)
		target = view->listing.lines.at[view->rows.at[view->list.at].instruction].target;
	perf_screen_clear(view->screen);
	perf_str_format(&str, "%s  %s  (%" PRIu64 " samples of %s)",
			view->listing.symbol->name, view->listing.dso->name,
			perf_hits_of(view->shown->function, view->shown->event).nr,
			view->shown->title);
	perf_screen_put(view->screen, 0, 0, perf_str_text(&str), PERF_LOOK_TITLE, true);
	for (y = 1; y < rows - 1 || (y == 1 && rows == 2); y++) {
		i = view->list.top + (size_t)y - 1;
		if (i >= view->rows.count)
			break;
		row = &view->rows.at[i];
		perf_str_cut(&str, 0);
		row_text(view, row, &str);
		perf_screen_put(view->screen, y, 0, perf_str_text(&str), i == view->list.at ?
				PERF_LOOK_SELECTED : look_of(view, row, target),
				i == view->list.at);
	}
	if (rows > 2)
		perf_screen_put(view->screen, rows - 1, 0, view->message ? view->message :
				"h: help  H: hottest  Enter: follow jump  s: source  q: back",
				PERF_LOOK_HEAD, true);
	perf_screen_show(view->screen);
	perf_str_free(&str);
	view->message = NULL;
}

/* Select the row of an instruction, not of a source line in front of it. */
static void go_to(struct view *view, uint32_t instruction)
{
	size_t i;

	for (i = 0; i < view->rows.count; i++)
		if (view->rows.at[i].instruction == instruction && !view->rows.at[i].source)
			view->list.at = i;
}

/*
 * Select the instruction with the next smaller share, or an equal one further down; the hottest
 * instruction if there is none.
 */
static void go_to_next_hot(struct view *view)
{
	uint32_t at = view->rows.count ? view->rows.at[view->list.at].instruction : 0;
	double limit = view->rows.count && !view->rows.at[view->list.at].source ?
		       view->percents[at] : 0;
	int64_t best = -1, hottest = -1;
	size_t i;

	for (i = 0; i < view->listing.lines.count; i++) {
		double percent = view->percents[i];

		if (percent <= 0)
			continue;
		if (hottest < 0 || percent > view->percents[hottest])
			hottest = (int64_t)i;
		if ((percent < limit || (percent == limit && i > at)) &&
		    (best < 0 || percent > view->percents[best]))
			best = (int64_t)i;
	}
	if (limit <= 0 || best < 0)
		best = hottest;
	if (best >= 0)
		go_to(view, (uint32_t)best);
}

static void view_find(struct view *view, const char *text)
{
	struct perf_str str = { 0 };
	size_t i, at;

	for (i = 1; *text && i <= view->rows.count; i++) {
		at = (view->list.at + i) % view->rows.count;
		perf_str_cut(&str, 0);
		row_text(view, &view->rows.at[at], &str);
		if (!strcasestr(perf_str_text(&str), text))
			continue;
		view->list.at = at;
		perf_str_free(&str);
		return;
	}
	perf_str_free(&str);
	view->message = "not found";
}

static void view_follow(struct view *view)
{
	const struct row *row = view->rows.count ? &view->rows.at[view->list.at] : NULL;
	uint32_t target = row && !row->source ?
			  view->listing.lines.at[row->instruction].target : 0;

	if (target)
		go_to(view, target - 1);
	else
		view->message = "this is no jump within the function";
}

static void toggle_source(struct view *view)
{
	uint32_t at = view->rows.count ? view->rows.at[view->list.at].instruction : 0;

	view->show_source = !view->show_source;
	if (!view->listing.has_lines)
		view->message = "there is no debug information: no lines of the source";
	build_rows(view);
	go_to(view, at);
}

static int view_run(struct view *view)
{
	char text[128] = "";
	int key;

	for (;;) {
		view_draw(view);
		key = perf_screen_key(view->screen, -1);
		if (perf_list_key(&view->list, key))
			continue;
		switch (key) {
		case 'H':
			go_to_next_hot(view);
			break;
		case PERF_KEY_ENTER:
		case PERF_KEY_RIGHT:
			view_follow(view);
			break;
		case 's':
			toggle_source(view);
			break;
		case 'n':
			view->options.column = view->options.column == PERF_ANNOTATE_SAMPLES ?
					       PERF_ANNOTATE_PERCENT : PERF_ANNOTATE_SAMPLES;
			break;
		case '/':
			if (perf_dialog_ask(view->screen, "Look for: ", text, sizeof(text)))
				view_find(view, text);
			break;
		case 'f':
			view_find(view, text);
			break;
		case 'h':
		case '?':
			perf_dialog_text(view->screen, "Keys", help);
			break;
		case 'q':
		case PERF_KEY_LEFT:
		case PERF_KEY_ESCAPE:
		case PERF_KEY_GONE:
		case PERF_KEY_CONTROL('C'):
			return key;
		}
	}
}

static int view_prepare(struct view *view, struct perf_error *error)
{
	size_t i;
	int ret;

	ret = perf_listing_make(&view->listing, view->shown->lister, view->shown->function->dso,
				view->shown->function->symbol, error);
	if (ret)
		return ret;
	view->how = (struct perf_annotate_view){
		.listing = &view->listing, .function = view->shown->function,
		.hits = view->shown->hits, .sources = &view->sources,
		.events = { view->shown->event }, .nr = 1, .title = view->shown->title,
		.options = &view->options,
	};
	view->percents = calloc(view->listing.lines.count + 1, sizeof(*view->percents));
	if (!view->percents)
		return perf_error_memory(error);
	for (i = 0; i < view->listing.lines.count; i++)
		view->percents[i] = perf_annotate_percent(&view->how, 0,
							  &view->listing.lines.at[i]);
	return build_rows(view) ? perf_error_memory(error) : 0;
}

/**
 * perf_annotate_view() - show a function until the user leaves it
 * @screen: screen
 * @shown: the function
 * @error: filled on failure
 *
 * Return: the key that left it (q, Left, Escape, Ctrl C, PERF_KEY_GONE), or a negative errno.
 */
int perf_annotate_view(struct perf_screen *screen, const struct perf_annotate_shown *shown,
		       struct perf_error *error)
{
	struct view view = { .screen = screen, .shown = shown, .show_source = true };
	int ret;

	if (shown->look) {
		view.options = shown->look->options;
		view.show_source = view.options.source;
		view.sources.prefix = shown->look->prefix;
		view.sources.strip = shown->look->strip;
	}
	ret = view_prepare(&view, error);
	if (!ret) {
		go_to_next_hot(&view);
		ret = view_run(&view);
	}
	perf_vec_free(&view.rows);
	free(view.percents);
	perf_listing_free(&view.listing);
	perf_sources_free(&view.sources);
	return ret;
}
