// SPDX-License-Identifier: GPL-2.0-only
/*
 * A profile as a page with a flame graph, and as folded lines.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <base/map.h>
#include <base/num.h>
#include <out/flame_page.h>
#include <out/flame_text.h>
#include <out/flame_tree.h>

/* The names of the page, numbered as they are met. */
struct page {
	PERF_VEC(char) kinds;
	struct perf_flame_tree tree;
	const struct perf_flame *flame;
	const struct perf_report *report;
	struct perf_out *out;
	struct perf_intern names;
	uint64_t least;
};

static uint32_t number_of(struct page *page, const char *name, char kind)
{
	uint32_t id = perf_intern(&page->names, name);
	char *slot;

	if (id == PERF_INTERN_NONE)
		return 0;
	while (page->kinds.count <= id) {
		slot = perf_vec_push(&page->kinds);
		if (!slot)
			return 0;
		*slot = kind;
	}
	return id;
}

/* '<' must not appear in a script element: "</script>" would end it. */
static void add_json(struct perf_str *str, const char *text)
{
	size_t start = str->length, i;
	struct perf_str copy = { 0 };

	perf_str_json(&copy, text);
	for (i = 0; i < copy.length; i++) {
		if (copy.text[i] == '<')
			perf_str_add(str, "\\u003c");
		else
			perf_str_char(str, copy.text[i]);
	}
	if (copy.failed)
		perf_str_cut(str, start);
	perf_str_free(&copy);
}

static void add_node(struct page *page, uint32_t call, unsigned int depth);

static void add_children(struct page *page, uint32_t call, unsigned int depth)
{
	uint32_t child;

	for (child = page->tree.first.at[call]; child; child = page->tree.next.at[child]) {
		if (page->tree.totals.at[child] < page->least)
			continue;
		perf_str_char(&page->out->text, ',');
		add_node(page, child, depth + 1);
	}
}

/* Deeper than a browser's own stack allows is cut. */
#define DEPTH_MAX	1000

static void add_node(struct page *page, uint32_t call, unsigned int depth)
{
	const struct perf_report *report = page->report;
	uint32_t function = report->calls.list.at[call].function;
	char name[4096];
	uint32_t number;

	perf_profile_name(report, function, name, sizeof(name));
	number = number_of(page, name, perf_profile_kind(report, function));
	perf_str_format(&page->out->text, "[%u,%" PRIu64, number, page->tree.totals.at[call]);
	if (depth < DEPTH_MAX)
		add_children(page, call, depth);
	perf_str_char(&page->out->text, ']');
	perf_out_check(page->out);
}

static void add_tree(struct page *page)
{
	const struct perf_report *report = page->report;
	const struct perf_base *base;

	perf_str_format(&page->out->text, "\"tree\":[%u,%" PRIu64, number_of(page, "all", 't'),
			report->histograms.at[0].period);
	perf_vec_each(&report->bases, base) {
		uint64_t total = page->tree.totals.at[base->root];
		uint32_t number;

		if (!total || total < page->least)
			continue;
		number = number_of(page, perf_machine_comm(report->machine, base->comm), 't');
		perf_str_format(&page->out->text, ",\n[%u,%" PRIu64, number, total);
		add_children(page, base->root, 0);
		perf_str_char(&page->out->text, ']');
	}
	perf_str_add(&page->out->text, "],\n");
}

static void add_names(struct page *page)
{
	struct perf_str *str = &page->out->text;
	size_t i;

	perf_str_add(str, "\"names\":[");
	for (i = 0; i < page->names.count; i++) {
		perf_str_add(str, i ? "," : "");
		add_json(str, page->names.texts[i]);
	}
	perf_str_add(str, "],\n\"kinds\":\"");
	perf_str_mem(str, page->kinds.at, page->kinds.count);
	perf_str_add(str, "\"");
}

static void add_bins(struct page *page)
{
	size_t i;

	perf_str_add(&page->out->text, "\"bins\":[");
	for (i = 0; i < PERF_PROFILE_BINS; i++)
		perf_str_format(&page->out->text, "%s%" PRIu64, i ? "," : "",
				page->flame->profile->bins[i]);
	perf_str_add(&page->out->text, "],\n");
}

static void add_text(struct page *page, const char *name, const char *text)
{
	perf_str_format(&page->out->text, "\"%s\":", name);
	add_json(&page->out->text, text);
	perf_str_add(&page->out->text, ",\n");
}

static void free_page(struct page *page)
{
	perf_intern_free(&page->names);
	perf_vec_free(&page->kinds);
	perf_flame_tree_free(&page->tree);
}

int perf_flame_page(struct perf_out *out, const struct perf_flame *flame)
{
	const struct perf_report *report = &flame->profile->report;
	const struct perf_histogram *histogram = &report->histograms.at[0];
	struct page page = {
		.flame = flame, .out = out, .report = report,
		.least = histogram->period * (flame->min_percent / 100),
	};
	int err = perf_flame_tree_build(&page.tree, report, histogram);

	if (!err) {
		perf_str_add(&out->text, perf_flame_page_head);
		perf_str_add(&out->text, "{");
		add_text(&page, "title", flame->title);
		add_text(&page, "summary", flame->summary);
		add_text(&page, "unit", flame->profile->event->name);
		add_bins(&page);
		add_tree(&page);
		add_names(&page);
		perf_str_add(&out->text, "}");
		perf_str_add(&out->text, perf_flame_page_tail);
		err = out->text.failed ? -ENOMEM : perf_out_check(out);
	}
	free_page(&page);
	return err;
}

/* ---- folded --------------------------------------------------------------------------- */

static void add_path(const struct perf_report *report, uint32_t call, struct perf_str *str)
{
	const struct perf_call *at = &report->calls.list.at[call];
	char name[4096];

	if (!at->parent) {
		perf_str_name(str, perf_machine_comm(report->machine,
						     report->bases.at[at->entry].comm));
		return;
	}
	add_path(report, at->parent, str);
	perf_profile_name(report, at->function, name, sizeof(name));
	perf_str_char(str, ';');
	perf_str_name(str, name);
}

int perf_flame_folded(struct perf_out *out, const struct perf_flame *flame)
{
	const struct perf_report *report = &flame->profile->report;
	const struct perf_row *row;

	perf_vec_each(&report->histograms.at[0].rows, row) {
		add_path(report, row->call, &out->text);
		perf_str_format(&out->text, " %" PRIu64 "\n", row->nr);
		if (perf_out_check(out))
			break;
	}
	return out->text.failed ? -ENOMEM : out->error;
}
