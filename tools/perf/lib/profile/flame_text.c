// SPDX-License-Identifier: GPL-2.0
/*
 * perf_flame_page() and perf_flame_folded(): a profile as a page and as folded lines.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <base/map.h>
#include <base/num.h>
#include <profile/flame_page.h>
#include <profile/flame_samples.h>
#include <profile/flame_text.h>
#include <profile/flame_tree.h>

/*
 * State of perf_flame_page(): @names, numbered in order of first use, and the nodes, numbered in a
 * walk from the root, callees behind their caller.
 */
struct page {
	PERF_VEC(char) kinds;
	PERF_VEC(uint32_t) node_of;	/* by call: node; 0, the root, until it has one */
	struct perf_flame_tree tree;
	const struct perf_flame *flame;
	const struct perf_report *report;
	struct perf_out *out;
	struct perf_flame_samples samples;
	struct perf_intern names;
	uint64_t least;
	uint32_t nodes;
	unsigned int level;	/* level of the node before */
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

/* perf_str_json(), with '<' escaped: "</script>" would end the script element. */
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

/* Deeper stacks are cut: the browser's stack limits the recursion of the page's script. */
#define DEPTH_MAX	1000

/* Add a node: its name, and the number of levels from the node before up to its caller. */
static void add_node(struct page *page, uint32_t name, unsigned int level)
{
	struct perf_str *str = &page->out->text;

	perf_flame_number(str, name);
	perf_flame_number(str, page->nodes ? page->level + 1 - level : 0);
	page->level = level;
	page->nodes++;
	perf_out_check(page->out);
}

static uint32_t number_of_call(struct page *page, uint32_t call)
{
	uint32_t function = page->report->calls.list.at[call].function;
	char name[4096];

	perf_profile_name(page->report, function, name, sizeof(name));
	return number_of(page, name, perf_profile_kind(page->report, function));
}

static void add_callees(struct page *page, uint32_t call, unsigned int level)
{
	uint32_t child;

	if (level > DEPTH_MAX)
		return;
	for (child = page->tree.first.at[call]; child; child = page->tree.next.at[child]) {
		if (page->tree.totals.at[child] < page->least)
			continue;
		page->node_of.at[child] = page->nodes;
		add_node(page, number_of_call(page, child), level);
		add_callees(page, child, level + 1);
	}
}

static uint32_t number_of_comm(struct page *page, uint32_t comm)
{
	return number_of(page, perf_machine_comm(page->report->machine, comm), 't');
}

static int add_tree(struct page *page)
{
	const struct perf_report *report = page->report;
	const struct perf_base *base;
	size_t i;

	for (i = 0; i < report->calls.list.count; i++)
		if (!perf_vec_push(&page->node_of))
			return -ENOMEM;
	perf_str_add(&page->out->text, "\"tree\":\"");
	add_node(page, number_of(page, "all", 't'), 0);
	perf_vec_each(&report->bases, base) {
		uint64_t total = page->tree.totals.at[base->root];

		if (!total || total < page->least)
			continue;
		page->node_of.at[base->root] = page->nodes;
		add_node(page, number_of_comm(page, base->comm), 1);
		add_callees(page, base->root, 2);
	}
	perf_str_format(&page->out->text, "\",\n\"nodes\":%u,\n", page->nodes);
	/* Samples of a call that was left out go to its parent, which has a smaller index. */
	for (i = 0; i < page->node_of.count; i++)
		if (!page->node_of.at[i])
			page->node_of.at[i] = page->node_of.at[report->calls.list.at[i].parent];
	return 0;
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

static void add_threads(struct page *page)
{
	const struct perf_profile_thread *first = page->flame->profile->threads.at, *thread;
	struct perf_str *str = &page->out->text;

	perf_str_add(str, "\"threads\":[");
	perf_vec_each(&page->flame->profile->threads, thread)
		perf_str_format(str, "%s[%d,%d,%u]", thread > first ? "," : "", thread->pid,
				thread->tid, number_of_comm(page, thread->comm));
	perf_str_add(str, "],\n");
}

static int add_samples(struct page *page)
{
	struct perf_flame_samples *samples = &page->samples;
	struct perf_str *str = &page->out->text;
	int err = perf_flame_samples_build(samples, page->flame->profile, page->node_of.at,
					   page->nodes);

	if (err)
		return err;
	perf_str_format(str, "\"bins\":%u,\n\"width\":%" PRIu64 ",\n\"scale\":%" PRIu64 ",\n",
			samples->bins, samples->width, samples->scale);
	perf_str_format(str, "\"samples\":\"%s\",\n", perf_str_text(&samples->text));
	return perf_out_check(page->out);
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
	perf_vec_free(&page->node_of);
	perf_str_free(&page->samples.text);
	perf_flame_tree_free(&page->tree);
}

/**
 * perf_flame_page() - write a page with an interactive flame graph
 * @out: writer
 * @flame: contents, with samples kept in @flame->profile
 *
 * Return: 0, -ENOMEM, or @out->error.
 */
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
		err = add_tree(&page);
	}
	if (!err) {
		add_threads(&page);
		err = add_samples(&page);
	}
	if (!err) {
		add_names(&page);
		perf_str_add(&out->text, "}");
		perf_str_add(&out->text, perf_flame_page_tail);
		err = out->text.failed ? -ENOMEM : perf_out_check(out);
	}
	free_page(&page);
	return err;
}

/* ---- folded --------------------------------------------------------------------------- */

/* perf_str_field() replaces ";", which would begin another frame. */
static void add_frame(struct perf_str *str, const char *name)
{
	size_t from = str->length;

	perf_str_add(str, name);
	perf_str_field(str, from, ";");
}

static void add_path(const struct perf_report *report, uint32_t call, struct perf_str *str)
{
	const struct perf_call *at = &report->calls.list.at[call];
	char name[4096];

	if (!at->parent) {
		add_frame(str, perf_machine_comm(report->machine,
						 report->bases.at[at->entry].comm));
		return;
	}
	add_path(report, at->parent, str);
	perf_profile_name(report, at->function, name, sizeof(name));
	perf_str_char(str, ';');
	add_frame(str, name);
}

/**
 * perf_flame_folded() - write a line for each histogram row: "thread;outer;inner samples"
 *
 * Samples of time on the CPU and off it are of any length: perf_profile::wall writes ns instead.
 * The same parameters and results; samples need not be kept.
 */
int perf_flame_folded(struct perf_out *out, const struct perf_flame *flame)
{
	const struct perf_report *report = &flame->profile->report;
	const struct perf_row *row;

	perf_vec_each(&report->histograms.at[0].rows, row) {
		add_path(report, row->call, &out->text);
		perf_str_format(&out->text, " %" PRIu64 "\n",
				flame->profile->wall ? row->period : row->nr);
		if (perf_out_check(out))
			break;
	}
	return out->text.failed ? -ENOMEM : out->error;
}
