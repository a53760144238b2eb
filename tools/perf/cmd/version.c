// SPDX-License-Identifier: GPL-2.0
/* perf version: print the version, and the libraries perf was built with. */

#include "common/built_in.h"
#include "common/command.h"
#include "common/print.h"

struct version_options {
	bool build_options;
};

static const struct perf_option options[] = {
	PERF_OPT_FLAG(struct version_options, build_options, 0, "build-options",
		      "list the libraries it was built with"),
	PERF_OPT_END
};

static const char *const usage[] = { "[--build-options]", NULL };

static int run(struct perf_settings *settings, int argc, char **argv)
{
	struct version_options opts = { 0 };
	const struct perf_feature *feature;
	int status;

	if (perf_command_parse(&perf_cmd_version, settings, &opts, &argc, &argv, &status))
		return status;
	perf_print("perf version 6.12.0\n");
	if (!opts.build_options)
		return PERF_EXIT_OK;
	for (feature = perf_features; feature->library; feature++)
		perf_feature_print(feature);
	return PERF_EXIT_OK;
}

const struct perf_command perf_cmd_version = {
	.name = "version",
	.summary = "Show the version and what it was built with",
	.usage = usage,
	.no_words = "",
	.options = options,
	.run = run,
};
