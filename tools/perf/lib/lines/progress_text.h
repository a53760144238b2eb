/* SPDX-License-Identifier: GPL-2.0-only */
/* The progress of reading a recording, as text. */
#ifndef PERF_LINES_PROGRESS_TEXT_H
#define PERF_LINES_PROGRESS_TEXT_H

#include <stdint.h>
#include <base/str.h>
#include <data/reader.h>

/**
 * perf_progress_text() - add the progress of reading: "reading 42%, 1234 samples"
 * @str: text is added here
 * @data: reader of the recording; if perf_data_size() is 0 (a stream), MB instead of percent
 * @samples: number of samples read so far
 */
void perf_progress_text(struct perf_str *str, const struct perf_data *data, uint64_t samples);

#endif /* PERF_LINES_PROGRESS_TEXT_H */
