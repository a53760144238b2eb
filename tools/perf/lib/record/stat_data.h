/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A recording of counts: what perf stat counted, for perf stat report. It has the events, the
 * threads and CPUs they were counted in, all counts (STAT) of each reading, and after them
 * when that was (STAT_ROUND).
 */
#ifndef PERF_RECORD_STAT_DATA_H
#define PERF_RECORD_STAT_DATA_H

#include <stdbool.h>
#include <base/error.h>
#include <event/read.h>
#include <event/set.h>

/*
 * How counts were shown: the numbers that STAT_CONFIG has since perf 6.5, which also writes the
 * level of caches. Older ones have no cluster and no cache: a core is 4 there.
 */
enum perf_stat_data_mode {
	PERF_STAT_DATA_CPU	= 0,
	PERF_STAT_DATA_ALL	= 1,
	PERF_STAT_DATA_SOCKET	= 2,
	PERF_STAT_DATA_DIE	= 3,
	PERF_STAT_DATA_CLUSTER	= 4,
	PERF_STAT_DATA_CACHE	= 5,
	PERF_STAT_DATA_CORE	= 6,
	PERF_STAT_DATA_THREAD	= 7,
	PERF_STAT_DATA_NODE	= 9,
};

/* The level of caches in STAT_CONFIG if none was asked for. */
#define PERF_STAT_DATA_NO_LEVEL	5

/**
 * struct perf_stat_data_config - what is recorded
 * @path: file, "-" for a stream to the standard output
 * @mode: enum perf_stat_data_mode
 * @cache_level: of the caches that counts were shown by; 0: the last ones
 * @interval: ms between readings; 0: one at the end
 * @scale: counts are to be scaled up when they are shown
 * @cmdline, @cmdline_nr: command line for the header
 * @version: of the tool
 */
struct perf_stat_data_config {
	const char *path;
	unsigned int mode;
	int cache_level;
	uint64_t interval;
	bool scale;
	const char *const *cmdline;
	int cmdline_nr;
	const char *version;
};

struct perf_stat_data;

/**
 * perf_stat_data_begin() - create the recording
 * @config: must outlive it
 * @set: opened events, which must outlive it
 * @cpus: where they count, which must outlive it too
 * @data: result; end with perf_stat_data_end()
 * @error: text
 *
 * Return: 0 or a negative errno.
 */
int perf_stat_data_begin(const struct perf_stat_data_config *config,
			 const struct perf_event_set *set, const struct perf_cpus *cpus,
			 struct perf_stat_data **data, struct perf_error *error);

/**
 * perf_stat_data_add() - a reading
 * @data: recording
 * @counts: since the start
 * @tool: what the tool counted itself since the start, by enum perf_tool_event
 * @ns: when, since the start
 * @last: no other one follows
 * @error: text
 *
 * Return: 0 or a negative errno.
 */
int perf_stat_data_add(struct perf_stat_data *data, const struct perf_counts *counts,
		       const uint64_t tool[], uint64_t ns, bool last, struct perf_error *error);

/**
 * perf_stat_data_end() - complete the file and free all
 * @data: may be NULL
 * @error: text
 *
 * Return: 0 or a negative errno.
 */
int perf_stat_data_end(struct perf_stat_data *data, struct perf_error *error);

#endif /* PERF_RECORD_STAT_DATA_H */
