// SPDX-License-Identifier: GPL-2.0-only
/* perf buildid-cache: copies of programs and libraries, kept by build id. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <base/io.h>
#include <record/build_id_cache.h>
#include <sys/paths.h>

#include "command.h"
#include "settings.h"

struct buildid_cache_options {
	struct perf_texts add;
	struct perf_texts remove;
	bool list;
	bool purge_all;
	bool verbose;
};

#define TYPE	struct buildid_cache_options

static const struct perf_option options[] = {
	PERF_OPT_LIST(TYPE, add, 'a', "add", "FILE", "keep a copy of the file"),
	PERF_OPT_LIST(TYPE, remove, 'r', "remove", "FILE", "forget the file"),
	PERF_OPT_FLAG(TYPE, purge_all, 'P', "purge-all", "forget all files"),
	PERF_OPT_FLAG(TYPE, list, 'l', "list", "show what is kept"),
	PERF_OPT_FLAG(TYPE, verbose, 'v', "verbose", "tell what is done"),
	PERF_OPT_END
};

static const char *const usage[] = { "[OPTION...]", NULL };

/* Call @act for each file of a list with commas. */
static int each_file(const struct buildid_cache_options *opts, const char *root,
		     const char *files, const char *what,
		     int (*act)(const char *root, const char *path, struct perf_error *err),
		     struct perf_error *error)
{
	char path[PERF_PATH_MAX];
	size_t length;
	int ret = 0;

	for (; *files && ret >= 0; files += length + (files[length] == ',')) {
		length = strcspn(files, ",");
		if (!perf_path(path, sizeof(path), "%.*s", (int)length, files))
			return perf_error_set(error, ENAMETOOLONG, "the path is too long");
		ret = act(root, path, error);
		if (ret >= 0 && opts->verbose)
			printf("%s %s: Ok\n", what, path);
	}
	return ret < 0 ? ret : 0;
}

static int act(const struct buildid_cache_options *opts, const char *root,
	       struct perf_error *error)
{
	int ret = 0;
	size_t i;

	if (opts->purge_all)
		ret = perf_build_id_cache_remove(root, NULL, error);
	for (i = 0; i < opts->remove.count && ret >= 0; i++)
		ret = each_file(opts, root, opts->remove.at[i], "Removing",
				perf_build_id_cache_remove, error);
	for (i = 0; i < opts->add.count && ret >= 0; i++)
		ret = each_file(opts, root, opts->add.at[i], "Adding",
				perf_build_id_cache_add, error);
	return ret < 0 ? ret : 0;
}

static int run(struct perf_settings *settings, int argc, char **argv)
{
	struct buildid_cache_options opts = { 0 };
	struct perf_out out = { .fd = STDOUT_FILENO };
	char root[PERF_PATH_MAX];
	struct perf_error error;
	int status;

	if (perf_command_parse(&perf_cmd_buildid_cache, settings, &opts, &argc, &argv, &status))
		goto out;
	status = PERF_EXIT_OK;
	if (!opts.add.count && !opts.remove.count && !opts.list && !opts.purge_all) {
		perf_error_set(&error, EINVAL, "what shall be done? -a, -r, -P or -l");
		perf_command_fail(&perf_cmd_buildid_cache, &error);
		status = PERF_EXIT_USAGE;
		goto out;
	}
	if (!perf_settings_cache(root, sizeof(root))) {
		perf_error_set(&error, ENOENT, "HOME does not say where the cache is");
		status = perf_command_fail(&perf_cmd_buildid_cache, &error);
		goto out;
	}
	if (act(&opts, root, &error))
		status = perf_command_fail(&perf_cmd_buildid_cache, &error);
	if (opts.list)
		perf_build_id_cache_list(root, &out.text);
	if (perf_out_end(&out))
		status = PERF_EXIT_FAILED;
out:
	perf_options_free(options, &opts);
	return status;
}

const struct perf_command perf_cmd_buildid_cache = {
	.name = "buildid-cache",
	.summary = "Keep copies of programs and libraries by build id",
	.usage = usage,
	.options = options,
	.run = run,
};
