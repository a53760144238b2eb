/* SPDX-License-Identifier: GPL-2.0 */
/* The files that recorded processes have mapped: perf_record_dsos_list() lists their build ids. */
#ifndef PERF_RECORD_DSOS_H
#define PERF_RECORD_DSOS_H

#include <stdbool.h>
#include <base/map.h>
#include <base/vec.h>
#include <data/env.h>
#include <record/mapped.h>

/**
 * struct perf_record_file - a mapped file; several files may have one name
 * @name: index of the name in perf_record_dsos.names
 * @id: device and inode; all zero: unknown
 * @build_id, @size: from the mapping, which has no @id then; @size 0: the mapping holds none
 */
struct perf_record_file {
	uint32_t name;
	struct perf_file_id id;
	uint8_t build_id[PERF_BUILD_ID_SIZE];
	uint8_t size;
};

/**
 * struct perf_record_dsos - mapped files
 * @names: their names, each once
 * @files: the files. A name may have several, in containers or one after the other
 * @last: by name: index in @files + 1 of the file last mapped under it
 * @by_id: hash of name and identity to index in @files + 1
 * @kernel: the kernel was mapped
 * @mapped: reads each file as soon as it is mapped; NULL: files are opened by name at the end
 */
struct perf_record_dsos {
	struct perf_intern names;
	PERF_VEC(struct perf_record_file) files;
	PERF_VEC(uint32_t) last;
	struct perf_map by_id;
	bool kernel;
	struct perf_mapped *mapped;
};
void perf_record_dsos_add(struct perf_record_dsos *dsos, const struct perf_event_header *header);
void perf_record_dsos_list(const struct perf_record_dsos *dsos, struct perf_data_env *env);
void perf_record_dsos_free(struct perf_record_dsos *dsos);

#endif /* PERF_RECORD_DSOS_H */
