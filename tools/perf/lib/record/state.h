/* SPDX-License-Identifier: GPL-2.0-only */
/* What a recording consists of: for the files of this library. */
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
 * @config: what was asked for
 * @watch: whom to tell
 * @list: the events
 * @threads, @cpus: where
 * @set: the events, opened
 * @rings: their rings
 * @trigger: events that ask for a new file
 * @child: the program
 * @writer: the current file
 * @path: its name, as the user gave it
 * @stream: it cannot be sought in
 * @tracing: formats of tracepoints
 * @counts: of the current file
 * @total: of all
 * @lost: by id, samples of the event that were lost and that a file tells of
 * @dsos: what was mapped
 * @wakeups: passes over the rings that found something
 * @files: finished files
 * @old_files: their names, with --switch-output, the oldest first; @config.switch_files
 *	of them are kept
 * @named_at: time that the newest of them is named after, hundredths of a second
 * @exit_status: of the program, as waitpid() says it
 * @control: where commands come from
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
