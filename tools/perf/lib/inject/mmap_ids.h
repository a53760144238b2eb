/* SPDX-License-Identifier: GPL-2.0 */
/* Mappings that carry the build ids of their files. */
#ifndef PERF_INJECT_MMAP_IDS_H
#define PERF_INJECT_MMAP_IDS_H

#include <stdbool.h>
#include <base/map.h>
#include <base/str.h>
#include <data/env.h>
#include <data/reader.h>
#include <inject/known_ids.h>
#include <model/machine.h>

/**
 * enum perf_mmap_ids_mode - which mappings of a copy carry a build id
 * @PERF_MMAP_IDS_NONE: those that carry one in the recording
 * @PERF_MMAP_IDS_ALL: all of files whose build id is known
 * @PERF_MMAP_IDS_USED: the same, but only mappings that contain an address of a sample are kept
 */
enum perf_mmap_ids_mode {
	PERF_MMAP_IDS_NONE,
	PERF_MMAP_IDS_ALL,
	PERF_MMAP_IDS_USED,
};

/**
 * struct perf_mmap_id_names - build ids of a recording, by file name
 * @key: secret of the hash
 * @first: hash of a name to the index of its first build id in perf_data_env.build_ids
 * @nr: number of build ids already in @first
 */
struct perf_mmap_id_names {
	struct perf_hash_key key;
	struct perf_map first;
	size_t nr;
};

/**
 * struct perf_mmap_ids - state of a copy
 * @mode: which mappings
 * @known: build ids given by the user of the tool
 * @recorded: build ids of the recording
 * @known_names: names in @known
 * @recorded_names: names in @recorded
 * @machine: USED: mappings at the time of a record
 * @written: USED: mappings that the copy has, by hash of pid, @execs, range and file
 * @execs: USED: number of exec()s by pid
 */
struct perf_mmap_ids {
	enum perf_mmap_ids_mode mode;
	const struct perf_known_ids *known;
	const struct perf_data_env *recorded;
	struct perf_mmap_id_names known_names;
	struct perf_mmap_id_names recorded_names;
	struct perf_machine *machine;
	struct perf_map written;
	struct perf_map execs;
};

int perf_mmap_ids_record(struct perf_mmap_ids *ids, const struct perf_data_record *record,
			 const char *name, struct perf_str *records);
void perf_mmap_ids_free(struct perf_mmap_ids *ids);

#endif /* PERF_INJECT_MMAP_IDS_H */
