// SPDX-License-Identifier: GPL-2.0
/*
 * Aggregates histogram rows (one per distinct stack and key) into report entries (one per output
 * line), with self and total periods.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <report/arrange.h>
#include <report/compare.h>
#include <report/histogram.h>
#include <report/rename.h>

#define TABLE_MIN	1024

static uint32_t hash_key(const struct perf_histogram *histogram,
			 const struct perf_entry_key *key)
{
	return perf_hash_pair(histogram->key, (uint64_t)key->base << 32 | key->function,
			      (uint64_t)key->dso << 32 | key->line);
}

static bool has_key(const struct perf_report *report, const struct perf_entry *entry,
		    const struct perf_entry_key *key)
{
	struct perf_entry_key its = perf_entry_key(report, entry->base, entry->function,
						   entry->line);

	return its.base == key->base && its.function == key->function && its.dso == key->dso &&
	       its.line == key->line;
}

static int grow_entries(const struct perf_report *report, struct perf_histogram *histogram)
{
	struct perf_entry_key key;
	size_t i;

	if (perf_slots_grow(&histogram->entry_slots, TABLE_MIN))
		return -ENOMEM;
	if (!histogram->key.multiply)
		histogram->key = perf_hash_key_make(histogram->entry_slots.at);
	for (i = 0; i < histogram->entries.count; i++) {
		const struct perf_entry *entry = &histogram->entries.at[i];

		key = perf_entry_key(report, entry->base, entry->function, entry->line);
		perf_slots_put(&histogram->entry_slots, hash_key(histogram, &key), i + 1);
	}
	return 0;
}

/* Return the slot of @key in entry_slots, or the empty slot for it. */
static uint32_t *find_slot(const struct perf_report *report,
			   const struct perf_histogram *histogram, const struct perf_entry_key *key)
{
	uint32_t slot = hash_key(histogram, key) & histogram->entry_slots.mask;

	while (histogram->entry_slots.at[slot]) {
		if (has_key(report,
			    &histogram->entries.at[histogram->entry_slots.at[slot] - 1], key))
			break;
		slot = (slot + 1) & histogram->entry_slots.mask;
	}
	return &histogram->entry_slots.at[slot];
}

/**
 * perf_report_find_entry() - find the entry with a base, function and line
 *
 * Return: index + 1 in @histogram->entries, 0 if there is none.
 */
uint32_t perf_report_find_entry(const struct perf_report *report,
				const struct perf_histogram *histogram, uint32_t base,
				uint32_t function, uint32_t line)
{
	struct perf_entry_key key = perf_entry_key(report, base, function, line);

	return histogram->entry_slots.mask ? *find_slot(report, histogram, &key) : 0;
}

/* Return index + 1 of an entry, added if new; 0 without memory. */
static uint32_t get_entry(const struct perf_report *report, struct perf_histogram *histogram,
			  uint32_t base, uint32_t function, uint32_t line, int32_t tid)
{
	struct perf_entry_key key = perf_entry_key(report, base, function, line);
	struct perf_entry *entry;
	uint32_t *slot;

	if (histogram->entries.count >= histogram->entry_slots.mask / 2 &&
	    grow_entries(report, histogram))
		return 0;
	slot = find_slot(report, histogram, &key);
	if (*slot)
		return *slot;
	entry = perf_vec_push(&histogram->entries);
	if (!entry)
		return 0;
	entry->base = base;
	entry->function = function;
	entry->line = line;
	entry->tid = tid;
	entry->stamp = UINT32_MAX;
	entry->kernel = report->functions.list.at[function].kernel;
	*slot = histogram->entries.count;
	return *slot;
}

/*
 * A function without an object counts as kernel code if its neighbour in the stack does: the
 * nearest caller with an object (@callees_down), or the nearest callee; if there is none, the
 * function of the sample.
 */
static bool guess_kernel(const struct perf_report *report, const struct perf_row *row,
			 uint32_t node)
{
	const struct perf_call *calls = report->calls.list.at;
	bool kernel = report->functions.list.at[row->function].kernel;
	uint32_t call = report->callees_down ? node : row->call;

	for (; calls[call].parent; call = calls[call].parent) {
		const struct perf_function *at = &report->functions.list.at[calls[call].function];

		if (!report->callees_down && call == node)
			break;
		if (!at->dso)
			continue;
		kernel = at->kernel;
		if (report->callees_down)
			break;
	}
	return kernel;
}

static void clear_links(struct perf_report_links *links, uint32_t node)
{
	links->first_child[node] = 0;
	links->next_sibling[node] = 0;
	links->next_call[node] = 0;
	links->first_row[node] = 0;
}

/* The four tables share one allocation. */
static int make_links(struct perf_report *report, size_t room)
{
	struct perf_report_links *links = &report->links;

	free(links->first_child);
	*links = (struct perf_report_links){ .first_child = calloc(room, 4 * sizeof(uint32_t)) };
	if (!links->first_child)
		return -ENOMEM;
	links->next_sibling = links->first_child + room;
	links->next_call = links->next_sibling + room;
	links->first_row = links->next_call + room;
	links->room = room;
	return 0;
}

/* Clear what perf_grapher_init() has set for nodes and rows of the linked histogram. */
static void clear_all_links(struct perf_report *report)
{
	struct perf_report_links *links = &report->links;
	const struct perf_row *row;
	const uint32_t *node;

	if (links->all) {
		memset(links->first_child, 0, links->room * 4 * sizeof(uint32_t));
		links->all = false;
		return;
	}
	/* Nodes added after make_links() are in no table. */
	perf_vec_each(&report->linked_nodes, node) {
		if (*node >= links->room)
			continue;
		clear_links(links, *node);
		clear_links(links, report->calls.list.at[*node].parent);
	}
	/* Rows of samples without a stack have a root as their call. */
	if (report->linked)
		perf_vec_each(&report->linked->rows, row)
			if (row->call < links->room)
				links->first_row[row->call] = 0;
}

/* Clear perf_call.entry of all linked nodes. */
static void unlink_nodes(struct perf_report *report)
{
	const uint32_t *node;

	clear_all_links(report);
	perf_vec_each(&report->linked_nodes, node)
		report->calls.list.at[*node].entry = 0;
	report->linked_nodes.count = 0;
	report->linked = NULL;
}

static bool link_node(struct perf_report *report, uint32_t node)
{
	uint32_t *slot = perf_vec_push(&report->linked_nodes);

	if (slot)
		*slot = node;
	return slot;
}

/* Return the entry of a node, stored in perf_call.entry; 0 without memory. */
static uint32_t entry_of_call(struct perf_report *report, struct perf_histogram *histogram,
			      const struct perf_row *row, uint32_t base, uint32_t node)
{
	struct perf_call *call = &report->calls.list.at[node];
	size_t known = histogram->entries.count;

	if (call->entry)
		return call->entry;
	if (!link_node(report, node))
		return 0;
	call->entry = get_entry(report, histogram, base, call->function, 0, row->tid);
	if (histogram->entries.count > known) {
		histogram->entries.at[known].called = true;
		if (!report->functions.list.at[call->function].dso)
			histogram->entries.at[known].kernel = guess_kernel(report, row, node);
	}
	return call->entry;
}

static uint32_t base_of(const struct perf_report *report, uint32_t call)
{
	return report->calls.list.at[report->calls.list.at[call].root].entry;
}

static uint32_t depth_of(const struct perf_report *report, uint32_t call)
{
	uint32_t depth = 0;

	for (; report->calls.list.at[call].parent; call = report->calls.list.at[call].parent)
		depth++;
	return depth;
}

/*
 * Raise entry->depth to the part of the stack that belongs to the entry: with @callees_down the
 * @inner functions from its outermost location inwards, else the @outer functions from its
 * innermost location outwards. Locations come innermost first; @again is set after the first.
 */
static void deepen_entry(const struct perf_report *report, struct perf_entry *entry, uint32_t inner,
			 uint32_t outer, bool again)
{
	if (!report->callees_down && again)
		return;
	if (!report->callees_down)
		inner = outer;
	if (entry->depth < inner)
		entry->depth = inner;
}

/* Add the period of a row to the entry of every function of its stack, once each. */
static int add_callers(struct perf_report *report, struct perf_histogram *histogram,
		       uint32_t index)
{
	const struct perf_row *row = &histogram->rows.at[index];
	uint32_t base = base_of(report, row->call);
	uint32_t node, inner = 0, whole = depth_of(report, row->call);
	struct perf_entry *entry;
	struct perf_call *call;

	for (node = row->call;; node = call->parent) {
		call = &report->calls.list.at[node];
		if (!call->parent)
			return 0;
		if (!entry_of_call(report, histogram, row, base, node))
			return -ENOMEM;
		entry = &histogram->entries.at[call->entry - 1];
		inner++;
		deepen_entry(report, entry, inner, whole - inner + 1, entry->stamp == index);
		if (entry->stamp == index)
			continue;
		entry->stamp = index;
		entry->total += row->period;
	}
}

/* With PERF_SORT_TRACE callers are no entries: they have no text of their own. */
static bool has_callers(const struct perf_report *report)
{
	return report->children && !perf_sort_has(&report->sort, PERF_SORT_TRACE);
}

static int add_row(struct perf_report *report, struct perf_histogram *histogram, uint32_t index)
{
	const struct perf_row *row = &histogram->rows.at[index];
	uint32_t base = base_of(report, row->call);
	struct perf_entry *entry;
	uint32_t number, depth;

	number = get_entry(report, histogram, base, row->function, row->line, row->tid);
	if (!number)
		return -ENOMEM;
	histogram->rows.at[index].entry = number;
	entry = &histogram->entries.at[number - 1];
	entry->self += row->period;
	entry->total += row->period;
	entry->nr += row->nr;
	if (row->mode)
		entry->modes[row->mode - PERF_FIELD_SYS] += row->period;
	entry->stamp = index;
	depth = depth_of(report, row->call);
	if (entry->depth < depth)
		entry->depth = depth;
	return has_callers(report) ? add_callers(report, histogram, index) : 0;
}

/* perf_call.entry of a node that link_stack() has visited, until perf_report_link() sets it. */
#define VISITED	UINT32_MAX

/* Link the nodes of a stack, up to the first node that an earlier stack has linked. */
static int link_stack(struct perf_report *report, uint32_t node)
{
	struct perf_call *call;

	for (;; node = call->parent) {
		call = &report->calls.list.at[node];
		if (!call->parent || call->entry == VISITED)
			return 0;
		if (!link_node(report, node))
			return -ENOMEM;
		call->entry = VISITED;
	}
}

/**
 * perf_report_link() - set perf_row.entry and perf_call.entry for a histogram
 * @report: report
 * @histogram: finished
 *
 * Return: 0 or -ENOMEM.
 */
int perf_report_link(struct perf_report *report, struct perf_histogram *histogram)
{
	const uint32_t *node;
	struct perf_row *row;
	int err = 0;

	clear_all_links(report);
	if (report->links.room < report->calls.list.count &&
	    make_links(report, 2 * report->calls.list.count))
		return -ENOMEM;
	if (report->linked == histogram)
		return 0;
	unlink_nodes(report);
	perf_vec_each(&histogram->rows, row) {
		row->entry = perf_report_find_entry(report, histogram,
						    base_of(report, row->call), row->function,
						    row->line);
		err = link_stack(report, row->call);
		if (err)
			break;
	}
	perf_vec_each(&report->linked_nodes, node) {
		struct perf_call *call = &report->calls.list.at[*node];

		call->entry = perf_report_find_entry(report, histogram, base_of(report, *node),
						     call->function, 0);
	}
	if (!err)
		report->linked = histogram;
	return err;
}

/**
 * perf_report_finish() - make the entries of a histogram, sorted
 * @report: report
 * @index: index in @report->histograms
 *
 * Entries are ordered by perf_report_order(), greatest numbers first.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_report_finish(struct perf_report *report, size_t index)
{
	struct perf_histogram *histogram = &report->histograms.at[index];
	uint32_t i;
	int err;

	/* perf_call.entry may hold entries of the histogram finished before. */
	unlink_nodes(report);
	err = perf_report_settle(histogram);
	if (!err)
		err = perf_report_rename(report, histogram);
	if (err)
		return err;
	for (i = 0; i < histogram->rows.count; i++) {
		err = add_row(report, histogram, i);
		if (err)
			return err;
	}
	err = perf_report_arrange(report, histogram);
	/* add_callers() has set perf_call.entry of each node. */
	if (!err && has_callers(report))
		report->linked = histogram;
	return err;
}

/* Weigh the old counts with @keep, add the delta and clear it. */
static void age_share(uint64_t *period, uint64_t *nr, struct perf_row_delta *delta,
		      unsigned int keep)
{
	if (keep < PERF_REPORT_KEEP_ALL) {
		*period = *period * keep / PERF_REPORT_KEEP_ALL;
		*nr = *nr * keep / PERF_REPORT_KEEP_ALL;
	}
	if (!delta)
		return;
	*period += delta->period;
	*nr += delta->nr;
	*delta = (struct perf_row_delta){ 0 };
}

/**
 * perf_report_turn() - live: add the samples counted since the last turn to the rows
 * @report: report with @live set
 * @index: index; its entries are removed, perf_report_finish() makes them anew
 * @keep: weight in eighths of earlier samples, lower at every turn: 0 counts only new samples,
 *	PERF_REPORT_KEEP_ALL all samples alike
 *
 * perf_report_add() may run between two turns; it changes neither rows' counts nor entries.
 */
void perf_report_turn(struct perf_report *report, size_t index, unsigned int keep)
{
	struct perf_histogram *histogram = &report->histograms.at[index];
	struct perf_row *row;
	size_t i;

	histogram->entries.count = 0;
	perf_slots_clear(&histogram->entry_slots);
	age_share(&histogram->filtered.period, &histogram->filtered.nr, &histogram->filtered_delta,
		  keep);
	histogram->period = histogram->filtered.period;
	histogram->nr = histogram->filtered.nr;
	for (i = 0; i < histogram->rows.count; i++) {
		row = &histogram->rows.at[i];
		row->entry = 0;
		age_share(&row->period, &row->nr,
			  i < histogram->deltas.count ? &histogram->deltas.at[i] : NULL, keep);
		histogram->period += row->period;
		histogram->nr += row->nr;
	}
}
