/* SPDX-License-Identifier: GPL-2.0 */
/* Repair of recordings that were cut off. */
#ifndef PERF_RECORD_REPAIR_H
#define PERF_RECORD_REPAIR_H

#include <stdint.h>
#include <data/reader.h>

/**
 * struct perf_repair - the intact part of a recording
 * @records: number of whole records
 * @samples: number of samples among them
 * @end: file offset behind the last whole record
 * @lost: bytes behind @end
 */
struct perf_repair {
	uint64_t records;
	uint64_t samples;
	uint64_t end;
	uint64_t lost;
};
int perf_repair_scan(struct perf_data *data, struct perf_repair *repair, struct perf_error *error);
int perf_repair_write(struct perf_data *data, const struct perf_repair *repair,
		      struct perf_error *error);

#endif /* PERF_RECORD_REPAIR_H */
