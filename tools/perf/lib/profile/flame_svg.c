// SPDX-License-Identifier: GPL-2.0
/*
 * A flame graph as an SVG picture. add_graph() draws all boxes, for programs that run no scripts;
 * in a browser, the script in the picture zooms and searches.
 */
#include <errno.h>
#include <inttypes.h>
#include <profile/flame_text.h>
#include <profile/flame_tree.h>

#define WIDTH		1200
#define ROW		16
#define HEAD		44	/* title and buttons above the graph */
#define FOOT		22	/* line for the box under the pointer, below it */
#define LETTER		7.0
#define DEPTH_MAX	1000

static const char script[] =
	"<script><![CDATA[\n"
	"'use strict';\n"
	"const WIDTH = 1200, LETTER = 7;\n"
	"const status = document.getElementById('status');\n"
	"const matched = document.getElementById('matched');\n"
	"let pattern = null;\n"
	"const boxes = Array.from(document.querySelectorAll('g.f'), (group) => {\n"
	"  const rect = group.querySelector('rect'), text = group.querySelector('text');\n"
	"  const title = group.querySelector('title').textContent;\n"
	"  return { group: group, rect: rect, text: text, title: title,\n"
	"           name: title.slice(0, title.lastIndexOf(' (')), fill: rect.getAttribute('fill'),\n"
	"           x: +rect.getAttribute('x'), y: +rect.getAttribute('y'),\n"
	"           w: +rect.getAttribute('width') };\n"
	"});\n"
	"const whole = boxes[0];\n"
	"\n"
	"function label(box, w) {\n"
	"  const room = Math.floor((w - 6) / LETTER);\n"
	"  box.text.textContent = room < 3 ? '' : box.name.length <= room ? box.name :\n"
	"    box.name.slice(0, room - 1) + '\\u2026';\n"
	"}\n"
	"\n"
	"// Above the box in focus all grows with it; its callers below become as wide as the picture.\n"
	"function zoom(focus) {\n"
	"  const scale = WIDTH / focus.w, end = focus.x + focus.w, least = 0.001;\n"
	"  for (const box of boxes) {\n"
	"    const caller = box.y > focus.y && box.x <= focus.x + least && box.x + box.w >= end - least;\n"
	"    const inside = box.y <= focus.y && box.x >= focus.x - least && box.x + box.w <= end + least;\n"
	"    box.group.style.display = caller || inside ? '' : 'none';\n"
	"    if (!caller && !inside)\n"
	"      continue;\n"
	"    const x = caller ? 0 : (box.x - focus.x) * scale, w = caller ? WIDTH : box.w * scale;\n"
	"    box.group.style.opacity = caller ? 0.5 : 1;\n"
	"    box.rect.setAttribute('x', x);\n"
	"    box.rect.setAttribute('width', w);\n"
	"    box.text.setAttribute('x', x + 3);\n"
	"    label(box, w);\n"
	"  }\n"
	"  document.documentElement.setAttribute('data-focus', focus.name);\n"
	"}\n"
	"\n"
	"// What matches below another match is not counted again.\n"
	"function search(text) {\n"
	"  try {\n"
	"    pattern = text ? new RegExp(text, 'i') : null;\n"
	"  } catch (error) {\n"
	"    pattern = null;\n"
	"  }\n"
	"  const hits = boxes.filter((box) => pattern && pattern.test(box.name));\n"
	"  for (const box of boxes)\n"
	"    box.rect.setAttribute('fill', box.fill);\n"
	"  let sum = 0, end = -1;\n"
	"  for (const box of hits)\n"
	"    box.rect.setAttribute('fill', 'hsl(290,70%,60%)');\n"
	"  hits.sort((a, b) => a.x - b.x || b.w - a.w);\n"
	"  for (const box of hits) {\n"
	"    if (box.x + box.w <= end + 0.001)\n"
	"      continue;\n"
	"    sum += box.w;\n"
	"    end = box.x + box.w;\n"
	"  }\n"
	"  matched.textContent = pattern ? (100 * sum / WIDTH).toFixed(2) + '% matched' : '';\n"
	"}\n"
	"\n"
	"for (const box of boxes) {\n"
	"  box.group.addEventListener('mouseover', () => { status.textContent = box.title; });\n"
	"  box.group.addEventListener('mouseout', () => { status.textContent = ''; });\n"
	"  box.group.addEventListener('click', () => zoom(box));\n"
	"}\n"
	"document.getElementById('reset').addEventListener('click', () => zoom(whole));\n"
	"document.getElementById('search').addEventListener('click', () => {\n"
	"  search(prompt('Functions that match (regular expression):', pattern ? pattern.source : ''));\n"
	"});\n"
	"window.addEventListener('keydown', (event) => {\n"
	"  if (event.key === 'Escape')\n"
	"    zoom(whole);\n"
	"});\n"
	"\n"
	"// #search=...&zoom=... lets a link point at something.\n"
	"const asked = new URLSearchParams(location.hash.slice(1));\n"
	"if (asked.get('search'))\n"
	"  search(asked.get('search'));\n"
	"if (asked.get('zoom')) {\n"
	"  const found = boxes.filter((box) => box.name === asked.get('zoom'));\n"
	"  if (found.length)\n"
	"    zoom(found.reduce((most, box) => box.w > most.w ? box : most));\n"
	"}\n"
	"]]></script>\n";

struct picture {
	struct perf_flame_tree tree;
	const struct perf_report *report;
	const struct perf_flame *flame;
	struct perf_out *out;
	uint64_t all;
	uint64_t least;
	unsigned int depth;
};

/* A box: its name, its begin and its width (@total) in units of the event. */
struct box {
	const char *name;
	unsigned int hue;
	unsigned int level;
	uint64_t begin;
	uint64_t total;
};

/*
 * Add at most @most characters. XML cannot express control characters, U+FFFE and U+FFFF: they
 * become '?'. Browsers reject a file that is not valid UTF-8 (perf_str_utf8()).
 */
static void add_xml(struct perf_str *str, const char *text, size_t most)
{
	const char *special;
	size_t size;

	for (; *text && most; text += size, most--) {
		size = 1;
		special = *text == '&' ? "&amp;" : *text == '<' ? "&lt;" : *text == '>' ? "&gt;" :
			  (unsigned char)*text < 0x20 ? "?" : NULL;
		if (!strncmp(text, "\xef\xbf\xbe", 3) || !strncmp(text, "\xef\xbf\xbf", 3)) {
			special = "?";
			size = 3;
		}
		if (special)
			perf_str_add(str, special);
		else
			size = perf_str_utf8(str, text);
	}
}

static void add_box(struct picture *picture, const struct box *box)
{
	double scale = picture->all ? WIDTH / (double)picture->all : 0;
	double x = (double)box->begin * scale, width = (double)box->total * scale;
	unsigned int y = HEAD + (picture->depth - 1 - box->level) * ROW;
	uint64_t hash = perf_hash_str(box->name), room = width > 6 ? (width - 6) / LETTER : 0;
	struct perf_str *str = &picture->out->text;

	perf_str_add(str, "<g class=\"f\"><title>");
	add_xml(str, box->name, SIZE_MAX);
	perf_str_format(str, " (%" PRIu64 " of ", box->total);
	add_xml(str, picture->flame->profile->event->name, SIZE_MAX);
	perf_str_format(str, ", %.2f%%)</title>",
			picture->all ? 100 * (double)box->total / (double)picture->all : 0);
	perf_str_format(str, "<rect x=\"%.3f\" y=\"%u\" width=\"%.3f\" height=\"%d\"", x, y, width,
			ROW - 1);
	perf_str_format(str, " fill=\"hsl(%u,%u%%,%u%%)\"/>",
			box->hue + (unsigned int)(hash % 14), 70 + (unsigned int)(hash / 16 % 20),
			58 + (unsigned int)(hash / 512 % 16));
	perf_str_format(str, "<text x=\"%.3f\" y=\"%u\">", x + 3, y + ROW - 5);
	if (room >= 3)
		add_xml(str, box->name, room);
	perf_str_add(str, "</text></g>\n");
	perf_out_check(picture->out);
}

static unsigned int hue_of(enum perf_profile_kind kind)
{
	return kind == PERF_PROFILE_KERNEL ? 28 : kind == PERF_PROFILE_INLINED ? 50 : 8;
}

/* Add the boxes of a call's callees, recursively. */
static void add_callees(struct picture *picture, uint32_t call, unsigned int level, uint64_t begin)
{
	char name[4096];
	uint32_t child;

	if (level >= DEPTH_MAX)
		return;
	for (child = picture->tree.first.at[call]; child; child = picture->tree.next.at[child]) {
		uint32_t function = picture->report->calls.list.at[child].function;
		struct box box = {
			.name = name, .level = level, .begin = begin,
			.total = picture->tree.totals.at[child],
			.hue = hue_of(perf_profile_kind(picture->report, function)),
		};

		if (box.total < picture->least)
			continue;
		perf_profile_name(picture->report, function, name, sizeof(name));
		add_box(picture, &box);
		add_callees(picture, child, level + 1, begin);
		begin += box.total;
	}
}

static void find_depth(struct picture *picture, uint32_t call, unsigned int level)
{
	uint32_t child;

	if (level > picture->depth)
		picture->depth = level;
	if (level >= DEPTH_MAX)
		return;
	for (child = picture->tree.first.at[call]; child; child = picture->tree.next.at[child])
		if (picture->tree.totals.at[child] >= picture->least)
			find_depth(picture, child, level + 1);
}

static void add_graph(struct picture *picture)
{
	struct box box = { .name = "all", .hue = 205, .total = picture->all };
	const struct perf_base *base;

	add_box(picture, &box);
	perf_vec_each(&picture->report->bases, base) {
		box.name = perf_machine_comm(picture->report->machine, base->comm);
		box.total = picture->tree.totals.at[base->root];
		box.level = 1;
		if (!box.total || box.total < picture->least)
			continue;
		add_box(picture, &box);
		add_callees(picture, base->root, 2, box.begin);
		box.begin += box.total;
	}
}

static void add_head(struct picture *picture, unsigned int height)
{
	struct perf_str *str = &picture->out->text;

	perf_str_add(str, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		     "<svg xmlns=\"http://www.w3.org/2000/svg\"");
	perf_str_format(str, " width=\"%d\" height=\"%u\" viewBox=\"0 0 %d %u\">\n", WIDTH, height,
			WIDTH, height);
	perf_str_add(str, "<style>\n"
		     "text { font: 12px ui-monospace, monospace; pointer-events: none; }\n"
		     ".button { fill: #06c; cursor: pointer; pointer-events: all; }\n"
		     "g.f { cursor: pointer; }</style>\n"
		     "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
		     "<text x=\"8\" y=\"17\" style=\"font-weight: bold\">");
	add_xml(str, picture->flame->title, 100);
	perf_str_add(str, "</text>\n<text x=\"8\" y=\"35\" fill=\"#666\">");
	add_xml(str, picture->flame->summary, 100);
	perf_str_format(str, "</text>\n<text id=\"matched\" x=\"%d\" y=\"35\"></text>\n"
			"<text id=\"reset\" class=\"button\" x=\"%d\" y=\"17\">whole graph</text>\n"
			"<text id=\"search\" class=\"button\" x=\"%d\" y=\"17\">search</text>\n",
			WIDTH - 180, WIDTH - 180, WIDTH - 70);
}

/**
 * perf_flame_svg() - write a picture that can be zoomed and searched
 *
 * The same parameters and results; samples need not be kept.
 */
int perf_flame_svg(struct perf_out *out, const struct perf_flame *flame)
{
	const struct perf_report *report = &flame->profile->report;
	struct picture picture = {
		.flame = flame, .out = out, .report = report, .depth = 1,
		.all = report->histograms.at[0].period,
	};
	const struct perf_base *base;
	unsigned int height;
	int err;

	picture.least = (uint64_t)((double)picture.all * flame->min_percent / 100);
	err = perf_flame_tree_build(&picture.tree, report, &report->histograms.at[0]);
	if (!err) {
		perf_vec_each(&report->bases, base)
			find_depth(&picture, base->root, 2);
		height = HEAD + picture.depth * ROW + FOOT;
		add_head(&picture, height);
		add_graph(&picture);
		perf_str_format(&out->text, "<text id=\"status\" x=\"8\" y=\"%u\"></text>\n",
				height - 7);
		perf_str_add(&out->text, script);
		perf_str_add(&out->text, "</svg>\n");
		err = out->text.failed ? -ENOMEM : perf_out_check(out);
	}
	perf_flame_tree_free(&picture.tree);
	return err;
}
