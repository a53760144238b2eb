/* SPDX-License-Identifier: GPL-2.0 */
/* The progress of reading a recording, as text. */
#ifndef PERF_LINES_PROGRESS_TEXT_H
#define PERF_LINES_PROGRESS_TEXT_H

#include <stdint.h>
#include <base/str.h>
#include <data/reader.h>

void perf_progress_text(struct perf_str *str, const struct perf_data *data, uint64_t samples);

#endif /* PERF_LINES_PROGRESS_TEXT_H */
