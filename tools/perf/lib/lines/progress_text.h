/* SPDX-License-Identifier: GPL-2.0-only */
/* How far the reading of a recording is. */
#ifndef PERF_LINES_PROGRESS_TEXT_H
#define PERF_LINES_PROGRESS_TEXT_H

#include <stdint.h>
#include <base/str.h>
#include <data/reader.h>

/**
 * perf_progress_text() - add how far reading is: "reading 42%, 1234 samples"
 * @str: where to add it
 * @data: recording; of a stream, whose size is not known, it tells how many MB there were
 * @samples: how many were seen
 */
void perf_progress_text(struct perf_str *str, const struct perf_data *data, uint64_t samples);

#endif /* PERF_LINES_PROGRESS_TEXT_H */
