/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Making the files that a user asked for.
 *
 * The tool runs as root, too, in directories of others, who may have put a link, a pipe or a
 * file of their own in the place of its output. perf_output_open() always makes a new file
 * under a name that nobody can guess, and gives it the name that was asked for by rename(),
 * which replaces a link or another user's file but never writes through it.
 */
#ifndef PERF_BASE_OUTPUT_H
#define PERF_BASE_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/types.h>

#include <base/error.h>

/* The new file gets its name at once, for those who read while it grows. */
#define PERF_OUTPUT_AT_ONCE	1U

/* Nothing but a directory entry that is not there yet will do: -EEXIST. */
#define PERF_OUTPUT_NEW		2U

/* Text goes behind what is there, if that is the user's own. */
#define PERF_OUTPUT_APPEND	4U

/* The file is the user's alone, whatever the mode of the one that it replaces. */
#define PERF_OUTPUT_PRIVATE	8U

/**
 * struct perf_output - a file that is being made
 * @fd: where to write, -1 if there is none
 * @directory: of the file, -1 if nothing will be renamed
 * @temporary: name in @directory until it gets its own, NULL if it has that or none
 * @name: name in @directory
 * @path: as it was asked for
 * @is_new: PERF_OUTPUT_NEW was asked for
 * @is_named: it has its name already
 *
 * With @fd -1 there is nothing, and perf_output_drop() does nothing.
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
