/* SPDX-License-Identifier: GPL-2.0-only */
/* The symbols of objects and the files they were read from, as text. */
#ifndef PERF_LINES_SYMBOLS_TEXT_H
#define PERF_LINES_SYMBOLS_TEXT_H

#include <base/str.h>
#include <model/dso.h>

/** perf_symbols_why() - the reason why an object has no symbols, a clause for a message */
const char *perf_symbols_why(const struct perf_dso *dso);

/**
 * perf_symbols_text() - add the file of an object's symbols, or perf_symbols_why()
 * @str: text is added here, without a newline
 * @dsos: table of objects
 * @dso: object in @dsos
 *
 * Return: false if nothing was added: @dso is PERF_DSO_NOT_LOADED or PERF_DSO_DATA.
 */
bool perf_symbols_text(struct perf_str *str, const struct perf_dsos *dsos,
		       const struct perf_dso *dso);

/** perf_symbols_table() - add a line for an object, then one for each of its symbols */
void perf_symbols_table(struct perf_str *str, struct perf_dsos *dsos, struct perf_dso *dso);

#endif /* PERF_LINES_SYMBOLS_TEXT_H */
