// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzes rewriting a recording: a copy by perf_inject_run(), and the file after
 * perf_repair_write(), which must be complete then.
 */
#include <inject/inject.h>
#include <record/repair.h>

#include "fuzz.h"

#define INPUT	"rewrite.input"
#define OUTPUT	"rewrite.output"

static struct perf_data *open_file(const char *path)
{
	const struct perf_data_options options = { .force = true };
	struct perf_error error = { 0 };
	struct perf_data *data;

	if (!perf_data_open(path, &options, &data, &error))
		return data;
	fuzz_check(error.text[0]);
	return NULL;
}

static uint64_t count_records(struct perf_data *data)
{
	struct perf_data_record record;
	struct perf_error error;
	uint64_t records = 0;

	while (perf_data_next(data, &record, &error) > 0)
		records++;
	return records;
}

static void copy_recording(void)
{
	const struct perf_inject inject = { .output = OUTPUT };
	struct perf_inject_result result = { 0 };
	struct perf_data *data = open_file(INPUT);
	struct perf_error error = { 0 };

	if (!data)
		return;
	if (perf_inject_run(data, &inject, &result, &error))
		fuzz_check(error.text[0]);
	perf_data_close(data);
	data = open_file(OUTPUT);
	if (data)
		fuzz_use(count_records(data));
	perf_data_close(data);
	unlink(OUTPUT);
}

static void repair_recording(void)
{
	struct perf_data *data = open_file(INPUT);
	struct perf_error error = { 0 };
	struct perf_repair repair;
	int failed;

	if (!data)
		return;
	failed = perf_repair_scan(data, &repair, &error) ||
		 perf_repair_write(data, &repair, &error);
	fuzz_check(!failed || error.text[0]);
	perf_data_close(data);
	if (failed)
		return;
	data = open_file(INPUT);
	fuzz_check(data);
	count_records(data);
	fuzz_check(!perf_data_problems(data)->truncated_bytes);
	fuzz_check(!perf_data_problems(data)->not_closed);
	perf_data_close(data);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	fuzz_file(INPUT, bytes, size);
	copy_recording();
	repair_recording();
	return 0;
}
