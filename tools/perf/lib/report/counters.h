/* SPDX-License-Identifier: GPL-2.0 */
/* Counts of each thread at its end: PERF_RECORD_READ, recorded with attr.inherit_stat. */
#ifndef PERF_REPORT_COUNTERS_H
#define PERF_REPORT_COUNTERS_H

#include <stdint.h>
#include <base/map.h>
#include <base/vec.h>
#include <data/reader.h>

/* A thread with a PERF_RECORD_READ. */
struct perf_counters_thread {
	uint32_t pid;
	uint32_t tid;
};

/**
 * struct perf_counters - counts of threads, by event
 * @threads: in the order of their first records
 * @events: in the order of their first records
 * @seen: by the index of the event in the recording: true if in @events; may be shorter
 * @indexes: index + 1 in @threads, by pid << 32 | tid
 * @counts: by index in @threads << 32 | index of the event in the recording
 *
 * All zero is empty; free with perf_counters_free().
 */
struct perf_counters {
	PERF_VEC(struct perf_counters_thread) threads;
	PERF_VEC(const struct perf_data_event *) events;
	PERF_VEC(bool) seen;
	struct perf_map indexes;
	struct perf_map counts;
};
int perf_counters_record(struct perf_counters *counters, const struct perf_data_record *record);
uint64_t perf_counters_value(const struct perf_counters *counters, size_t thread, size_t event);
void perf_counters_free(struct perf_counters *counters);

#endif /* PERF_REPORT_COUNTERS_H */
