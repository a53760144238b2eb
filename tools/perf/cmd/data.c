// SPDX-License-Identifier: GPL-2.0-only
/* perf data: check a recording, mend one that was cut off. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <data/reader.h>
#include <record/repair.h>

#include "command.h"

struct data_options {
	const char *input;
	bool force;
};

#define TYPE	struct data_options

static const struct perf_option options[] = {
	PERF_OPT_TEXT(TYPE, input, 'i', "input", "FILE", "recording, instead of perf.data"),
	PERF_OPT_FLAG(TYPE, force, 'f', "force", "read a file of another user"),
	PERF_OPT_END
};

static const char *const usage[] = {
	"check [OPTION...] [FILE]",
	"repair [OPTION...] [FILE]",
	NULL
};

static void print_problems(const struct perf_data *data)
{
	char text[512];
	unsigned int i;

	for (i = 0; perf_data_problem_text(data, i, text, sizeof(text)); i++)
		printf("problem: %s\n", text);
}

/* What there is in a recording; how it ends decides the exit code. */
static int check(struct perf_data *data, const struct perf_repair *repair)
{
	size_t events;

	perf_data_events(data, &events);
	print_problems(data);
	printf("%s: %llu samples, %llu records, %zu event%s, %s\n",
	       perf_data_is_damaged(data) ? "DAMAGED" : "OK",
	       (unsigned long long)repair->samples, (unsigned long long)repair->records,
	       events, events == 1 ? "" : "s",
	       perf_data_is_damaged(data) ? "no clean end" : "clean end");
	return perf_data_is_damaged(data) ? PERF_EXIT_PARTIAL : PERF_EXIT_OK;
}

static int mend(struct perf_data *data, const struct perf_repair *repair)
{
	struct perf_error error;

	if (!perf_data_is_damaged(data)) {
		printf("%s needs no mending: %llu samples, clean end\n", perf_data_path(data),
		       (unsigned long long)repair->samples);
		return PERF_EXIT_OK;
	}
	if (perf_repair_write(data, repair, &error))
		return perf_command_fail(&perf_cmd_data, &error);
	printf("%s mended: %llu samples kept, %llu bytes at the end dropped\n",
	       perf_data_path(data), (unsigned long long)repair->samples,
	       (unsigned long long)repair->lost);
	return PERF_EXIT_OK;
}

static int run(int argc, char **argv)
{
	struct data_options opts = { .input = "perf.data" };
	struct perf_data_options how = { .unordered = true };
	struct perf_repair repair;
	struct perf_error error;
	struct perf_data *data;
	int status;

	if (perf_command_parse(&perf_cmd_data, &opts, &argc, &argv, &status))
		return status;
	if (!argc || (strcmp(argv[0], "check") && strcmp(argv[0], "repair")) || argc > 2) {
		perf_error_set(&error, EINVAL, "what shall be done? check or repair");
		perf_command_fail(&perf_cmd_data, &error);
		return PERF_EXIT_USAGE;
	}
	if (argc == 2)
		opts.input = argv[1];
	how.force = opts.force;
	if (perf_data_open(opts.input, &how, &data, &error))
		return perf_command_fail(&perf_cmd_data, &error);
	if (perf_repair_scan(data, &repair, &error))
		status = perf_command_fail(&perf_cmd_data, &error);
	else if (!strcmp(argv[0], "check"))
		status = check(data, &repair);
	else
		status = mend(data, &repair);
	perf_data_close(data);
	return status;
}

const struct perf_command perf_cmd_data = {
	.name = "data",
	.summary = "Check a recording, or mend one that was cut off",
	.usage = usage,
	.options = options,
	.run = run,
};
