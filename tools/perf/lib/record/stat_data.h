/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A recording of counts, for perf stat report. It has the events, and the threads and CPUs they
 * were counted in; for each reading all counts (PERF_RECORD_STAT), then its time
 * (PERF_RECORD_STAT_ROUND).
 */
#ifndef PERF_RECORD_STAT_DATA_H
#define PERF_RECORD_STAT_DATA_H

#include <stdbool.h>
#include <base/error.h>
#include <event/read.h>
#include <event/set.h>

/*
 * PERF_STAT_CONFIG_AGGR_MODE: how counts were shown. Values since perf 6.5, which also writes
 * PERF_STAT_CONFIG_AGGR_LEVEL; older versions have no cluster and no cache: core is 4 there.
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

/* PERF_STAT_CONFIG_AGGR_LEVEL if the user chose no cache level. */
#define PERF_STAT_DATA_NO_LEVEL	5

/**
 * struct perf_stat_data_config - options of a recording of counts
 * @path: file; "-": a stream to standard output
 * @mode: enum perf_stat_data_mode
 * @cache_level: level of the caches that counts were shown by; 0: the last level
 * @interval: ms between readings; 0: one reading at the end
 * @scale: the reader should scale counts up
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
int perf_stat_data_begin(const struct perf_stat_data_config *config,
			 const struct perf_event_set *set, const struct perf_cpus *cpus,
			 struct perf_stat_data **data, struct perf_error *error);
int perf_stat_data_add(struct perf_stat_data *data, const struct perf_counts *counts,
		       const uint64_t tool[], uint64_t ns, bool last, struct perf_error *error);
int perf_stat_data_end(struct perf_stat_data *data, struct perf_error *error);

#endif /* PERF_RECORD_STAT_DATA_H */
