/* SPDX-License-Identifier: GPL-2.0 */
/* perf_inject_run(): copy a recording and add build ids or jitted functions to it. */
#ifndef PERF_INJECT_INJECT_H
#define PERF_INJECT_INJECT_H

#include <stdbool.h>
#include <base/error.h>
#include <base/str.h>
#include <data/reader.h>
#include <inject/known_ids.h>
#include <inject/mmap_ids.h>

/**
 * struct perf_inject - options of a copy
 * @output: path, "-" for a stream to standard output
 * @fd: descriptor of @output, open and empty; unused for a stream
 * @build_ids: add the build ids of all mapped files
 * @mmap_ids: which mappings carry the build ids of their files; NONE with @jit
 * @known: with @build_ids and @mmap_ids: build ids that override those of the files and of the
 *	recording
 * @jit: make ELF files of the code in jitdump files, and map them
 * @jit_directory: with @jit: directory of these ELF files
 * @force: with @jit: also read jitdump files of other users and other processes
 */
struct perf_inject {
	const char *output;
	int fd;
	bool build_ids;
	enum perf_mmap_ids_mode mmap_ids;
	struct perf_known_ids known;
	bool jit;
	const char *jit_directory;
	bool force;
};

/**
 * struct perf_inject_result - counts of a copy
 * @records: records written
 * @build_ids: build ids added
 * @functions: ELF files made
 * @mappings: mappings of jitted functions, one for each load or move
 * @dumps: jitdump files read
 * @nr_refused: jitdump files refused
 * @refused: one line with the reason for each of @nr_refused; free with perf_str_free()
 */
struct perf_inject_result {
	uint64_t records;
	size_t build_ids;
	size_t functions;
	size_t mappings;
	size_t dumps;
	size_t nr_refused;
	struct perf_str refused;
};
int perf_inject_run(struct perf_data *data, const struct perf_inject *inject,
		    struct perf_inject_result *result, struct perf_error *error);

#endif /* PERF_INJECT_INJECT_H */
