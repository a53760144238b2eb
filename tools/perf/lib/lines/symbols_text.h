/* SPDX-License-Identifier: GPL-2.0 */
/* The symbols of objects and the files they were read from, as text. */
#ifndef PERF_LINES_SYMBOLS_TEXT_H
#define PERF_LINES_SYMBOLS_TEXT_H

#include <base/str.h>
#include <model/dso.h>

const char *perf_symbols_why(const struct perf_dso *dso);
bool perf_symbols_text(struct perf_str *str, const struct perf_dsos *dsos,
		       const struct perf_dso *dso);
void perf_symbols_table(struct perf_str *str, struct perf_dsos *dsos, struct perf_dso *dso);

#endif /* PERF_LINES_SYMBOLS_TEXT_H */
