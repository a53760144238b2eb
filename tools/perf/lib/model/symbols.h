/* SPDX-License-Identifier: GPL-2.0 */
/*
 * struct perf_symbols: the symbols of one object, sorted by address.
 *
 * A loader (ELF, kallsyms, perf map) fills a table and calls perf_symbols_seal() once. Then it is
 * only read: pointers to symbols stay valid, and are equal exactly if the symbols are the same.
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
 * @end: address behind the symbol; before perf_symbols_seal() equal to @start if not known
 * @name: name as in the object; use perf_symbol_name()
 * @bind: enum perf_symbol_bind
 * @demangled: @name is demangled, or needs no demangling
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
	char **owned;		/* allocated names */
	size_t nr_owned;
	size_t cap_owned;
};

/* perf_symbols_seal() sets the end of the last symbol by the kind. */
enum perf_symbols_kind {
	PERF_SYMBOLS_ELF,
	PERF_SYMBOLS_KALLSYMS,	/* no sizes at all; the last symbol extends over a page */
};
int perf_symbols_add(struct perf_symbols *symbols, uint64_t start, uint64_t end,
		     const char *name, enum perf_symbol_bind bind);
const char *perf_symbols_own(struct perf_symbols *symbols, char *text);
void perf_symbols_seal(struct perf_symbols *symbols, enum perf_symbols_kind kind);
struct perf_symbol *perf_symbols_find(const struct perf_symbols *symbols, uint64_t addr);
const char *perf_symbol_name(struct perf_symbols *symbols, struct perf_symbol *symbol);
void perf_symbols_clear(struct perf_symbols *symbols);

#endif /* PERF_MODEL_SYMBOLS_H */
