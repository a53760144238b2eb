/* SPDX-License-Identifier: GPL-2.0-only */
/* perf script --per-event-dump: the samples of each event in a file of its own. */
#ifndef PERF_CMD_SCRIPT_FILES_H
#define PERF_CMD_SCRIPT_FILES_H

#include <base/out.h>
#include <base/output.h>
#include <base/vec.h>
#include <data/reader.h>

/* A file, and how many samples were written to it. */
struct script_file {
	struct perf_out		out;
	struct perf_output	output;
	char			*path;
	uint64_t		samples;
};

/**
 * struct script_files - a file for each event, by the event's index
 *
 * All zero is none.
 */
struct script_files {
	PERF_VEC(struct script_file) list;
};

/**
 * script_files_out() - where an event's samples go
 * @files: files
 * @recording: path of the recording: names begin with it
 * @event: event
 * @error: text
 *
 * Return: its file, made if it is new, for one more sample; NULL with @error filled.
 */
struct perf_out *script_files_out(struct script_files *files, const char *recording,
				  const struct perf_data_event *event, struct perf_error *error);

/**
 * script_files_finish() - write what is left, and tell what was written
 * @files: files
 * @error: text
 *
 * Return: 0 or the negative errno of a write that failed.
 */
int script_files_finish(struct script_files *files, struct perf_error *error);

/** script_files_free() - close and free */
void script_files_free(struct script_files *files);

#endif /* PERF_CMD_SCRIPT_FILES_H */
