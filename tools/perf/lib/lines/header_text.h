/* SPDX-License-Identifier: GPL-2.0-only */
/* The header of a recording as comment lines. */
#ifndef PERF_LINES_HEADER_TEXT_H
#define PERF_LINES_HEADER_TEXT_H

#include <base/str.h>
#include <data/reader.h>

/**
 * perf_header_text() - add the lines of --header
 * @str: text is added here; each line begins with '#'
 * @data: reader of the recording
 * @full: show CPU, NUMA, memory and hybrid topology and caches, not only that they are available
 */
void perf_header_text(struct perf_str *str, const struct perf_data *data, bool full);

#endif /* PERF_LINES_HEADER_TEXT_H */
