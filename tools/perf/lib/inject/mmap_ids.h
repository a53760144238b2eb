/* SPDX-License-Identifier: GPL-2.0-only */
/* Mappings that say the build ids of their files. */
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
 * enum perf_mmap_ids_mode - which mappings of a copy have a build id
 * @PERF_MMAP_IDS_NONE: those that have one in the recording
 * @PERF_MMAP_IDS_ALL: all of files whose build id is known
 * @PERF_MMAP_IDS_USED: of these only those are in the copy that a sample has an address in
 */
enum perf_mmap_ids_mode {
	PERF_MMAP_IDS_NONE,
	PERF_MMAP_IDS_ALL,
	PERF_MMAP_IDS_USED,
};

/**
 * struct perf_mmap_id_names - build ids of a recording, by the names of their files
 * @key: secret of the hash
 * @first: number of the first build id of a name in perf_data_env::build_ids, by the name's hash
 * @nr: build ids that are in @first
 */
struct perf_mmap_id_names {
	struct perf_hash_key key;
	struct perf_map first;
	size_t nr;
};

/**
 * struct perf_mmap_ids - what is known while a recording is copied
 * @mode: which mappings
 * @known: build ids that somebody knows
 * @recorded: the recording's own
 * @known_names: names in @known
 * @recorded_names: names in @recorded
 * @machine: USED: what is mapped at the time of a record
 * @written: USED: mappings that the copy has, by process and place
 * @execs: USED: how many programs a process has run, by pid
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
