/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Creating output files.
 *
 * The tool also runs as root in directories of other users, who may have put a link, a pipe or
 * a file of their own at the path of its output. perf_output_open() creates a new file without
 * a name or with an unpredictable one, and renames it to the requested name: rename() replaces
 * a link or another user's file but never writes through it.
 */
#ifndef PERF_BASE_OUTPUT_H
#define PERF_BASE_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/types.h>

#include <base/error.h>

/* perf_output_open() renames the new file, so that it can be read while it grows. */
#define PERF_OUTPUT_AT_ONCE	1U

/* Fail with -EEXIST if a file is at the path; devices, pipes and /proc/PID/fd links still open. */
#define PERF_OUTPUT_NEW		2U

/* Append to an existing file, which must belong to this user or root. */
#define PERF_OUTPUT_APPEND	4U

/* Use the given mode, not that of the replaced file. */
#define PERF_OUTPUT_PRIVATE	8U

/**
 * struct perf_output - an output file
 * @fd: descriptor to write to, -1 if there is no file
 * @directory: descriptor of the file's directory, -1 if an existing file is written
 * @temporary: temporary name in @directory, NULL if the file has its own name or none
 * @name: final name in @directory
 * @path: path given to perf_output_open()
 * @is_new: PERF_OUTPUT_NEW was given
 * @is_named: the file has its final name
 *
 * PERF_OUTPUT_NONE is no file; perf_output_drop() accepts it.
 */
struct perf_output {
	int		fd;
	int		directory;
	char		*temporary;
	char		*name;
	char		*path;
	bool		is_new;
	bool		is_named;
};

#define PERF_OUTPUT_NONE	((struct perf_output){ .fd = -1, .directory = -1 })

int perf_output_open(struct perf_output *output, const char *path, mode_t mode,
		     unsigned int flags, struct perf_error *error);
int perf_output_commit(struct perf_output *output, struct perf_error *error);
void perf_output_drop(struct perf_output *output);
int perf_output_find(const char *path, struct stat *status);
int perf_output_write(const char *path, mode_t mode, const void *data, size_t size,
		      struct perf_error *error);

#endif
