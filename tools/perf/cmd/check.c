// SPDX-License-Identifier: GPL-2.0
/* perf check: test in scripts whether a feature of perf_features is built in. */
#include <errno.h>
#include <string.h>
#include <strings.h>

#include "common/built_in.h"
#include "common/command.h"

struct check_options {
	bool quiet;
};

static const struct perf_option options[] = {
	PERF_OPT_FLAG(struct check_options, quiet, 'q', "quiet",
		      "print nothing: the exit code is the answer"),
	PERF_OPT_END
};

static const char *const usage[] = { "feature [-q] NAME[,NAME...]", NULL };

static bool feature_name_is(const char *name, const char *text, size_t length)
{
	return strlen(name) == length && !strncasecmp(name, text, length);
}

/* Looks up a feature in perf_features by its name or macro. */
static const struct perf_feature *feature_find(const char *text, size_t length)
{
	const struct perf_feature *feature;

	for (feature = perf_features; feature->name; feature++)
		if (feature_name_is(feature->name, text, length) ||
		    feature_name_is(feature->macro, text, length))
			return feature;
	return NULL;
}

static int not_known(const char *text, size_t length, struct perf_error *error)
{
	const struct perf_feature *feature;
	struct perf_nearest nearest;
	char name[64];

	if (length >= sizeof(name))
		length = sizeof(name) - 1;
	memcpy(name, text, length);
	name[length] = '\0';
	perf_nearest_init(&nearest, name);
	for (feature = perf_features; feature->name; feature++)
		perf_nearest_offer(&nearest, feature->name);
	perf_error_set(error, ENOENT, "there is no feature '%s'", name);
	if (nearest.best)
		perf_error_hint(error, "did you mean '%s'?", nearest.best);
	else
		perf_error_hint(error, "'perf version --build-options' lists those that there are");
	return -ENOENT;
}

/* Sets @all if every feature of @list is built in; prints each feature unless --quiet. */
static int check_features(const struct check_options *opts, const char *list, bool *all,
			  struct perf_error *error)
{
	const struct perf_feature *feature;
	const char *at;
	size_t length;

	for (at = list; at; at = at[length] ? at + length + 1 : NULL) {
		length = strcspn(at, ",");
		feature = feature_find(at, length);
		if (!feature)
			return not_known(at, length, error);
		if (!opts->quiet)
			perf_feature_print(feature);
		*all = *all && feature->on;
	}
	return 0;
}

static int check_run(struct perf_settings *settings, int argc, char **argv)
{
	struct check_options opts = { 0 };
	struct perf_error error;
	bool all = true;
	int status, i;

	if (perf_command_parse(&perf_cmd_check, settings, &opts, &argc, &argv, &status))
		return status;
	if (argc < 2 || strcmp(argv[0], "feature")) {
		perf_error_set(&error, EINVAL, "say what to look for: perf check feature NAME");
		return perf_command_misused(&perf_cmd_check, &error);
	}
	for (i = 1; i < argc; i++)
		if (check_features(&opts, argv[i], &all, &error))
			return perf_command_fail(&perf_cmd_check, &error);
	return all ? PERF_EXIT_OK : PERF_EXIT_FAILED;
}

const struct perf_command perf_cmd_check = {
	.name = "check",
	.summary = "Tell whether something is built in",
	.usage = usage,
	.options = options,
	.run = check_run,
};
