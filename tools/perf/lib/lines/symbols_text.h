/* SPDX-License-Identifier: GPL-2.0-only */
/* Where the symbols of objects came from, as text. */
#ifndef PERF_LINES_SYMBOLS_TEXT_H
#define PERF_LINES_SYMBOLS_TEXT_H

#include <base/str.h>
#include <model/dso.h>

/** perf_symbols_why() - why an object has no symbols, as the rest of a sentence */
const char *perf_symbols_why(const struct perf_dso *dso);

/**
 * perf_symbols_text() - add where the symbols of an object came from, or why it has none
 * @str: text is added here, without an end of the line
 * @dsos: table
 * @dso: one of its objects
 *
 * Return: false if nobody has asked for its symbols: nothing was added.
 */
bool perf_symbols_text(struct perf_str *str, const struct perf_dsos *dsos,
		       const struct perf_dso *dso);

/** perf_symbols_table() - add all symbols of an object, a line each, behind one of its own */
void perf_symbols_table(struct perf_str *str, struct perf_dsos *dsos, struct perf_dso *dso);

#endif /* PERF_LINES_SYMBOLS_TEXT_H */
