/* SPDX-License-Identifier: GPL-2.0 */
/* The header of a recording as comment lines. */
#ifndef PERF_LINES_HEADER_TEXT_H
#define PERF_LINES_HEADER_TEXT_H

#include <base/str.h>
#include <data/reader.h>

void perf_header_text(struct perf_str *str, const struct perf_data *data, bool full);

#endif /* PERF_LINES_HEADER_TEXT_H */
