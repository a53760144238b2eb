/* SPDX-License-Identifier: GPL-2.0-only */
/* Files of source code, by line. */
#ifndef PERF_ANNOTATE_SOURCE_H
#define PERF_ANNOTATE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <base/map.h>
#include <base/vec.h>

/* A file, read when a line of it was first asked for. */
struct perf_source_file {
	PERF_VEC(const char *) lines;
	char *text;
	bool tried;
	bool public;	/* everybody may read it */
};

/**
 * struct perf_sources - files that were looked at
 * @prefix: put in front of the names of files, or NULL
 * @strip: so many directories are cut off the front of names before that
 *
 * Set these, the rest zero.
 */
struct perf_sources {
	PERF_VEC(struct perf_source_file) files;
	struct perf_intern names;
	const char *prefix;
	unsigned int strip;
};

/**
 * perf_source_line() - a line of a file
 * @sources: files
 * @file: as debug information names it
 * @line: from 1
 * @foreign: another user has named the file: if not everybody may read it, neither does that
 *	user, who would like to see it in what is shown to him
 *
 * Return: the line without its end, NULL if the file cannot be read or is shorter.
 */
const char *perf_source_line(struct perf_sources *sources, const char *file, unsigned int line,
			     bool foreign);

/** perf_sources_free() - free all */
void perf_sources_free(struct perf_sources *sources);

#endif /* PERF_ANNOTATE_SOURCE_H */
