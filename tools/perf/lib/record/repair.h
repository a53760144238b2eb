/* SPDX-License-Identifier: GPL-2.0-only */
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

/**
 * perf_repair_scan() - read a recording to its end
 * @data: reader, at its start
 * @repair: result
 * @error: filled on failure
 *
 * Return: 0 or a negative errno. Damage is no failure: see perf_data_problems().
 */
int perf_repair_scan(struct perf_data *data, struct perf_repair *repair, struct perf_error *error);

/**
 * perf_repair_write() - make a recording end behind its last whole record
 * @data: reader of a file, after perf_repair_scan()
 * @repair: result of perf_repair_scan()
 * @error: filled on failure
 *
 * The file is changed in place. perf_repair_write() keeps the features it still has, and adds those
 * that the records contain: build ids, sample times, names of events.
 *
 * Return: 0; -EOPNOTSUPP for a stream, a directory, or the other byte order; -EBUSY if the file is
 * changing; or a negative errno of reading or writing.
 */
int perf_repair_write(struct perf_data *data, const struct perf_repair *repair,
		      struct perf_error *error);

#endif /* PERF_RECORD_REPAIR_H */
