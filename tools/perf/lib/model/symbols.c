// SPDX-License-Identifier: GPL-2.0
/* struct perf_symbols: the symbols of one object, sorted by address. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <model/demangle.h>
#include <model/symbols.h>

#define PAGE_BYTES	4096
/* perf_symbols_find() checks this many symbols before @addr for one that encloses it. */
#define LOOK_BACK	8

/**
 * perf_symbols_add() - add a symbol
 * @symbols: table, not sealed yet
 * @start, @end: addresses
 * @name: name; must outlive the table
 * @bind: binding
 *
 * Return: 0 or -ENOMEM.
 */
int perf_symbols_add(struct perf_symbols *symbols, uint64_t start, uint64_t end,
		     const char *name, enum perf_symbol_bind bind)
{
	struct perf_symbol *symbol;

	if (symbols->nr == symbols->cap) {
		size_t cap = symbols->cap ? symbols->cap * 2 : 256;

		symbol = realloc(symbols->v, cap * sizeof(*symbol));
		if (!symbol)
			return -ENOMEM;
		symbols->v = symbol;
		symbols->cap = cap;
	}
	/* The size leads out of the address space */
	if (end < start)
		end = UINT64_MAX;
	symbol = &symbols->v[symbols->nr++];
	*symbol = (struct perf_symbol){
		.start = start, .end = end, .name = name, .bind = bind,
	};
	return 0;
}

/**
 * perf_symbols_own() - make a table the owner of an allocated text
 * @symbols: table
 * @text: from malloc(); freed with the table, or at once on failure
 *
 * Return: @text, NULL without memory.
 */
const char *perf_symbols_own(struct perf_symbols *symbols, char *text)
{
	if (symbols->nr_owned == symbols->cap_owned) {
		size_t cap = symbols->cap_owned ? symbols->cap_owned * 2 : 64;
		char **owned = realloc(symbols->owned, cap * sizeof(*owned));

		if (!owned) {
			free(text);
			return NULL;
		}
		symbols->owned = owned;
		symbols->cap_owned = cap;
	}
	symbols->owned[symbols->nr_owned++] = text;
	return text;
}

/**
 * perf_symbol_name() - readable name of a symbol
 * @symbols: table that owns the demangled name
 * @symbol: symbol of @symbols
 *
 * Return: the demangled name, without parameters.
 */
const char *perf_symbol_name(struct perf_symbols *symbols, struct perf_symbol *symbol)
{
	char *text;

	if (symbol->demangled)
		return symbol->name;
	symbol->demangled = true;
	text = perf_demangle(symbol->name);
	if (text && perf_symbols_own(symbols, text))
		symbol->name = text;
	return symbol->name;
}

/*
 * Names are compared up to NAME_COMPARED bytes. The names of an object may overlap in one text, and
 * so be longer together than the object: comparing each whole would take longer than reading the
 * file.
 */
#define NAME_COMPARED	4096

static unsigned int leading_underscores(const char *name)
{
	unsigned int n = 0;

	while (name[n] == '_' && n < NAME_COMPARED)
		n++;
	return n;
}

static bool has_size(const struct perf_symbol *symbol)
{
	return symbol->end > symbol->start;
}

static unsigned int rank_of(const struct perf_symbol *symbol)
{
	switch (symbol->bind) {
	case PERF_SYMBOL_GLOBAL:
		return 2;
	case PERF_SYMBOL_LOCAL:
		return 1;
	default:
		return 0;
	}
}

/* Of two symbols at one address, is @b the better one? */
static bool second_is_better(struct perf_symbols *symbols, struct perf_symbol *a,
			     struct perf_symbol *b)
{
	const char *name_a, *name_b;
	unsigned int under_a, under_b;

	if (has_size(a) != has_size(b))
		return has_size(b);
	if (rank_of(a) != rank_of(b))
		return rank_of(b) > rank_of(a);
	name_a = perf_symbol_name(symbols, a);
	name_b = perf_symbol_name(symbols, b);
	under_a = leading_underscores(name_a);
	under_b = leading_underscores(name_b);
	if (under_a != under_b)
		return under_b < under_a;
	return strnlen(name_b, NAME_COMPARED) > strnlen(name_a, NAME_COMPARED);
}

/* Sort key: address, then order in the table, so that sorting is stable. */
struct sort_key {
	uint64_t start;
	size_t index;
};

static int compare_keys(const void *left, const void *right)
{
	const struct sort_key *a = left, *b = right;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return a->index < b->index ? -1 : a->index > b->index;
}

static bool is_sorted(const struct perf_symbols *symbols)
{
	size_t i;

	for (i = 1; i < symbols->nr; i++)
		if (symbols->v[i - 1].start > symbols->v[i].start)
			return false;
	return true;
}

static void sort_symbols(struct perf_symbols *symbols)
{
	struct perf_symbol *sorted;
	struct sort_key *keys;
	size_t i;

	if (is_sorted(symbols))
		return;
	keys = malloc(symbols->nr * sizeof(*keys));
	sorted = malloc(symbols->nr * sizeof(*sorted));
	if (!keys || !sorted) {
		/* An empty table is better than an unsorted one. */
		symbols->nr = 0;
		goto out;
	}
	for (i = 0; i < symbols->nr; i++)
		keys[i] = (struct sort_key){ symbols->v[i].start, i };
	qsort(keys, symbols->nr, sizeof(*keys), compare_keys);
	for (i = 0; i < symbols->nr; i++)
		sorted[i] = symbols->v[keys[i].index];
	memcpy(symbols->v, sorted, symbols->nr * sizeof(*sorted));
out:
	free(sorted);
	free(keys);
}

static void drop_duplicates(struct perf_symbols *symbols)
{
	size_t from, to = 0;

	for (from = 1; from < symbols->nr; from++) {
		if (symbols->v[to].start != symbols->v[from].start)
			symbols->v[++to] = symbols->v[from];
		else if (second_is_better(symbols, &symbols->v[to], &symbols->v[from]))
			symbols->v[to] = symbols->v[from];
	}
	symbols->nr = to + 1;
}

static uint64_t round_up(uint64_t value, uint64_t unit)
{
	return (value + unit - 1) / unit * unit;
}

/* A symbol without a size extends to the next one. */
static void find_ends(struct perf_symbols *symbols)
{
	size_t i;

	for (i = 0; i + 1 < symbols->nr; i++)
		if (symbols->v[i].end <= symbols->v[i].start)
			symbols->v[i].end = symbols->v[i + 1].start;
}

/**
 * perf_symbols_seal() - sort; keep the best name of each address; set missing ends
 * @symbols: table
 * @kind: kind of the table
 *
 * The best name: with a size; global, then local, then weak; fewest leading underscores; longest.
 * The last name of an address always has a size, if only up to the next address; so it is the best
 * in kallsyms.
 */
void perf_symbols_seal(struct perf_symbols *symbols, enum perf_symbols_kind kind)
{
	struct perf_symbol *last, *fit;

	if (!symbols->nr)
		return;
	sort_symbols(symbols);
	if (!symbols->nr)
		return;
	/* The first call gives a size to the last symbol of each address. */
	find_ends(symbols);
	drop_duplicates(symbols);
	find_ends(symbols);
	last = &symbols->v[symbols->nr - 1];
	if (last->end <= last->start)
		last->end = round_up(last->start, PAGE_BYTES) +
			    (kind == PERF_SYMBOLS_KALLSYMS ? PAGE_BYTES : 0);
	/* In the last page of the address space, round_up() wraps around. */
	if (last->end < last->start)
		last->end = UINT64_MAX;
	fit = realloc(symbols->v, symbols->nr * sizeof(*fit));
	if (fit) {
		symbols->v = fit;
		symbols->cap = symbols->nr;
	}
}

/**
 * perf_symbols_find() - symbol at an address
 * @symbols: sealed table
 * @addr: address
 *
 * Return: the symbol, NULL if there is none.
 */
struct perf_symbol *perf_symbols_find(const struct perf_symbols *symbols, uint64_t addr)
{
	size_t low = 0, high = symbols->nr, back;

	/* low: number of symbols that start at or before @addr */
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (symbols->v[middle].start <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	for (back = 1; back <= LOOK_BACK && back <= low; back++) {
		struct perf_symbol *symbol = &symbols->v[low - back];

		if (addr < symbol->end || addr == symbol->start)
			return symbol;
	}
	return NULL;
}

/** perf_symbols_clear() - free the contents of a table and zero it */
void perf_symbols_clear(struct perf_symbols *symbols)
{
	size_t i;

	for (i = 0; i < symbols->nr_owned; i++)
		free(symbols->owned[i]);
	free(symbols->owned);
	free(symbols->v);
	memset(symbols, 0, sizeof(*symbols));
}
