// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzes perf_data_open() of a directory: the input as data, its records again as data.0, and the
 * first half of them as data.2.
 */
#include <errno.h>
#include <sys/stat.h>

#include <data/reader.h>

#include "fuzz.h"

#define DIRECTORY	"directory.input"

static void use_records(struct perf_data *data)
{
	struct perf_data_record record;
	struct perf_sample sample;
	struct perf_error error;

	while (perf_data_next(data, &record, &error) > 0) {
		fuzz_use(fuzz_sum(record.header, record.header->size));
		if (record.payload)
			fuzz_use(fuzz_sum(record.payload, record.payload_size));
		if (record.event && !perf_data_sample(&record, &sample))
			fuzz_use(sample.time);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	const struct perf_data_options options = { .force = true, .max_queue = 4096 };
	struct perf_data_file_header header;
	struct perf_error error = { 0 };
	struct perf_data *data;

	if (size < sizeof(header))
		return 0;
	memcpy(&header, bytes, sizeof(header));
	if (header.data.offset >= size || header.data.size > size - header.data.offset)
		return 0;
	if (mkdir(DIRECTORY, 0700) && errno != EEXIST)
		fuzz_give_up(DIRECTORY);
	fuzz_file(DIRECTORY "/data", bytes, size);
	fuzz_file(DIRECTORY "/data.0", bytes + header.data.offset, header.data.size);
	fuzz_file(DIRECTORY "/data.2", bytes + header.data.offset, header.data.size / 2);
	if (perf_data_open(DIRECTORY, &options, &data, &error)) {
		fuzz_check(!data && error.text[0]);
		return 0;
	}
	use_records(data);
	if (!perf_data_rewind(data))
		use_records(data);
	perf_data_close(data);
	return 0;
}
