/* SPDX-License-Identifier: GPL-2.0-only */
/* What a recording says of itself, as comment lines. */
#ifndef PERF_LINES_HEADER_TEXT_H
#define PERF_LINES_HEADER_TEXT_H

#include <base/str.h>
#include <data/reader.h>

/**
 * perf_header_text() - add the lines of --header
 * @str: text is added here; each line begins with '#'
 * @data: recording
 * @full: show topology, memory nodes and caches too, not only that they are there
 */
void perf_header_text(struct perf_str *str, const struct perf_data *data, bool full);

#endif /* PERF_LINES_HEADER_TEXT_H */
