/* SPDX-License-Identifier: GPL-2.0-only */
/* The files that recorded processes have mapped, for the list of build ids. */
#ifndef PERF_RECORD_DSOS_H
#define PERF_RECORD_DSOS_H

#include <stdbool.h>
#include <base/map.h>
#include <base/vec.h>
#include <data/env.h>
#include <record/mapped.h>

/**
 * struct perf_record_file - a file that was mapped, of those that have one name
 * @name: number of the name
 * @id: which file it is; all zero: not known
 * @build_id, @size: as mappings have it, which have no @id then; 0: they have not
 */
struct perf_record_file {
	uint32_t name;
	struct perf_file_id id;
	uint8_t build_id[PERF_BUILD_ID_SIZE];
	uint8_t size;
};

/**
 * struct perf_record_dsos - files by name
 * @names: each once
 * @files: in containers, or one after the other, a name may be that of several
 * @last: number of the file that a name has got last + 1, by number of the name
 * @by_id: hash of name and file to index in @files + 1
 * @kernel: the kernel was mapped
 * @mapped: looks at each file as soon as it is mapped; NULL: they are looked for at the end, under
 *	their names
 */
struct perf_record_dsos {
	struct perf_intern names;
	PERF_VEC(struct perf_record_file) files;
	PERF_VEC(uint32_t) last;
	struct perf_map by_id;
	bool kernel;
	struct perf_mapped *mapped;
};

/**
 * perf_record_dsos_add() - note what a record says was mapped
 * @dsos: all zero at first, but @dsos->mapped
 * @header: a record; only MMAP and MMAP2 of code matter
 */
void perf_record_dsos_add(struct perf_record_dsos *dsos, const struct perf_event_header *header);

/**
 * perf_record_dsos_list() - look up build ids
 * @dsos: files
 * @env: the build ids are added to it
 *
 * Files that are gone or were replaced, or have no build id, are left out. Names of several
 * files are listed with all of these in @env->files.
 */
void perf_record_dsos_list(const struct perf_record_dsos *dsos, struct perf_data_env *env);

/** perf_record_dsos_free() - forget all; @dsos->mapped stays */
void perf_record_dsos_free(struct perf_record_dsos *dsos);

#endif /* PERF_RECORD_DSOS_H */
