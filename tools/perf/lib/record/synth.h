/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Synthesized records: about the system before recording began, and about the recording itself.
 *
 * perf_synth_end() completes them in perf_synth.records, a string that the caller writes out.
 */
#ifndef PERF_RECORD_SYNTH_H
#define PERF_RECORD_SYNTH_H

#include <stdbool.h>
#include <stdint.h>
#include <base/str.h>
#include <data/format.h>
#include <event/spec.h>
#include <sys/cpus.h>
#include <sys/threads.h>

/**
 * struct perf_synth - how to synthesize records
 * @records: receives the records
 * @trailer: bytes of the sample_id trailer of kernel records; zeroes here
 * @data_maps: also write mappings without execute permission
 * @no_maps: write tasks without their mappings
 * @namespaces: also write NAMESPACES records
 */
struct perf_synth {
	struct perf_str *records;
	size_t trailer;
	bool data_maps;
	bool no_maps;
	bool namespaces;
};
size_t perf_synth_begin(struct perf_synth *synth, const void *record, size_t size);
void perf_synth_end(struct perf_synth *synth, size_t start);
void perf_synth_task(struct perf_synth *synth, pid_t pid);
void perf_synth_comm(struct perf_synth *synth, pid_t pid, pid_t tid);
void perf_synth_all_tasks(struct perf_synth *synth);
void perf_synth_cgroups(struct perf_synth *synth);
void perf_synth_kernel(struct perf_synth *synth);
void perf_synth_threads(struct perf_synth *synth, const struct perf_threads *threads);
void perf_synth_cpus(struct perf_synth *synth, const struct perf_cpus *cpus);
void perf_synth_update(struct perf_synth *synth, uint64_t id, uint64_t type,
		       const void *data, size_t size);
void perf_synth_described(struct perf_synth *synth, uint64_t id,
			  const struct perf_event_spec *spec);
void perf_synth_mark(struct perf_synth *synth, uint32_t type);

#endif /* PERF_RECORD_SYNTH_H */
