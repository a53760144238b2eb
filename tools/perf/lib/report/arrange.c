// SPDX-License-Identifier: GPL-2.0
/*
 * Sorting of report entries. A report may have some 100,000 entries, each compared about twenty
 * times with entries elsewhere in memory. rank_all() therefore first replaces names by ranks,
 * numbers that compare as the names do, and collects all keys of an entry in a struct sort_key.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <report/arrange.h>
#include <report/tree_sort.h>

/* Rank of an owner without a name: last. */
#define LAST	UINT32_MAX

/* The first sort keys have ranks: thread names, objects, symbols. */
#define RANKS	(PERF_SORT_SYMBOL + 1)

/*
 * The sort keys of an entry. ranks: by sort key, if that key is used; entry: index in
 * perf_histogram.entries; addr: start of the symbol, else address of the function; known: the
 * function has a symbol or is inlined.
 */
struct sort_key {
	uint64_t addr;
	uint32_t ranks[RANKS];
	uint32_t entry;
	bool known;
	bool inlined;
};

/* entries: those of the histogram; arrived: a copy in order of arrival, as is places then. */
struct arrange_ctx {
	struct perf_report *report;
	struct perf_entry *entries;
	struct perf_entry *arrived;
	struct sort_key *sort_keys;
	uint32_t nr;
};

/* ---- ranks ---------------------------------------------------------------------------- */

/* A name of some entries; owner: the thread name, object or function with that name. */
struct name {
	const char *text;
	uint32_t owner;
};

/*
 * Ranks by owner: in @ranks, or in @few if the recording may have many more owners than entries,
 * as a recording of many events has.
 */
struct names {
	PERF_VEC(struct name) list;
	uint32_t *ranks;
	struct perf_map few;
};

/* rank_key() uses the map @few if there are more owners than this for each entry. */
#define MANY_OWNERS	16

/* Read the rank of an owner, 0 before set_rank(). Return: false without memory. */
static bool get_rank(struct names *names, uint32_t owner, uint32_t *rank)
{
	uint64_t *found;

	if (names->ranks) {
		*rank = names->ranks[owner];
		return true;
	}
	found = perf_map_put(&names->few, owner, NULL);
	if (found)
		*rank = *found;
	return found;
}

static int set_rank(struct names *names, uint32_t owner, uint32_t rank)
{
	uint64_t *found;

	if (names->ranks) {
		names->ranks[owner] = rank;
		return 0;
	}
	found = perf_map_put(&names->few, owner, NULL);
	if (!found)
		return -ENOMEM;
	*found = rank;
	return 0;
}

static int compare_names(const void *a, const void *b)
{
	const struct name *x = a, *y = b;

	return strcmp(x->text, y->text);
}

static int name_owner(struct names *names, uint32_t owner, const char *text)
{
	struct name *name;

	if (set_rank(names, owner, LAST))
		return -ENOMEM;
	if (!text)
		return 0;
	name = perf_vec_push(&names->list);
	if (!name)
		return -ENOMEM;
	*name = (struct name){ text, owner };
	return 0;
}

static int rank_names(struct names *names)
{
	struct name *list = names->list.at;
	uint32_t number = 1;
	int err = 0;
	size_t i;

	if (!names->list.count)
		return 0;
	qsort(list, names->list.count, sizeof(*list), compare_names);
	for (i = 0; i < names->list.count && !err; i++) {
		number += i && strcmp(list[i - 1].text, list[i].text);
		err = set_rank(names, list[i].owner, number);
	}
	return err;
}

static const struct perf_entry *entry_of(const struct arrange_ctx *work, uint32_t sort_key)
{
	return &work->entries[work->sort_keys[sort_key].entry];
}

static const struct perf_function *function_of(const struct arrange_ctx *work, uint32_t sort_key)
{
	return &work->report->functions.list.at[entry_of(work, sort_key)->function];
}

static uint32_t comm_of(const struct arrange_ctx *work, uint32_t sort_key)
{
	return work->report->bases.at[entry_of(work, sort_key)->base].comm;
}

static const char *comm_name(const struct arrange_ctx *work, uint32_t comm, uint32_t sort_key)
{
	(void)sort_key;
	return perf_machine_comm(work->report->machine, comm);
}

/* Index + 1 of the object, or 0. */
static uint32_t dso_of(const struct arrange_ctx *work, uint32_t sort_key)
{
	const struct perf_dso *dso = function_of(work, sort_key)->dso;

	return dso ? dso->index + 1 : 0;
}

static const char *dso_name(const struct arrange_ctx *work, uint32_t dso, uint32_t sort_key)
{
	return dso ? perf_dso_shown(function_of(work, sort_key)->dso, work->report->verbose) : NULL;
}

static uint32_t symbol_of(const struct arrange_ctx *work, uint32_t sort_key)
{
	return entry_of(work, sort_key)->function;
}

static const char *symbol_name(const struct arrange_ctx *work, uint32_t function, uint32_t sort_key)
{
	(void)sort_key;
	return perf_function_name(&work->report->functions, function);
}

/* By sort key: owner() returns the number of a name's owner, which entries may share. */
static const struct {
	uint32_t (*owner)(const struct arrange_ctx *work, uint32_t sort_key);
	const char *(*name)(const struct arrange_ctx *work, uint32_t owner, uint32_t sort_key);
} ranked[RANKS] = {
	[PERF_SORT_COMM]	= { comm_of, comm_name },
	[PERF_SORT_DSO]		= { dso_of, dso_name },
	[PERF_SORT_SYMBOL]	= { symbol_of, symbol_name },
};

/* @owners is greater than every number that ranked[@key].owner() returns. */
static int rank_key(struct arrange_ctx *work, enum perf_sort_key key, size_t owners)
{
	struct names names = { 0 };
	uint32_t i, owner, known;
	int err = 0;

	if (owners / MANY_OWNERS <= work->nr) {
		names.ranks = calloc(owners, sizeof(*names.ranks));
		if (!names.ranks)
			return -ENOMEM;
	}
	for (i = 0; i < work->nr && !err; i++) {
		owner = ranked[key].owner(work, i);
		err = get_rank(&names, owner, &known) ? 0 : -ENOMEM;
		if (!err && !known)
			err = name_owner(&names, owner, ranked[key].name(work, owner, i));
	}
	if (!err)
		err = rank_names(&names);
	for (i = 0; i < work->nr && !err; i++)
		err = get_rank(&names, ranked[key].owner(work, i), &work->sort_keys[i].ranks[key]) ?
		      0 : -ENOMEM;
	perf_vec_free(&names.list);
	perf_map_free(&names.few);
	free(names.ranks);
	return err;
}

static int rank_all(struct arrange_ctx *work)
{
	const struct perf_report *report = work->report;
	const struct perf_sort *sort = &report->sort;
	int err = 0;

	if (perf_sort_has(sort, PERF_SORT_COMM))
		err = rank_key(work, PERF_SORT_COMM, report->machine->comms.count + 1);
	/* compare_symbols() compares objects before addresses. */
	if (!err && (perf_sort_has(sort, PERF_SORT_DSO) || perf_sort_has(sort, PERF_SORT_SYMBOL)))
		err = rank_key(work, PERF_SORT_DSO, report->machine->dsos.list.count + 1);
	if (!err && perf_sort_has(sort, PERF_SORT_SYMBOL))
		err = rank_key(work, PERF_SORT_SYMBOL, report->functions.list.count);
	return err;
}

/* ---- comparing ------------------------------------------------------------------------ */

static int compare_numbers(uint32_t a, uint32_t b)
{
	return (a > b) - (a < b);
}

/* Compare by the text that the report shows for @key. */
static int compare_text(const struct arrange_ctx *work, enum perf_sort_key key,
			const struct sort_key *a, const struct sort_key *b)
{
	if (key < RANKS)
		return compare_numbers(a->ranks[key], b->ranks[key]);
	return perf_report_compare_field(work->report, PERF_FIELD_KEY + key,
					 &work->entries[a->entry], &work->entries[b->entry]);
}

/* arrange_entries() inserts functions into the tree in this order: object names, addresses. */
static int compare_symbols(const struct arrange_ctx *work, const struct sort_key *a,
			   const struct sort_key *b)
{
	int diff;

	if (!a->known && !b->known)
		return perf_compare_addresses(a->addr, b->addr);
	/* With @object_sorted the object has its own turn in the list of sort keys. */
	diff = work->report->object_sorted ? 0 : compare_text(work, PERF_SORT_DSO, a, b);
	if (diff)
		return diff;
	if (a->known != b->known)
		return a->known ? -1 : 1;
	if (a->inlined || b->inlined)
		return compare_text(work, PERF_SORT_SYMBOL, a, b);
	return perf_compare_addresses(a->addr, b->addr);
}

static int compare_arrivals(const void *left, const void *right, void *context)
{
	const struct arrange_ctx *work = context;
	const struct perf_report *report = work->report;
	const struct sort_key *a = left, *b = right;
	enum perf_sort_key key;
	unsigned int i;
	int diff;

	for (i = 0; i < report->sort.nr; i++) {
		key = report->sort.keys[i];
		diff = key == PERF_SORT_SYMBOL ? compare_symbols(work, a, b) :
						 compare_text(work, key, a, b);
		if (diff)
			return diff;
	}
	return perf_report_compare_keys(report, &work->entries[a->entry],
					&work->entries[b->entry]);
}

/* Negative if @new comes before @old; 0: perf_tree_sort() keeps the order of arrival. */
static int compare_sort_keys(uint32_t new, uint32_t old, void *context)
{
	const struct arrange_ctx *work = context;
	const struct perf_report *report = work->report;
	const struct perf_fields *order = perf_report_order(report);
	const struct sort_key *a = &work->sort_keys[new], *b = &work->sort_keys[old];
	unsigned int field, i;
	int diff = 0;

	for (i = 0; i < order->nr && !diff; i++) {
		field = order->list[i];
		diff = field < PERF_FIELD_KEY ?
		       perf_report_compare_field(report, field, &work->arrived[new],
						 &work->arrived[old]) :
		       compare_text(work, field - PERF_FIELD_KEY, a, b);
	}
	for (i = 0; i < report->sort.nr && !diff; i++)
		diff = compare_text(work, report->sort.keys[i], a, b);
	return diff;
}

/* ---- arranging ------------------------------------------------------------------------ */

static int make_sort_keys(struct arrange_ctx *work)
{
	const struct perf_function *function;
	struct sort_key *sort_key;
	uint32_t i;

	for (i = 0; i < work->nr; i++) {
		sort_key = &work->sort_keys[i];
		sort_key->entry = i;
		function = function_of(work, i);
		sort_key->known = function->symbol || function->inlined;
		sort_key->inlined = function->inlined;
		sort_key->addr = function->symbol ? function->symbol->start : function->addr;
	}
	return rank_all(work);
}

/* Renumber all references to entries: @numbers[old number - 1] is the new number. */
static void renumber_links(struct perf_report *report, struct perf_histogram *histogram,
			   const uint32_t *numbers)
{
	struct perf_slots *slots = &histogram->entry_slots;
	struct perf_call *calls = report->calls.list.at;
	const uint32_t *node;
	struct perf_row *row;
	uint32_t slot;

	for (slot = 0; slot <= slots->mask; slot++)
		if (slots->at[slot])
			slots->at[slot] = numbers[slots->at[slot] - 1];
	perf_vec_each(&histogram->rows, row)
		row->entry = numbers[row->entry - 1];
	perf_vec_each(&report->linked_nodes, node)
		calls[*node].entry = numbers[calls[*node].entry - 1];
}

/* Result: @numbers[old number - 1] is the new number of an entry. */
static int arrange_entries(struct arrange_ctx *work, uint32_t *order, uint32_t *numbers)
{
	int err = make_sort_keys(work);
	uint32_t i;

	if (err)
		return err;
	qsort_r(work->sort_keys, work->nr, sizeof(*work->sort_keys), compare_arrivals, work);
	for (i = 0; i < work->nr; i++)
		work->arrived[i] = work->entries[work->sort_keys[i].entry];
	err = perf_tree_sort(order, work->nr, compare_sort_keys, work);
	for (i = 0; i < work->nr && !err; i++) {
		work->entries[i] = work->arrived[order[i]];
		numbers[work->sort_keys[order[i]].entry] = i + 1;
	}
	return err;
}

/**
 * perf_report_arrange() - sort the entries of a histogram
 * @report: report
 * @histogram: histogram; every row has its perf_row.entry. Rows, linked nodes of the tree of
 *	calls and @entry_slots get the new entry numbers
 *
 * Entries are ordered by perf_report_order(), then by the texts of the sort keys, then by
 * arrival: by the values of the keys, with functions by their addresses. Entries that still
 * compare equal keep the order in which perf_tree_sort() returns them after inserting them by
 * arrival, which is how Debian's perf sorts.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_report_arrange(struct perf_report *report, struct perf_histogram *histogram)
{
	struct arrange_ctx work = {
		.report = report, .entries = histogram->entries.at, .nr = histogram->entries.count,
	};
	uint32_t *order, *numbers;
	int err;

	if (!work.nr)
		return 0;
	work.sort_keys = calloc(work.nr, sizeof(*work.sort_keys));
	work.arrived = malloc(work.nr * sizeof(*work.arrived));
	order = malloc(work.nr * sizeof(*order));
	numbers = malloc(work.nr * sizeof(*numbers));
	err = work.sort_keys && work.arrived && order && numbers ?
	      arrange_entries(&work, order, numbers) : -ENOMEM;
	if (!err)
		renumber_links(report, histogram, numbers);
	free(work.sort_keys);
	free(work.arrived);
	free(order);
	free(numbers);
	return err;
}
