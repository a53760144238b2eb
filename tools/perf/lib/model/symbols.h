/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A table of symbols of one object, sorted by address.
 *
 * A table is filled by one of the loaders (ELF, kallsyms, perf map), sealed once, and
 * then only read: pointers to symbols stay valid, and two pointers are equal exactly if
 * the symbols are the same.
 */
#ifndef PERF_MODEL_SYMBOLS_H
#define PERF_MODEL_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum perf_symbol_bind {
	PERF_SYMBOL_LOCAL,
	PERF_SYMBOL_GLOBAL,
	PERF_SYMBOL_WEAK,
};

/**
 * struct perf_symbol - a function (or a label, or data) of an object
 * @start: first address, in the object's own address space (see struct perf_dso)
 * @end: address behind it; before perf_symbols_seal() equal to @start if not known
 * @name: as it is in the object; use perf_symbol_name()
 * @bind: enum perf_symbol_bind
 * @demangled: @name was translated, or needs no translation
 * @inlined: made up for a function that the compiler inlined
 */
struct perf_symbol {
	uint64_t start;
	uint64_t end;
	const char *name;
	uint8_t bind;
	bool demangled;
	bool inlined;
};

struct perf_symbols {
	struct perf_symbol *v;
	size_t nr;
	size_t cap;
	char **owned;		/* names that were allocated for the table */
	size_t nr_owned;
	size_t cap_owned;
};

/* How the ends of symbols without a size are found. */
enum perf_symbols_kind {
	PERF_SYMBOLS_ELF,
	PERF_SYMBOLS_KALLSYMS,	/* no sizes at all; the last symbol ends after a page */
};

/**
 * perf_symbols_add() - add a symbol
 * @symbols: not sealed yet
 * @start, @end: addresses
 * @name: must outlive the table
 * @bind: binding
 *
 * Return: 0 or -ENOMEM.
 */
int perf_symbols_add(struct perf_symbols *symbols, uint64_t start, uint64_t end,
		     const char *name, enum perf_symbol_bind bind);

/**
 * perf_symbols_own() - let a table own an allocated text
 * @symbols: table
 * @text: from malloc(); freed with the table, at once on failure
 *
 * Return: @text, NULL without memory.
 */
const char *perf_symbols_own(struct perf_symbols *symbols, char *text);

/**
 * perf_symbols_seal() - sort; of several names for one address keep the best; find ends
 * @symbols: table
 * @kind: what kind of table
 *
 * Best is: with a size; not weak; global; fewest leading underscores; longest. The last one of an
 * address has a size, if only up to the next address; in kallsyms it is thereby the best.
 */
void perf_symbols_seal(struct perf_symbols *symbols, enum perf_symbols_kind kind);

/**
 * perf_symbols_find() - symbol at an address
 * @symbols: sealed table
 * @addr: address
 *
 * Return: the symbol, NULL if there is none.
 */
struct perf_symbol *perf_symbols_find(const struct perf_symbols *symbols, uint64_t addr);

/**
 * perf_symbol_name() - name of a symbol, as people want it
 * @symbols: table that owns the translation
 * @symbol: of this table
 *
 * Return: the demangled name, without parameters.
 */
const char *perf_symbol_name(struct perf_symbols *symbols, struct perf_symbol *symbol);

/** perf_symbols_clear() - free what a table owns */
void perf_symbols_clear(struct perf_symbols *symbols);

#endif /* PERF_MODEL_SYMBOLS_H */
