/* SPDX-License-Identifier: GPL-2.0 */
/* Records as they are in the file: their bytes and their members (perf script -D). */
#ifndef PERF_LINES_DUMP_TEXT_H
#define PERF_LINES_DUMP_TEXT_H

#include <base/map.h>
#include <base/str.h>
#include <data/reader.h>

/**
 * struct perf_dump - a dump
 * @data: reader of the recording
 * @machine: holds the symbols of the recording; NULL: perf_dump_record() adds addresses only
 * @zeros: perf_dump_counts() also lists types and events without records
 * @types: number of records counted so far, by record type
 * @unknown: number of records whose type perf_data_record_name() has no name for
 * @samples: number of samples counted so far, by perf_data_event.index
 *
 * The caller sets the first three, the rest to zero.
 */
struct perf_dump {
	const struct perf_data *data;
	struct perf_machine *machine;
	bool zeros;
	uint64_t types[PERF_RECORD_USER_END];
	uint64_t unknown;
	struct perf_map samples;
};
void perf_dump_record(struct perf_dump *dump, struct perf_str *str,
		      const struct perf_data_record *record);
void perf_dump_count(struct perf_dump *dump, const struct perf_data_record *record);
void perf_dump_counts(const struct perf_dump *dump, struct perf_str *str);
void perf_dump_free(struct perf_dump *dump);

#endif /* PERF_LINES_DUMP_TEXT_H */
