/* SPDX-License-Identifier: GPL-2.0-only */
/* A recording copied into another one, with things added on the way. */
#ifndef PERF_INJECT_INJECT_H
#define PERF_INJECT_INJECT_H

#include <stdbool.h>
#include <base/error.h>
#include <base/str.h>
#include <data/reader.h>
#include <inject/known_ids.h>
#include <inject/mmap_ids.h>

/**
 * struct perf_inject - what to do
 * @output: path, "-" for a stream on the standard output
 * @fd: unless that: the file, open and empty
 * @build_ids: add the build ids of all files that were mapped
 * @mmap_ids: which mappings say the build ids of their files; NONE with @jit
 * @known: with @build_ids and @mmap_ids: build ids that count whatever the files are, or the
 *	recording says
 * @jit: make ELF files of code that jitdump files describe, and map them
 * @jit_directory: with @jit: where those files go
 * @force: with @jit: read jitdump files of other users and other processes too
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
 * struct perf_inject_result - what was done
 * @records: copied
 * @build_ids: added
 * @functions: ELF files made
 * @mappings: of these, added to the copy
 * @dumps: jitdump files read
 * @nr_refused: jitdump files that were not
 * @refused: a line for each of these, which says why; free with perf_str_free()
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

/**
 * perf_inject_run() - copy a recording
 * @data: opened, in the order of time with @inject->jit and PERF_MMAP_IDS_USED, and not read
 *	from yet
 * @inject: what to do
 * @result: what was done
 * @error: text
 *
 * Return: 0 or a negative errno: -EOPNOTSUPP for recordings with data of the AUX area, or
 * of the other byte order.
 */
int perf_inject_run(struct perf_data *data, const struct perf_inject *inject,
		    struct perf_inject_result *result, struct perf_error *error);

#endif /* PERF_INJECT_INJECT_H */
