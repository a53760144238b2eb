// SPDX-License-Identifier: GPL-2.0
/*
 * perf record: sample a program, threads or CPUs into a file. recording_run() parses the options
 * and records.
 */
#include "record/recording.h"

static const char *const usage[] = {
	"[OPTION...] [--] PROGRAM [ARGUMENT...]",
	"[OPTION...] -a | -C CPUS | -p PIDS | -t TIDS [[--] PROGRAM [ARGUMENT...]]",
	NULL
};

static int record_run(struct perf_settings *settings, int argc, char **argv)
{
	struct recording recording;
	int status;

	recording_init(&recording, &perf_cmd_record, settings, argc, argv);
	status = recording_run(&recording, argc, argv);
	recording_free(&recording);
	return status;
}

const struct perf_command perf_cmd_record = {
	.name = "record",
	.summary = "Sample a program, threads or CPUs into a file",
	.usage = usage,
	.options = recording_options,
	.program = true,
	.run = record_run,
};
