/* SPDX-License-Identifier: GPL-2.0 */
/* struct perf_record: the state of a recording, private to this library. */
#ifndef PERF_RECORD_STATE_H
#define PERF_RECORD_STATE_H

#include <base/map.h>
#include <data/env.h>
#include <data/writer.h>
#include <event/set.h>
#include <record/dsos.h>
#include <record/record.h>
#include <record/rings.h>
#include <record/trigger.h>
#include <sys/child.h>
#include <sys/control.h>

/**
 * struct perf_record - a recording
 * @config: its options
 * @watch: callbacks into the command
 * @list: the events
 * @threads, @cpus: threads and CPUs to record
 * @set: the events, opened
 * @rings: their rings
 * @trigger: events whose hits start a new file
 * @child: the program
 * @writer: the current file
 * @path: its name, as the user gave it
 * @stream: output is a stream, which does not seek
 * @tracing: formats of tracepoints
 * @counts: counts of the current file
 * @total: counts of all finished files
 * @lost: by event id, number of lost samples that LOST_SAMPLES records of a file have reported
 * @dsos: mapped files
 * @wakeups: passes over the rings that found records
 * @files: number of finished files
 * @old_files: their names, with --switch-output, oldest first, limited by @config->switch_files
 * @nr_old_files: number of @old_files
 * @named_at: time in the newest of these names, in hundredths of a second since 1970
 * @last_size, @last_raw_size: bytes of the last file, and of its uncompressed records
 * @exit_status: of the program, as from waitpid()
 * @control: channel of commands
 * @mapped: @rings are mapped
 */
struct perf_record {
	const struct perf_record_config *config;
	struct perf_record_watch watch;
	struct perf_event_list list;
	struct perf_threads threads;
	struct perf_cpus cpus;
	struct perf_event_set set;
	struct perf_record_rings rings;
	struct perf_record_trigger trigger;
	struct perf_child child;
	struct perf_data_writer *writer;
	const char *path;
	bool stream;
	struct perf_str tracing;
	struct perf_record_counts counts;
	struct perf_record_counts total;
	struct perf_map lost;
	struct perf_record_dsos dsos;
	uint64_t wakeups;
	unsigned int files;
	char **old_files;
	size_t nr_old_files;
	uint64_t named_at;
	uint64_t last_size;
	uint64_t last_raw_size;
	int exit_status;
	struct perf_control control;
	bool mapped;
};

#endif /* PERF_RECORD_STATE_H */
