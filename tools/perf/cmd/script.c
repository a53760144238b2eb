// SPDX-License-Identifier: GPL-2.0
/*
 * perf script: every sample of a recording as text. script_samples_run() parses the options and
 * prints.
 */
#include "script/script_samples.h"

static const char *const usage[] = { "[OPTIONS]", NULL };

static int script_run(struct perf_settings *settings, int argc, char **argv)
{
	struct script_samples samples = { .command = &perf_cmd_script };

	return script_samples_run(&samples, settings, argc, argv);
}

const struct perf_command perf_cmd_script = {
	.name = "script",
	.summary = "Show every sample of a recording as text",
	.usage = usage,
	.no_words = "scripts are not run; perf flame draws flame graphs",
	.options = script_samples_options,
	.run = script_run,
};
