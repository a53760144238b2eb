/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Jitted functions become ELF files, which are mapped from the time on at which each function was
 * generated.
 */
#ifndef PERF_INJECT_JIT_CODE_H
#define PERF_INJECT_JIT_CODE_H

#include <stdbool.h>
#include <base/error.h>
#include <base/map.h>
#include <base/str.h>
#include <base/vec.h>
#include <data/reader.h>
#include <inject/jit_memory.h>

/* A mapping to be written into the copy. */
struct perf_jit_mapping {
	uint64_t time;
	size_t record;	/* offset of its MMAP2 record in perf_jit_code.records */
};

/**
 * struct perf_jit_mapper - the process that has mapped a jitdump file
 * @pid: its pid
 * @attr: attributes of its event, which define the trailer of records
 */
struct perf_jit_mapper {
	int32_t pid;
	const struct perf_event_attr *attr;
};

/**
 * struct perf_jit_code - the jitted functions of a recording
 * @directory: directory for ELF files; set by the caller
 * @force: also read dumps of other users and processes; set by the caller
 * @mappings: all mappings; from @next on sorted by time
 * @records: MMAP2 records
 * @files: dumps seen, as pid with path, and as pid with device and inode
 * @refused: one line for each dump that was refused
 * @nr_refused: number of these
 * @next: index of the first mapping that perf_jit_code_next() has not returned
 * @memory: locations of the functions at that time
 * @functions: ELF files made
 * @dumps: dumps read
 * @failed: memory ran out
 *
 * All other fields start as zero. Free with perf_jit_code_free().
 */
struct perf_jit_code {
	const char *directory;
	bool force;
	PERF_VEC(struct perf_jit_mapping) mappings;
	struct perf_str records;
	struct perf_intern files;
	struct perf_str refused;
	size_t nr_refused;
	size_t next;
	struct perf_jit_memory memory;
	size_t functions;
	size_t dumps;
	bool failed;
};
int perf_jit_code_add(struct perf_jit_code *code, const char *path,
		      const struct perf_jit_mapper *mapper, struct perf_error *error);
const struct perf_event_header *perf_jit_code_next(struct perf_jit_code *code, uint64_t time);
int perf_jit_code_again(const struct perf_jit_code *code, const struct perf_jit_piece *piece,
			const struct perf_jit_mapper *mapper, uint64_t time,
			struct perf_str *record);
void perf_jit_code_free(struct perf_jit_code *code);

#endif /* PERF_INJECT_JIT_CODE_H */
