/* SPDX-License-Identifier: GPL-2.0-only */
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

/**
 * perf_counters_record() - add the count of a record
 * @counters: counts
 * @record: PERF_RECORD_READ; other records are ignored
 *
 * An event has a record for each CPU that it counted on; their counts are added.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_counters_record(struct perf_counters *counters, const struct perf_data_record *record);

/**
 * perf_counters_value() - return the count of an event in a thread
 * @counters: counts
 * @thread: index in @counters->threads
 * @event: index in @counters->events
 *
 * Return: the count, 0 if none was recorded.
 */
uint64_t perf_counters_value(const struct perf_counters *counters, size_t thread, size_t event);

/** perf_counters_free() - free the counts */
void perf_counters_free(struct perf_counters *counters);

#endif /* PERF_REPORT_COUNTERS_H */
