/* SPDX-License-Identifier: GPL-2.0-only */
/* perf script --per-event-dump: write the samples of each event to a separate file. */
#ifndef PERF_CMD_SCRIPT_FILES_H
#define PERF_CMD_SCRIPT_FILES_H

#include <base/out.h>
#include <base/output.h>
#include <base/vec.h>
#include <data/reader.h>

/* An output file; @samples counts the samples written to it. */
struct script_file {
	struct perf_out		out;
	struct perf_output	output;
	char			*path;
	uint64_t		samples;
};

/**
 * struct script_files - a file for each event
 * @list: files, indexed by event
 *
 * An all zero struct script_files is empty.
 */
struct script_files {
	PERF_VEC(struct script_file) list;
};

/**
 * script_files_out() - the output for a sample of an event
 * @files: files
 * @recording: path of the recording, prefix of the file names
 * @event: event
 * @error: filled on failure
 *
 * Creates the file at the event's first sample, and counts the sample.
 *
 * Return: the output; NULL with @error filled.
 */
struct perf_out *script_files_out(struct script_files *files, const char *recording,
				  const struct perf_data_event *event, struct perf_error *error);

/**
 * script_files_finish() - flush and commit the files, and print their sizes
 * @files: files
 * @error: filled on failure
 *
 * Return: 0 or the negative errno of a write that failed.
 */
int script_files_finish(struct script_files *files, struct perf_error *error);

/** script_files_free() - close the files and free @files */
void script_files_free(struct script_files *files);

#endif /* PERF_CMD_SCRIPT_FILES_H */
