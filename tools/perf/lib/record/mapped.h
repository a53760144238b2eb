/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Files are read while the processes that have mapped them live.
 *
 * A file of a container can only be opened through a process of that container, and a program only
 * until it is replaced under its path. A separate thread opens the files: open() of a file of
 * another user may block as long as that user likes (FUSE).
 */
#ifndef PERF_RECORD_MAPPED_H
#define PERF_RECORD_MAPPED_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <base/file_id.h>
#include <data/env.h>
#include <record/build_id.h>

struct perf_mapped;

/**
 * struct perf_mapped_file - a mapping of a file
 * @number: of the file, from 0
 * @name: its path
 * @id: device and inode; all zero: unknown
 * @build_id, @build_id_size: from the mapping; size 0: none
 * @pid, @start, @end: process and addresses of the mapping
 */
struct perf_mapped_file {
	uint32_t number;
	const char *name;
	struct perf_file_id id;
	uint8_t build_id[PERF_BUILD_ID_SIZE];
	uint8_t build_id_size;
	pid_t pid;
	uint64_t start;
	uint64_t end;
};

/**
 * struct perf_mapped_found - result of reading a file
 * @build_id, @size: its build id; size 0: none
 */
struct perf_mapped_found {
	uint8_t build_id[PERF_BUILD_ID_SIZE];
	uint8_t size;
};

struct perf_mapped *perf_mapped_create(const char *cache);
void perf_mapped_look(struct perf_mapped *mapped, const struct perf_mapped_file *file);
void perf_mapped_look_again(struct perf_mapped *mapped, uint32_t number);
void perf_mapped_look_for_map(struct perf_mapped *mapped, pid_t pid);
void perf_mapped_finish(struct perf_mapped *mapped);
bool perf_mapped_find(struct perf_mapped *mapped, uint32_t number,
		      struct perf_mapped_found *found);
void perf_mapped_list_maps(struct perf_mapped *mapped, struct perf_data_env *env);
void perf_mapped_free(struct perf_mapped *mapped);

int perf_mapped_build_id(const char *path, const struct perf_file_id *id,
			 uint8_t build_id[PERF_BUILD_ID_SIZE]);

#endif /* PERF_RECORD_MAPPED_H */
