// SPDX-License-Identifier: GPL-2.0
/* perf script --per-event-dump: write the samples of each event to a separate file. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <base/output.h>

#include "common/print.h"
#include "script/script_files.h"

/* event->name may contain slashes, which become '_' in the file name. */
static char *name_file(const char *recording, const struct perf_data_event *event)
{
	struct perf_str path = { 0 };
	size_t start;
	char *at;

	perf_str_format(&path, "%s.", recording);
	start = path.length;
	perf_str_format(&path, "%s.dump", event->name);
	at = perf_str_steal(&path);
	if (at)
		for (char *slash = at + start; (slash = strchr(slash, '/')); slash++)
			*slash = '_';
	return at;
}

static int open_file(struct script_file *file, struct perf_error *error)
{
	int err;

	if (!file->path)
		return perf_error_memory(error);
	err = perf_output_open(&file->output, file->path, 0600, PERF_OUTPUT_PRIVATE, error);
	file->out.fd = file->output.fd;
	if (!err)
		return 0;
	free(file->path);
	file->path = NULL;
	return err;
}

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
				  const struct perf_data_event *event, struct perf_error *error)
{
	struct script_file *file;

	while (files->list.count <= event->index)
		if (!perf_vec_push(&files->list)) {
			perf_error_memory(error);
			return NULL;
		}
	file = &files->list.at[event->index];
	if (!file->path) {
		file->path = name_file(recording, event);
		if (open_file(file, error))
			return NULL;
	}
	file->samples++;
	return &file->out;
}

/**
 * script_files_finish() - flush and commit the files, and print their sizes
 * @files: files
 * @error: filled on failure
 *
 * Return: 0 or the negative errno of a write that failed.
 */
int script_files_finish(struct script_files *files, struct perf_error *error)
{
	struct script_file *file;
	struct stat status;
	int err;

	perf_vec_each(&files->list, file) {
		if (!file->path)
			continue;
		err = perf_out_flush(&file->out);
		if (err)
			return perf_error_set(error, -err, "cannot write '%s': %s", file->path,
					      strerror(-err));
		if (fstat(file->out.fd, &status))
			status.st_size = 0;
		err = perf_output_commit(&file->output, error);
		if (err)
			return err;
		perf_print("[ perf script: Wrote %.3f MB %s (%llu samples) ]\n",
			   (double)status.st_size / 1024.0 / 1024.0, file->path,
			   (unsigned long long)file->samples);
	}
	return 0;
}

/** script_files_free() - close the files and free @files */
void script_files_free(struct script_files *files)
{
	struct script_file *file;

	perf_vec_each(&files->list, file) {
		if (!file->path)
			continue;
		perf_out_end(&file->out);
		perf_output_drop(&file->output);
		free(file->path);
	}
	perf_vec_free(&files->list);
}
