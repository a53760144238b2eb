// SPDX-License-Identifier: GPL-2.0
/*
 * The call graph of an entry as text.
 *
 * A column of the drawing is a line or a blank, and ten characters for the share of a branch.
 * drawing.indent holds the columns that start a row; it grows and shrinks with the depth.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <table/graph_text.h>

#define MARGIN		"            "
#define COLUMN_BLANK	"          "

static const struct {
	const char *name;
	enum perf_graph_style style;
} styles[] = {
	{ "none",	PERF_GRAPH_NONE },
	{ "graph",	PERF_GRAPH_TREE },
	{ "fractal",	PERF_GRAPH_FRACTAL },
	{ "flat",	PERF_GRAPH_FLAT },
	{ "folded",	PERF_GRAPH_FOLDED },
};

static bool parse_word(struct perf_graph_options *options, const char *word)
{
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(styles); i++)
		if (!strcmp(word, styles[i].name)) {
			options->style = styles[i].style;
			return true;
		}
	if (!strcmp(word, "caller") || !strcmp(word, "callee")) {
		options->callees_down = !strcmp(word, "caller");
		options->order_set = true;
		return true;
	}
	if (!strcmp(word, "percent") || !strcmp(word, "period") || !strcmp(word, "count")) {
		options->value = word[0] == 'c' ? PERF_GRAPH_COUNT :
				 word[2] == 'r' && word[3] == 'c' ? PERF_GRAPH_PERCENT :
				 PERF_GRAPH_PERIOD;
		return true;
	}
	return !strcmp(word, "function");
}

/**
 * perf_graph_options_parse() - parse the argument of -g
 * @options: defaults; result
 * @text: "STYLE,THRESHOLD,LIMIT,ORDER,KEY,VALUE": any of them, in any order but for the numbers
 * @error: text
 *
 * Return: 0 or -EINVAL.
 */
int perf_graph_options_parse(struct perf_graph_options *options, const char *text,
			     struct perf_error *error)
{
	bool threshold = false;
	char word[32], *end;
	double number;
	size_t size;

	while (*text) {
		size = strcspn(text, ",");
		if (size >= sizeof(word))
			size = sizeof(word) - 1;
		memcpy(word, text, size);
		word[size] = '\0';
		number = strtod(word, &end);
		if (end != word && !*end && !threshold) {
			options->min_percent = number;
			threshold = true;
		} else if (end != word && !*end) {
			options->limit = number;
		} else if (*word && !parse_word(options, word)) {
			perf_error_set(error, EINVAL, "'%s' says nothing about call graphs", word);
			perf_error_hint(error, "Styles: none, graph, fractal, flat, folded");
			perf_error_hint(error, "Numbers: least percent, most branches");
			perf_error_hint(error, "Words: caller, callee, percent, period, count");
			return -EINVAL;
		}
		text += strcspn(text, ",");
		text += *text == ',';
	}
	return 0;
}

/* State of a drawing; only @indent and the text change. */
struct draw_ctx {
	struct perf_str *str;
	struct perf_str indent;
	const struct perf_grapher *grapher;
	const struct perf_graph_options *options;
	uint64_t total;
};

static const struct perf_graph_node *node_at(const struct draw_ctx *ctx, uint32_t node)
{
	return &ctx->grapher->nodes.at[node];
}

static void add_name(struct draw_ctx *ctx, uint32_t function)
{
	const struct perf_functions *functions = &ctx->grapher->report->functions;
	const struct perf_function *at = &functions->list.at[function];
	const char *name = perf_function_name(functions, function);

	if (name) {
		perf_str_name(ctx->str, name);
		if (at->inlined)
			perf_str_add(ctx->str, " (inlined)");
	} else {
		perf_str_add(ctx->str, at->ip ? "0x" : "");
		perf_str_hex(ctx->str, at->ip, 0, ' ');
	}
}

/* The last node of the run at @node: nodes before it have no @hit and one child. */
static uint32_t end_of_run(const struct draw_ctx *ctx, uint32_t node)
{
	const struct perf_graph_node *at = node_at(ctx, node);

	while (!at->hit && at->first && !node_at(ctx, at->first)->next) {
		node = at->first;
		at = node_at(ctx, node);
	}
	return node;
}

static uint64_t graph_least(const struct draw_ctx *ctx, uint32_t parent)
{
	uint64_t whole = ctx->total;

	if (ctx->options->style == PERF_GRAPH_FRACTAL)
		whole = node_at(ctx, parent)->total - node_at(ctx, parent)->hit;
	return whole * (ctx->options->min_percent / 100);
}

/* @child if its total reaches graph_least(), else 0. Siblings have the largest total first. */
static uint32_t shown_child(const struct draw_ctx *ctx, uint32_t child, uint32_t parent)
{
	return child && node_at(ctx, child)->total >= graph_least(ctx, parent) ? child : 0;
}

static void add_value(struct draw_ctx *ctx, uint64_t period, uint64_t count, uint64_t whole)
{
	switch (ctx->options->value) {
	case PERF_GRAPH_COUNT:
		perf_str_format(ctx->str, "%" PRIu64, count);
		break;
	case PERF_GRAPH_PERIOD:
		perf_str_format(ctx->str, "%" PRIu64, period);
		break;
	default:
		perf_str_format(ctx->str, "%.2f%%", whole ? 100.0 * period / whole : 0);
	}
}

static void add_indent(struct draw_ctx *ctx)
{
	perf_str_add(ctx->str, MARGIN);
	perf_str_mem(ctx->str, perf_str_text(&ctx->indent), ctx->indent.length);
}

static void add_separator(struct draw_ctx *ctx)
{
	add_indent(ctx);
	perf_str_add(ctx->str, "|" COLUMN_BLANK "\n");
}

static void add_branches(struct draw_ctx *ctx, uint32_t parent, uint64_t whole);

/* One branch: its share and first function, its run up to end_of_run(), the branches there. */
static void add_branch(struct draw_ctx *ctx, uint32_t node, bool last, uint64_t whole)
{
	const struct perf_graph_node *at = node_at(ctx, node);
	uint32_t end = end_of_run(ctx, node), next;
	size_t length = ctx->indent.length;
	const char *line = last ? " " : "|";

	add_indent(ctx);
	perf_str_add(ctx->str, line);
	perf_str_add(ctx->str, "--");
	add_value(ctx, at->total, at->totals, whole);
	perf_str_add(ctx->str, "--");
	add_name(ctx, at->function);
	perf_str_char(ctx->str, '\n');
	perf_str_add(&ctx->indent, line);
	perf_str_add(&ctx->indent, COLUMN_BLANK);
	for (next = node; next != end;) {
		next = node_at(ctx, next)->first;
		add_indent(ctx);
		add_name(ctx, node_at(ctx, next)->function);
		perf_str_char(ctx->str, '\n');
	}
	if (ctx->options->style == PERF_GRAPH_FRACTAL)
		whole = node_at(ctx, end)->total - node_at(ctx, end)->hit;
	add_branches(ctx, end, whole);
	perf_str_cut(&ctx->indent, length);
}

/* PERF_GRAPH_FRACTAL: "[...]", the sum of the branches that are not shown. */
static void add_rest(struct draw_ctx *ctx, uint64_t rest, uint64_t whole)
{
	add_indent(ctx);
	perf_str_add(ctx->str, " --");
	add_value(ctx, rest, 0, whole);
	perf_str_add(ctx->str, "--[...]\n");
}

static void add_branches(struct draw_ctx *ctx, uint32_t parent, uint64_t whole)
{
	bool fractal = ctx->options->style == PERF_GRAPH_FRACTAL;
	uint32_t child, next;
	uint64_t rest = whole;
	unsigned int shown = 0;

	child = shown_child(ctx, node_at(ctx, parent)->first, parent);
	for (; child; child = next) {
		next = shown_child(ctx, node_at(ctx, child)->next, parent);
		rest -= node_at(ctx, child)->total;
		add_separator(ctx);
		add_branch(ctx, child, !next && (!fractal || !rest), whole);
		if (++shown == ctx->options->limit)
			break;
	}
	if (fractal && rest && rest != whole && ctx->options->value != PERF_GRAPH_COUNT)
		add_rest(ctx, rest, whole);
}

/* The run that all stacks begin with, without shares, then add_branches() of its end. */
static void add_stem(struct draw_ctx *ctx, uint32_t node, bool skip_first)
{
	uint32_t end = end_of_run(ctx, node), next = node;
	bool any = false;

	for (;; next = node_at(ctx, next)->first) {
		if (next != node || !skip_first) {
			if (!any) {
				perf_str_add(ctx->str, MARGIN "|\n" MARGIN "---");
				perf_str_add(&ctx->indent, "   ");
				any = true;
			} else {
				add_indent(ctx);
			}
			add_name(ctx, node_at(ctx, next)->function);
			perf_str_char(ctx->str, '\n');
		}
		if (next == end)
			break;
	}
	add_branches(ctx, end, ctx->options->style == PERF_GRAPH_FRACTAL ?
		     node_at(ctx, node)->total : ctx->total);
}

static void add_tree(struct draw_ctx *ctx, uint64_t own, bool skip_first)
{
	uint32_t first = shown_child(ctx, node_at(ctx, 0)->first, 0);
	size_t start = ctx->str->length;

	if (!first)
		return;
	if (!shown_child(ctx, node_at(ctx, first)->next, 0) &&
	    node_at(ctx, first)->total == own)
		add_stem(ctx, first, skip_first);
	else
		add_branches(ctx, 0, ctx->options->style == PERF_GRAPH_FRACTAL ? own :
					 ctx->total);
	if (ctx->str->length != start)
		perf_str_char(ctx->str, '\n');
}

/* ---- flat and folded ------------------------------------------------------------------ */

struct stack_end {
	uint32_t node;
	uint64_t hit;
	uint32_t order;
};

struct stack_ends {
	PERF_VEC(struct stack_end) list;
};

static int compare_ends(const void *left, const void *right)
{
	const struct stack_end *a = left, *b = right;

	if (a->hit != b->hit)
		return a->hit > b->hit ? -1 : 1;
	return a->order < b->order ? -1 : a->order > b->order;
}

struct sibling {
	uint32_t node;
	uint32_t order;
};

/* Nodes of which perf_grapher_precedes() puts neither first keep their order. */
static int compare_siblings(const void *left, const void *right, void *context)
{
	const struct sibling *a = left, *b = right;
	const struct perf_grapher *grapher = context;

	if (perf_grapher_precedes(grapher, a->node, b->node))
		return -1;
	if (perf_grapher_precedes(grapher, b->node, a->node))
		return 1;
	return a->order < b->order ? -1 : a->order > b->order;
}

/* Collect the stacks that end in or below a node: in order of compare_siblings(), longer first. */
static void collect_ends(struct draw_ctx *ctx, uint32_t node, struct stack_ends *ends)
{
	PERF_VEC(struct sibling) children = { 0 };
	const struct perf_graph_node *at = node_at(ctx, node);
	struct sibling *sibling;
	struct stack_end *end;
	uint32_t child;

	for (child = at->first; child; child = node_at(ctx, child)->next) {
		sibling = perf_vec_push(&children);
		if (!sibling)
			break;
		*sibling = (struct sibling){ child, children.count };
	}
	if (children.count > 1)
		qsort_r(children.at, children.count, sizeof(*children.at), compare_siblings,
			(void *)ctx->grapher);
	perf_vec_each(&children, sibling)
		collect_ends(ctx, sibling->node, ends);
	perf_vec_free(&children);
	if (!node || !at->hit || at->hit < graph_least(ctx, 0))
		return;
	end = perf_vec_push(&ends->list);
	if (end)
		*end = (struct stack_end){ node, at->hit, ends->list.count };
}

static void add_flat(struct draw_ctx *ctx, const struct stack_end *end)
{
	PERF_VEC(uint32_t) path = { 0 };
	bool folded = ctx->options->style == PERF_GRAPH_FOLDED;
	uint32_t node, *slot;
	size_t i;

	for (node = end->node; node; node = node_at(ctx, node)->parent) {
		slot = perf_vec_push(&path);
		if (slot)
			*slot = node_at(ctx, node)->function;
	}
	perf_str_add(ctx->str, folded ? "" : "           ");
	if (folded)
		add_value(ctx, end->hit, node_at(ctx, end->node)->hits, ctx->total);
	else
		add_value(ctx, node_at(ctx, end->node)->total,
			  node_at(ctx, end->node)->totals, ctx->total);
	perf_str_add(ctx->str, folded ? " " : "\n");
	for (i = path.count; i--;) {
		perf_str_add(ctx->str, folded ? "" : "                ");
		add_name(ctx, path.at[i]);
		perf_str_add(ctx->str, !folded ? "\n" : i ? ";" : "");
	}
	perf_str_char(ctx->str, '\n');
	perf_vec_free(&path);
}

static void add_stacks(struct draw_ctx *ctx)
{
	struct stack_ends ends = { 0 };
	struct stack_end *end;
	unsigned int shown = 0;

	collect_ends(ctx, 0, &ends);
	if (ends.list.count)
		qsort(ends.list.at, ends.list.count, sizeof(*ends.list.at), compare_ends);
	perf_vec_each(&ends.list, end) {
		add_flat(ctx, end);
		if (++shown == ctx->options->limit)
			break;
	}
	perf_vec_free(&ends.list);
}

/**
 * perf_graph_text() - add the graph of the last perf_grapher_make()
 * @str: text is added here
 * @grapher: holds the graph
 * @options: layout
 * @total: period of all samples
 * @own: perf_entry.total of the entry
 * @skip_first: leave out the first function if all stacks have it: the entry's line shows it
 */
void perf_graph_text(struct perf_str *str, const struct perf_grapher *grapher,
		     const struct perf_graph_options *options, uint64_t total, uint64_t own,
		     bool skip_first)
{
	struct draw_ctx ctx = {
		.str = str, .grapher = grapher, .options = options, .total = total,
	};

	if (options->style == PERF_GRAPH_NONE)
		return;
	if (options->style == PERF_GRAPH_FLAT || options->style == PERF_GRAPH_FOLDED)
		add_stacks(&ctx);
	else
		add_tree(&ctx, own, skip_first);
	perf_str_free(&ctx.indent);
}
