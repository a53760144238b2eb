/* SPDX-License-Identifier: GPL-2.0-only */
/* Records as they are in the file: their bytes, and what they say. */
#ifndef PERF_LINES_DUMP_TEXT_H
#define PERF_LINES_DUMP_TEXT_H

#include <base/map.h>
#include <base/str.h>
#include <data/reader.h>

/**
 * struct perf_dump - a dump
 * @data: what is dumped
 * @machine: knows the symbols of what is dumped; NULL: show addresses only
 * @zeros: perf_dump_counts() tells also of which types and events there are none
 * @types: by number of the type: how many records, once they were dumped
 * @unknown: records of types that have no name
 * @samples: by index of the event: how many samples
 *
 * Set the first three, the rest zero.
 */
struct perf_dump {
	const struct perf_data *data;
	struct perf_machine *machine;
	bool zeros;
	uint64_t types[PERF_RECORD_USER_END];
	uint64_t unknown;
	struct perf_map samples;
};

/**
 * perf_dump_record() - add a record, and count it
 * @dump: dump
 * @str: text is added here
 * @record: any record
 */
void perf_dump_record(struct perf_dump *dump, struct perf_str *str,
		      const struct perf_data_record *record);

/** perf_dump_count() - only count a record */
void perf_dump_count(struct perf_dump *dump, const struct perf_data_record *record);

/** perf_dump_counts() - add how many records of which type there were */
void perf_dump_counts(const struct perf_dump *dump, struct perf_str *str);

/** perf_dump_free() - free the counts */
void perf_dump_free(struct perf_dump *dump);

#endif /* PERF_LINES_DUMP_TEXT_H */
