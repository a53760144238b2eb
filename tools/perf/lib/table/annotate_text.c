// SPDX-License-Identifier: GPL-2.0
/* A function's instructions, each with its share of the samples, as text. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <table/annotate_text.h>

#define CELL_WIDTH	8
#define PERIOD_WIDTH	12
#define RAW_WIDTH	24
#define TAB_WIDTH	8	/* columns; an address is padded to a multiple */
/* The rule below the head is longer than the head by this many columns. */
#define HEAD_EXTRA	4
/* perf_annotate_sources() skips the lines between statements that are more lines apart. */
#define GAP_MAX		6

static unsigned int cell_width(const struct perf_annotate_view *view)
{
	return view->options->column == PERF_ANNOTATE_PERIOD ? PERIOD_WIDTH : CELL_WIDTH;
}

static double annotate_share(const struct perf_annotate_view *view, unsigned int event,
			     const struct perf_hit_total *part)
{
	struct perf_hit_total whole;

	whole = view->options->global ? view->hits->totals.at[event] :
					perf_hits_of(view->function, event);
	if (view->options->by_hits)
		return whole.nr ? 100.0 * part->nr / whole.nr : 0;
	return whole.period ? 100.0 * part->period / whole.period : 0;
}

/**
 * perf_annotate_percent() - share of an instruction in the samples of one event
 * @view: function
 * @event: index in @view->events
 * @line: instruction, in @view->listing
 *
 * Return: percent, 0 if the event has no samples.
 */
double perf_annotate_percent(const struct perf_annotate_view *view, unsigned int event,
			     const struct perf_listing_line *line)
{
	struct perf_hit_total total;

	event = view->events[event];
	if (event >= view->hits->totals.count)
		return 0;
	total = perf_hits_at(view->function, event, line->addr, line->addr + line->size);
	return annotate_share(view, event, &total);
}

static bool was_hit(const struct perf_annotate_view *view, const struct perf_listing_line *line)
{
	unsigned int i;

	for (i = 0; i < view->nr; i++)
		if (perf_hits_at(view->function, view->events[i], line->addr,
				 line->addr + line->size).nr)
			return true;
	return false;
}

static void add_cells(struct perf_str *str, const struct perf_annotate_view *view,
		      const struct perf_listing_line *line)
{
	struct perf_hit_total total;
	unsigned int i;

	for (i = 0; i < view->nr; i++) {
		total = perf_hits_at(view->function, view->events[i], line->addr,
				     line->addr + line->size);
		switch (view->options->column) {
		case PERF_ANNOTATE_SAMPLES:
			perf_str_format(str, "%*" PRIu64, CELL_WIDTH, total.nr);
			break;
		case PERF_ANNOTATE_PERIOD:
			perf_str_format(str, "%*" PRIu64, PERIOD_WIDTH, total.period);
			break;
		default:
			perf_str_format(str, "%*.2f", CELL_WIDTH,
					perf_annotate_percent(view, i, line));
		}
	}
}

static const char *file_name(const struct perf_annotate_view *view, const char *path)
{
	const char *slash = strrchr(path, '/');

	return view->options->full_paths || !slash ? path : slash + 1;
}

static void add_margin(struct perf_str *str, const struct perf_annotate_view *view)
{
	perf_str_fill(str, ' ', cell_width(view) * view->nr);
	perf_str_add(str, " : ");
}

/* ---- source lines --------------------------------------------------------------------- */

static bool same_place(const struct perf_listing_line *a, const struct perf_listing_line *b)
{
	return a->line == b->line && a->file && b->file &&
	       (a->file == b->file || !strcmp(a->file, b->file));
}

/**
 * perf_annotate_sources() - source lines to be shown before an instruction
 * @listing: function
 * @index: index of the instruction in @listing->lines
 * @first: result: number of the first line; not set if there is none
 *
 * The lines between @before and @line of the instruction are shown too if they are few, so that
 * no text between two statements is lost.
 *
 * Return: the number of lines, 0 if none.
 */
unsigned int perf_annotate_sources(const struct perf_listing *listing, size_t index,
				   unsigned int *first)
{
	const struct perf_listing_line *line = &listing->lines.at[index];
	const unsigned int last = line->before;

	if (!line->file || !line->line || (index && same_place(line, line - 1)))
		return 0;
	*first = line->line;
	if (last && last < line->line && line->line - last <= GAP_MAX)
		*first = last + 1;
	return line->line - *first + 1;
}

static void add_sources(struct perf_str *str, const struct perf_annotate_view *view, size_t index)
{
	const struct perf_listing *listing = view->listing;
	const struct perf_listing_line *line = &listing->lines.at[index];
	unsigned int first, nr, i;
	const char *text;
	size_t from;

	nr = perf_annotate_sources(listing, index, &first);
	if (nr && (!index || !line[-1].file || strcmp(line->file, line[-1].file))) {
		add_margin(str, view);
		perf_str_name(str, file_name(view, line->file));
		perf_str_format(str, ":%u\n", line->line);
	}
	for (i = first; nr--; i++) {
		text = perf_source_line(view->sources, line->file, i,
					listing->foreign);
		if (!text)
			continue;
		add_margin(str, view);
		from = str->length;
		perf_str_format(str, "%-4u %s", i, text);
		perf_str_sanitize(str, from, '\t');
		perf_str_char(str, '\n');
	}
}

/* ---- summary by source line ----------------------------------------------------------- */

struct sum {
	const char *file;
	unsigned int line;
	double percent;
};

static int compare_sums(const void *left, const void *right)
{
	const struct sum *a = left, *b = right;

	if (a->percent != b->percent)
		return a->percent > b->percent ? -1 : 1;
	return a->line < b->line ? -1 : a->line > b->line;
}

static void add_summary(struct perf_str *str, const struct perf_annotate_view *view)
{
	const struct perf_listing *listing = view->listing;
	PERF_VEC(struct sum) sums = { 0 };
	const struct perf_listing_line *line;
	struct sum *sum;
	double percent;

	perf_vec_each(&listing->lines, line) {
		percent = perf_annotate_percent(view, 0, line);
		if (!line->file || percent <= 0)
			continue;
		perf_vec_each(&sums, sum)
			if (sum->line == line->line && !strcmp(sum->file, line->file))
				break;
		if (!sum || sum == sums.at + sums.count) {
			sum = perf_vec_push(&sums);
			if (!sum)
				break;
			sum->file = line->file;
			sum->line = line->line;
		}
		sum->percent += percent;
	}
	if (sums.count)
		qsort(sums.at, sums.count, sizeof(*sums.at), compare_sums);
	perf_str_add(str, "\nSorted summary for file ");
	perf_str_name(str, listing->dso->name);
	perf_str_char(str, '\n');
	perf_str_add(str, "----------------------------------------------\n\n");
	perf_vec_each(&sums, sum)
		if (sum->percent >= view->options->least) {
			perf_str_format(str, "%8.2f ", sum->percent);
			perf_str_name(str, file_name(view, sum->file));
			perf_str_format(str, ":%u\n", sum->line);
		}
	perf_vec_free(&sums);
}

/* ---- the whole ------------------------------------------------------------------------ */

static void add_head(struct perf_str *str, const struct perf_annotate_view *view)
{
	static const char *const titles[] = {
		[PERF_ANNOTATE_PERCENT]	= "Percent",
		[PERF_ANNOTATE_SAMPLES]	= "Samples",
		[PERF_ANNOTATE_PERIOD]	= "Period",
	};
	const struct perf_dso *dso = view->listing->dso;
	size_t start = str->length, length;
	unsigned int i;
	uint64_t nr = 0;

	for (i = 0; i < view->nr; i++)
		nr += i ? 0 : perf_hits_of(view->function, view->events[i]).nr;
	perf_str_char(str, ' ');
	perf_str_left(str, titles[view->options->column], cell_width(view) * view->nr - 1);
	perf_str_format(str, " |\tSource code & Disassembly of %s for %s (%" PRIu64
			" samples, percent: %s %s)",
			view->options->full_paths ? dso->name : dso->short_name, view->title, nr,
			view->options->global ? "global" : "local",
			view->options->by_hits ? "hits" : "period");
	perf_str_sanitize(str, start, '\t');
	perf_str_char(str, '\n');
	length = str->length - start;
	perf_str_fill(str, '-', length + HEAD_EXTRA);
	perf_str_char(str, '\n');
}

static void add_instruction(struct perf_str *str, const struct perf_annotate_view *view,
			    const struct perf_listing_line *line)
{
	size_t start;
	unsigned int i;

	add_cells(str, view, line);
	perf_str_add(str, " :   ");
	start = str->length;
	perf_str_format(str, "%" PRIx64 ":", line->vaddr);
	perf_str_fill(str, ' ', TAB_WIDTH - (str->length - start) % TAB_WIDTH);
	if (view->options->raw) {
		start = str->length;
		for (i = 0; i < line->size && i < PERF_INSTRUCTION_MAX; i++)
			perf_str_format(str, "%02x ", line->bytes[i]);
		if (str->length - start < RAW_WIDTH)
			perf_str_fill(str, ' ', RAW_WIDTH - (str->length - start));
	}
	start = str->length;
	perf_str_add(str, line->text);
	if (view->options->lines && line->file && was_hit(view, line))
		perf_str_format(str, " // %s:%u", file_name(view, line->file), line->line);
	perf_str_sanitize(str, start, '\t');
	perf_str_char(str, '\n');
}

/** perf_annotate_text() - add the text of the function */
void perf_annotate_text(struct perf_str *str, const struct perf_annotate_view *view)
{
	const struct perf_listing *listing = view->listing;
	size_t i;

	if (view->options->lines && listing->has_lines)
		add_summary(str, view);
	add_head(str, view);
	if (listing->lines.count) {
		add_margin(str, view);
		perf_str_format(str, "%016" PRIx64 " <", listing->lines.at[0].vaddr);
		perf_str_name(str, listing->symbol->name);
		perf_str_add(str, ">:\n");
	}
	for (i = 0; i < listing->lines.count; i++) {
		if (view->options->source)
			add_sources(str, view, i);
		add_instruction(str, view, &listing->lines.at[i]);
	}
}
