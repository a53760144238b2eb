// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzes the tracing data of a recording: the blob's counts and sizes, the formats in it, and
 * texts that records point to. The last RECORD_SIZE bytes are a record.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <model/tracepoint.h>

#include "fuzz.h"

#define RECORD_SIZE	32

static void print_number(struct perf_tracepoints *tracepoints, const uint8_t *record, size_t size)
{
	struct perf_str str = { 0 };
	size_t i;

	perf_tracepoints_print(tracepoints, &str, record, size);
	perf_tracepoints_fields(tracepoints, &str, record, size);
	for (i = 0; perf_tracepoints_refused(tracepoints, i, &str); i++)
		;
	perf_str_free(&str);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t record_size = size < RECORD_SIZE ? size : RECORD_SIZE, blob = size - record_size;
	uint8_t *copy = malloc(blob + !blob), *record = malloc(record_size + !record_size);
	struct perf_tracepoints *tracepoints;

	if (copy && record) {
		if (blob)
			memcpy(copy, data, blob);
		if (record_size)
			memcpy(record, data + blob, record_size);
		tracepoints = perf_tracepoints_create(copy, blob);
		print_number(tracepoints, record, record_size);
		/* An id that the seeds have, whatever the record begins with */
		if (record_size >= 2) {
			record[0] = 1;
			record[1] = 0;
			print_number(tracepoints, record, record_size);
		}
		perf_tracepoints_free(tracepoints);
	}
	free(copy);
	free(record);
	return 0;
}
