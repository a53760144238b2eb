// SPDX-License-Identifier: GPL-2.0
/* perf_progress_text(): the progress of reading a recording. */
#include <inttypes.h>
#include <lines/progress_text.h>

/**
 * perf_progress_text() - add the progress of reading: "reading 42%, 1234 samples"
 * @str: text is added here
 * @data: reader of the recording; if perf_data_size() is 0 (a stream), MB instead of percent
 * @samples: number of samples read so far
 */
void perf_progress_text(struct perf_str *str, const struct perf_data *data, uint64_t samples)
{
	uint64_t size = perf_data_size(data), position = perf_data_position(data);

	if (size)
		perf_str_format(str, "reading %u%%", (unsigned int)(100.0 * (double)position /
								    (double)size));
	else
		perf_str_format(str, "reading %.1f MB", (double)position / 1e6);
	perf_str_format(str, ", %" PRIu64 " samples", samples);
}
