/* SPDX-License-Identifier: GPL-2.0-only */
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

/**
 * perf_synth_begin() - append the fixed part of a record
 * @synth: output
 * @record: the record; header.size is set by perf_synth_end()
 * @size: bytes of @record
 *
 * Return: offset of the record, for perf_synth_end().
 */
size_t perf_synth_begin(struct perf_synth *synth, const void *record, size_t size);

/**
 * perf_synth_end() - complete a record: pad it, append its trailer, set its size
 * @synth: output
 * @start: value that perf_synth_begin() returned
 *
 * A record longer than PERF_DATA_RECORD_MAX is removed again.
 */
void perf_synth_end(struct perf_synth *synth, size_t start);

/**
 * perf_synth_task() - write a process, its threads and its mappings
 * @synth: output
 * @pid: process; has no effect if it has ended
 */
void perf_synth_task(struct perf_synth *synth, pid_t pid);

/**
 * perf_synth_comm() - write the name of a thread, and its namespaces if @synth->namespaces
 * @synth: output
 * @pid: process
 * @tid: thread
 */
void perf_synth_comm(struct perf_synth *synth, pid_t pid, pid_t tid);

/** perf_synth_all_tasks() - write all processes */
void perf_synth_all_tasks(struct perf_synth *synth);

/**
 * perf_synth_cgroups() - write all control groups
 * @synth: output
 *
 * Writes the hierarchy whose ids PERF_SAMPLE_CGROUP has; has no effect if it is not mounted.
 */
void perf_synth_cgroups(struct perf_synth *synth);

/**
 * perf_synth_kernel() - write the addresses of kernel and modules
 * @synth: output
 *
 * No record is appended if /proc/kallsyms hides the addresses (kernel.kptr_restrict).
 */
void perf_synth_kernel(struct perf_synth *synth);

/**
 * perf_synth_threads() - write THREAD_MAP
 * @synth: output
 * @threads: recorded threads
 */
void perf_synth_threads(struct perf_synth *synth, const struct perf_threads *threads);

/**
 * perf_synth_cpus() - write CPU_MAP
 * @synth: output
 * @cpus: recorded CPUs
 */
void perf_synth_cpus(struct perf_synth *synth, const struct perf_cpus *cpus);

/**
 * perf_synth_update() - write EVENT_UPDATE
 * @synth: output
 * @id: of the event
 * @type: PERF_UPDATE_NAME, PERF_UPDATE_UNIT, PERF_UPDATE_SCALE or PERF_UPDATE_CPUS
 * @data: text, double or list of CPUs
 * @size: bytes of @data
 */
void perf_synth_update(struct perf_synth *synth, uint64_t id, uint64_t type,
		       const void *data, size_t size);

/**
 * perf_synth_described() - write the unit, scale and name of an event, which attributes do not hold
 * @synth: output
 * @id: of the event
 * @spec: the event
 */
void perf_synth_described(struct perf_synth *synth, uint64_t id,
			  const struct perf_event_spec *spec);

/** perf_synth_mark() - write a record that is only a header: FINISHED_ROUND, FINISHED_INIT */
void perf_synth_mark(struct perf_synth *synth, uint32_t type);

#endif /* PERF_RECORD_SYNTH_H */
