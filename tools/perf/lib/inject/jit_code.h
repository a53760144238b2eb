/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Code made at run time becomes ELF files, and mappings of these from the moment on at
 * which each piece was made.
 */
#ifndef PERF_INJECT_JIT_CODE_H
#define PERF_INJECT_JIT_CODE_H

#include <base/error.h>
#include <base/map.h>
#include <base/str.h>
#include <base/vec.h>
#include <data/reader.h>

/* A mapping that will be put into the recording. */
struct perf_jit_mapping {
	uint64_t time;
	size_t record;	/* where it begins in perf_jit_code.records */
	size_t size;
};

/**
 * struct perf_jit_code - what was made at run time
 * @mappings: by time from @next on
 * @records: MMAP2 records
 * @files: files that were read
 * @next: the first mapping that was not taken
 * @functions: how many there are
 *
 * All zero is nothing. Free with perf_jit_code_free().
 */
struct perf_jit_code {
	PERF_VEC(struct perf_jit_mapping) mappings;
	struct perf_str records;
	struct perf_intern files;
	size_t next;
	size_t functions;
};

/**
 * perf_jit_code_add() - read a jitdump file, unless that was done
 * @code: result
 * @path: file; the ELF files are put beside it, as jitted-PID-INDEX.so
 * @attr: of the event whose layout the records are to have
 * @error: text
 *
 * Return: 0 or a negative errno.
 */
int perf_jit_code_add(struct perf_jit_code *code, const char *path,
		      const struct perf_event_attr *attr, struct perf_error *error);

/**
 * perf_jit_code_next() - the next mapping that was made before some time
 * @code: code
 * @time: ns; UINT64_MAX: the next one, whenever
 *
 * Return: the record, valid until the next call of perf_jit_code_add(); NULL if there is
 * none.
 */
const struct perf_event_header *perf_jit_code_next(struct perf_jit_code *code, uint64_t time);

/** perf_jit_code_free() - free it */
void perf_jit_code_free(struct perf_jit_code *code);

#endif /* PERF_INJECT_JIT_CODE_H */
