// SPDX-License-Identifier: GPL-2.0-only
/* perf buildid-list: build ids of the programs and libraries in a recording. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <base/io.h>
#include <data/build_ids.h>
#include <record/build_id.h>

#include "command.h"

struct buildid_list_options {
	const char *input;
	bool force;
	bool kernel;
};

#define TYPE	struct buildid_list_options

static const struct perf_option options[] = {
	PERF_OPT_TEXT(TYPE, input, 'i', "input", "FILE",
		      "recording, instead of perf.data; or a program or library"),
	PERF_OPT_FLAG(TYPE, force, 'f', "force", "read a file of another user"),
	PERF_OPT_FLAG(TYPE, kernel, 'k', "kernel", "show the build id of the running kernel"),
	PERF_OPT_END
};

static const char *const usage[] = { "[OPTION...]", NULL };

static void put_id(struct perf_str *text, const uint8_t *id, size_t size)
{
	size_t i;

	for (i = 0; i < size; i++)
		perf_str_hex(text, id[i], 2, '0');
}

static void put_line(void *context, const struct perf_env_build_id *build_id)
{
	struct perf_str *text = context;

	put_id(text, build_id->id, build_id->size);
	perf_str_char(text, ' ');
	perf_str_name(text, build_id->filename);
	perf_str_char(text, '\n');
}

static int list(const struct buildid_list_options *opts, struct perf_str *text,
		struct perf_data **data, struct perf_error *error)
{
	int ret;

	ret = perf_data_open(opts->input, &(struct perf_data_options){ .force = opts->force },
			     data, error);
	if (ret)
		return ret;
	return perf_data_each_build_id(*data, put_line, text, error);
}

static int run(struct perf_settings *settings, int argc, char **argv)
{
	struct buildid_list_options opts = { .input = "perf.data" };
	uint8_t id[PERF_BUILD_ID_SIZE];
	struct perf_out out = { .fd = STDOUT_FILENO };
	struct perf_data *data = NULL;
	struct perf_error error;
	int status, size, ret = 0;

	if (perf_command_parse(&perf_cmd_buildid_list, settings, &opts, &argc, &argv, &status))
		return status;
	size = opts.kernel ? perf_build_id_of_kernel(id) : perf_build_id_of_file(opts.input, id);
	if (size > 0) {
		put_id(&out.text, id, (size_t)size);
		perf_str_char(&out.text, '\n');
	} else if (opts.kernel) {
		ret = perf_error_set(&error, -size, "the kernel does not tell its build id: %s",
				     strerror(-size));
	} else {
		ret = list(&opts, &out.text, &data, &error);
	}
	ret = perf_out_finish(&out, ret, &error);
	if (ret && ret != -EPIPE)
		status = perf_command_fail(&perf_cmd_buildid_list, &error);
	else
		status = ret || !data ? PERF_EXIT_OK :
			 perf_recording_status(&perf_cmd_buildid_list, data);
	perf_data_close(data);
	return status;
}

const struct perf_command perf_cmd_buildid_list = {
	.name = "buildid-list",
	.summary = "List the build ids in a recording",
	.usage = usage,
	.options = options,
	.run = run,
};
