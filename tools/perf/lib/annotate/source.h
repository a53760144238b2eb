/* SPDX-License-Identifier: GPL-2.0 */
/* Source files by line. */
#ifndef PERF_ANNOTATE_SOURCE_H
#define PERF_ANNOTATE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <base/map.h>
#include <base/vec.h>

/* A file, read at the first perf_source_line() for it. */
struct perf_source_file {
	PERF_VEC(const char *) lines;
	char *text;
	bool tried;
	bool public;	/* readable by all users */
};

/**
 * struct perf_sources - source files
 * @files: by index of the name
 * @names: names of the files
 * @prefix: prepended to the names of files, or NULL
 * @strip: number of leading directories removed from names before that
 *
 * The caller sets @prefix and @strip; the rest is zero.
 */
struct perf_sources {
	PERF_VEC(struct perf_source_file) files;
	struct perf_intern names;
	const char *prefix;
	unsigned int strip;
};
const char *perf_source_line(struct perf_sources *sources, const char *file, unsigned int line,
			     bool foreign);
void perf_sources_free(struct perf_sources *sources);

#endif /* PERF_ANNOTATE_SOURCE_H */
