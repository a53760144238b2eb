// SPDX-License-Identifier: GPL-2.0
/*
 * perf archive: pack the programs and libraries of a recording, to read it elsewhere.
 * perf_archive_write() writes the archive in a confined child (perf_confined_run()).
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <archive/archive.h>
#include <archive/packer.h>
#include <sys/paths.h>

#include "common/command.h"
#include "common/confined.h"
#include "common/print.h"
#include "common/settings.h"

struct archive_options {
	const char *input;
	const char *output;
	bool all;
	bool force;
};

#define TYPE	struct archive_options

static const struct perf_option options[] = {
	PERF_OPT_TEXT(TYPE, input, 'i', "input", "FILE", "recording, instead of perf.data"),
	PERF_OPT_TEXT(TYPE, output, 'o', "output", "FILE",
		      "write FILE instead of the recording's name with .tar.zst behind it"),
	PERF_OPT_FLAG(TYPE, all, 'a', "all", "pack the recording too"),
	PERF_OPT_FLAG(TYPE, force, 'f', "force", "read a file that belongs to another user"),
	PERF_OPT_END
};

static const char *const usage[] = { "[OPTIONS] [FILE]", NULL };

static void archive_report(const struct perf_archive *archive)
{
	const char *line = perf_str_text(&archive->missing);

	while (*line) {
		int length = (int)strcspn(line, "\n");

		perf_command_warn(&perf_cmd_archive, "not found, or changed since: %.*s", length,
				  line);
		line += length + 1;
	}
	perf_print("Packed %u files. Now please run:\n\n$ tar xvf %s -C ~/.debug\n\n"
		   "wherever you need to run 'perf report' on.\n", archive->files,
		   archive->output);
}

/* perf_confined_work.context of the confined child. */
struct packing {
	const struct archive_options *opts;
	struct perf_archive archive;
};

static int archive_pack(struct packing *packing, const struct perf_data *data)
{
	struct perf_archive *archive = &packing->archive;
	struct perf_error error;
	int status = PERF_EXIT_OK;

	if (perf_archive_write(archive, data, &error))
		status = perf_command_fail(&perf_cmd_archive, &error);
	else
		archive_report(archive);
	if (!status && archive->missing.length)
		status = PERF_EXIT_PARTIAL;
	perf_str_free(&archive->missing);
	return status;
}

static int read_and_pack(void *context)
{
	struct packing *packing = context;
	const struct perf_data_options how = {
		.header_only = true, .force = packing->opts->force,
	};
	struct perf_error error;
	struct perf_data *data;
	int status;

	if (perf_data_open(packing->opts->input, &how, &data, &error))
		return perf_command_fail(&perf_cmd_archive, &error);
	status = archive_pack(packing, data);
	if (status != PERF_EXIT_FAILED && perf_recording_status(&perf_cmd_archive, data))
		status = PERF_EXIT_PARTIAL;
	perf_data_close(data);
	return status;
}

static int make_archive(const struct archive_options *opts)
{
	char path[PERF_PATH_MAX], cache[PERF_PATH_MAX];
	struct packing packing = {
		.opts = opts,
		.archive = {
			.output = opts->output ? opts->output : path, .cache = cache,
			.recording = opts->all ? opts->input : NULL,
		},
	};
	struct perf_output output;
	const struct perf_confined_work work = {
		.run = read_and_pack, .context = &packing, .output = &output,
	};
	struct perf_error error;
	int err = 0;

	if (!perf_path(path, sizeof(path), "%s.tar%s", opts->input, perf_packer_suffix()) ||
	    !perf_settings_cache(cache, sizeof(cache)))
		err = perf_error_set(&error, ENAMETOOLONG,
				     "a path is too long, or HOME does not name the directory of the cache");
	if (!err)
		err = perf_output_open(&output, packing.archive.output, 0600, PERF_OUTPUT_PRIVATE,
				       &error);
	if (err)
		return perf_command_fail(&perf_cmd_archive, &error);
	packing.archive.fd = output.fd;
	return perf_confined_run(&perf_cmd_archive, &work);
}

static int archive_run(struct perf_settings *settings, int argc, char **argv)
{
	struct archive_options opts = { .input = "perf.data" };
	struct perf_error error;
	int status;

	if (perf_command_parse(&perf_cmd_archive, settings, &opts, &argc, &argv, &status))
		return status;
	if (argc > 1) {
		perf_error_set(&error, EINVAL, "one recording at a time");
		perf_command_fail(&perf_cmd_archive, &error);
		return PERF_EXIT_USAGE;
	}
	if (argc)
		opts.input = argv[0];
	return make_archive(&opts);
}

const struct perf_command perf_cmd_archive = {
	.name = "archive",
	.summary = "Pack the programs of a recording, to read it elsewhere",
	.usage = usage,
	.options = options,
	.run = archive_run,
};
