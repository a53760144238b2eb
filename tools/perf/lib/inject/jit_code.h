/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Code made at run time becomes ELF files, and mappings of these from the moment on at
 * which each piece was made.
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

/* A mapping that will be put into the recording. */
struct perf_jit_mapping {
	uint64_t time;
	size_t record;	/* where it begins in perf_jit_code.records */
};

/**
 * struct perf_jit_mapper - the process that has mapped a jitdump file
 * @pid: its number
 * @attr: of the event whose layout records of it have
 */
struct perf_jit_mapper {
	int32_t pid;
	const struct perf_event_attr *attr;
};

/**
 * struct perf_jit_code - what was made at run time
 * @directory: where ELF files go; set by the caller
 * @force: read dumps of other users and processes too; set by the caller
 * @mappings: by time from @next on
 * @records: MMAP2 records
 * @files: process and path of dumps that were looked at
 * @refused: a line for each dump that was not read
 * @nr_refused: how many
 * @next: the first mapping that was not taken
 * @memory: where the functions lie by then
 * @functions: how many there are
 * @dumps: dumps that were read
 * @failed: there was no memory
 *
 * All else zero is nothing. Free with perf_jit_code_free().
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

/**
 * perf_jit_code_add() - read a jitdump file, unless that was done
 * @code: result
 * @path: file
 * @mapper: process that has mapped it, which all its functions are taken to be of
 * @error: text
 *
 * A file that cannot be read, or that must not be, is noted in @code->refused.
 *
 * Return: 0, or a negative errno if the ELF files cannot be made.
 */
int perf_jit_code_add(struct perf_jit_code *code, const char *path,
		      const struct perf_jit_mapper *mapper, struct perf_error *error);

/**
 * perf_jit_code_next() - the next mapping that was made before some time
 * @code: code
 * @time: ns; UINT64_MAX: the next one, whenever
 *
 * @code->memory has the function from then on.
 *
 * Return: the record, valid until the next call of perf_jit_code_add(); NULL if there is
 * none, or no memory: then @code->failed is set.
 */
const struct perf_event_header *perf_jit_code_next(struct perf_jit_code *code, uint64_t time);

/**
 * perf_jit_code_again() - a mapping once more, or a part of it, behind one that hides it
 * @code: code
 * @piece: where and which; @piece->function is not 0
 * @mapper: process whose mapping hides it, and the layout of its records
 * @time: of that mapping
 * @record: the record is appended
 *
 * Return: 0 or -ENOMEM.
 */
int perf_jit_code_again(const struct perf_jit_code *code, const struct perf_jit_piece *piece,
			const struct perf_jit_mapper *mapper, uint64_t time,
			struct perf_str *record);

/** perf_jit_code_free() - free it */
void perf_jit_code_free(struct perf_jit_code *code);

#endif /* PERF_INJECT_JIT_CODE_H */
