// SPDX-License-Identifier: GPL-2.0
/* Source files by line. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <annotate/source.h>
#include <base/input.h>

#define PATH_SIZE	4096

/*
 * Store the path on this machine in @path: remove sources->strip directories, prepend the prefix.
 */
static void source_place(const struct perf_sources *sources, const char *file, char *path,
			 size_t size)
{
	unsigned int i;

	for (i = 0; i < sources->strip && *file == '/'; i++) {
		const char *slash = strchr(file + 1, '/');

		if (!slash)
			break;
		file = slash;
	}
	snprintf(path, size, "%s%s", sources->prefix ? sources->prefix : "", file);
}

static void read_lines(struct perf_source_file *file, const char *path)
{
	const char **line;
	char *at, *end;

	file->text = perf_input_read(PERF_INPUT_SOURCE, path, NULL);
	for (at = file->text; at && *at; at = end + 1) {
		line = perf_vec_push(&file->lines);
		if (!line)
			return;
		*line = at;
		end = strchr(at, '\n');
		if (!end)
			return;
		*end = '\0';
		if (end > at && end[-1] == '\r')
			end[-1] = '\0';
	}
}

/**
 * perf_source_line() - return a line of a file
 * @sources: files
 * @name: name in debug information
 * @line: number, from 1
 * @foreign: another user has chosen @name: return only lines of files that all users may read,
 *	since that user may see the output
 *
 * Return: the line without its newline, NULL if the file cannot be read or is shorter.
 */
const char *perf_source_line(struct perf_sources *sources, const char *name, unsigned int line,
			     bool foreign)
{
	uint32_t id = perf_intern(&sources->names, name);
	struct perf_source_file *file;
	char path[PATH_SIZE];

	if (id == PERF_INTERN_NONE)
		return NULL;
	while (sources->files.count <= id)
		if (!perf_vec_push(&sources->files))
			return NULL;
	file = &sources->files.at[id];
	if (!file->tried) {
		file->tried = true;
		source_place(sources, name, path, sizeof(path));
		file->public = perf_input_is_public(path);
		read_lines(file, path);
	}
	if (foreign && !file->public)
		return NULL;
	return line && line <= file->lines.count ? file->lines.at[line - 1] : NULL;
}

/** perf_sources_free() - free all */
void perf_sources_free(struct perf_sources *sources)
{
	struct perf_source_file *file;

	perf_vec_each(&sources->files, file) {
		perf_vec_free(&file->lines);
		free(file->text);
	}
	perf_vec_free(&sources->files);
	perf_intern_free(&sources->names);
}
