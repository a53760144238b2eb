/* SPDX-License-Identifier: GPL-2.0-only */
/* Mending recordings that were cut off. */
#ifndef PERF_RECORD_REPAIR_H
#define PERF_RECORD_REPAIR_H

#include <stdint.h>
#include <data/reader.h>

/**
 * struct perf_repair - what there is in a recording
 * @records: whole records
 * @samples: of them, samples
 * @end: offset behind the last one
 * @lost: bytes behind that
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
 * @err: text
 *
 * Return: 0 or a negative errno. Damage is no failure: see perf_data_problems().
 */
int perf_repair_scan(struct perf_data *data, struct perf_repair *repair, struct perf_error *err);

/**
 * perf_repair_write() - let a recording end behind its last whole record
 * @data: reader of a file, as perf_repair_scan() left it
 * @repair: what perf_repair_scan() found
 * @err: text
 *
 * Features that the file still has are kept. What can be found out from the records is
 * added: build ids, times, names of events. The file is changed in place.
 *
 * Return: 0; -EOPNOTSUPP for a stream, a directory, or the other byte order; or what
 * writing said.
 */
int perf_repair_write(struct perf_data *data, const struct perf_repair *repair,
		      struct perf_error *err);

#endif /* PERF_RECORD_REPAIR_H */
