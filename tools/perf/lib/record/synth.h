/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Records about what was there before recording began, and about the recording itself.
 *
 * They are appended to a string that the caller writes out.
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
 * struct perf_synth - how to make records
 * @records: where to
 * @trailer: bytes of the sample_id trailer that kernel records have; it is all zero
 * @data_maps: mappings without execute permission too
 * @no_maps: tasks without their mappings
 * @namespaces: NAMESPACES records too
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
 * @synth: how
 * @record: the record; header.size is set by perf_synth_end()
 * @size: bytes of it
 *
 * Return: where the record begins, for perf_synth_end().
 */
size_t perf_synth_begin(struct perf_synth *synth, const void *record, size_t size);

/**
 * perf_synth_end() - complete a record: pad it, append its trailer, set its size
 * @synth: how
 * @start: what perf_synth_begin() said
 *
 * A record that is too long is taken back.
 */
void perf_synth_end(struct perf_synth *synth, size_t start);

/**
 * perf_synth_task() - a process, its threads and its mappings
 * @synth: how
 * @pid: process; nothing happens if it is gone
 */
void perf_synth_task(struct perf_synth *synth, pid_t pid);

/**
 * perf_synth_comm() - only the name of a thread, and its namespaces if they are wanted
 * @synth: how
 * @pid: process
 * @tid: thread
 */
void perf_synth_comm(struct perf_synth *synth, pid_t pid, pid_t tid);

/** perf_synth_all_tasks() - all processes there are */
void perf_synth_all_tasks(struct perf_synth *synth);

/**
 * perf_synth_cgroups() - all control groups there are
 * @synth: how
 *
 * Those of the hierarchy that samples tell of; nothing where none is mounted.
 */
void perf_synth_cgroups(struct perf_synth *synth);

/**
 * perf_synth_kernel() - where kernel and modules are
 * @synth: how
 *
 * Nothing, if the kernel does not tell its addresses.
 */
void perf_synth_kernel(struct perf_synth *synth);

/**
 * perf_synth_threads() - THREAD_MAP
 * @synth: how
 * @threads: what is recorded
 */
void perf_synth_threads(struct perf_synth *synth, const struct perf_threads *threads);

/**
 * perf_synth_cpus() - CPU_MAP
 * @synth: how
 * @cpus: what is recorded
 */
void perf_synth_cpus(struct perf_synth *synth, const struct perf_cpus *cpus);

/**
 * perf_synth_update() - EVENT_UPDATE
 * @synth: how
 * @id: of the event
 * @type: PERF_UPDATE_NAME, PERF_UPDATE_UNIT, PERF_UPDATE_SCALE or PERF_UPDATE_CPUS
 * @data: text, double or list of CPUs
 * @size: of @data
 */
void perf_synth_update(struct perf_synth *synth, uint64_t id, uint64_t type,
		       const void *data, size_t size);

/**
 * perf_synth_described() - what the attributes do not tell of an event: unit, scale, name
 * @synth: how
 * @id: of the event
 * @spec: the event
 */
void perf_synth_described(struct perf_synth *synth, uint64_t id,
			  const struct perf_event_spec *spec);

/** perf_synth_mark() - a record that is a header only: FINISHED_ROUND, FINISHED_INIT */
void perf_synth_mark(struct perf_synth *synth, uint32_t type);

#endif /* PERF_RECORD_SYNTH_H */
