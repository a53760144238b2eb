/* SPDX-License-Identifier: GPL-2.0 */
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

struct perf_out *script_files_out(struct script_files *files, const char *recording,
				  const struct perf_data_event *event, struct perf_error *error);
int script_files_finish(struct script_files *files, struct perf_error *error);
void script_files_free(struct script_files *files);

#endif /* PERF_CMD_SCRIPT_FILES_H */
