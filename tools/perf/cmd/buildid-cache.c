// SPDX-License-Identifier: GPL-2.0
/*
 * perf buildid-cache: the cache of programs and libraries by build id. each_file() calls
 * perf_build_id_cache_add(), _remove(), _purge() or _update() for each file of an option.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <base/out.h>
#include <data/build_ids.h>
#include <record/build_id_cache.h>
#include <sys/paths.h>

#include "common/command.h"
#include "common/pager.h"
#include "common/print.h"
#include "common/settings.h"

struct buildid_cache_options {
	struct perf_texts add;
	struct perf_texts remove;
	struct perf_texts purge;
	struct perf_texts update;
	const char *missing;
	const char *ignored;
	bool list;
	bool force;
	bool purge_all;
	bool verbose;
};

#define TYPE	struct buildid_cache_options

static const struct perf_option options[] = {
	PERF_OPT_LIST(TYPE, add, 'a', "add", "FILE", "keep a copy of the file"),
	PERF_OPT_LIST(TYPE, remove, 'r', "remove", "FILE", "forget the file"),
	PERF_OPT_LIST(TYPE, purge, 'p', "purge", "FILE", "forget all versions of the file"),
	PERF_OPT_LIST(TYPE, update, 'u', "update", "FILE",
		      "keep a copy of the file, in place of the one of its build id"),
	PERF_OPT_TEXT(TYPE, missing, 'M', "missing", "RECORDING",
		      "show build ids of the recording whose file is not kept"),
	PERF_OPT_FLAG(TYPE, force, 'f', "force", "read a recording of another user"),
	PERF_OPT_FLAG(TYPE, purge_all, 'P', "purge-all", "forget all files"),
	PERF_OPT_FLAG(TYPE, list, 'l', "list", "show what is kept"),
	PERF_OPT_REFUSED('k', "kcore", "FILE", 0, "code of the kernel is not kept here",
			 "'perf record --kcore' keeps it with the recording"),
	PERF_OPT_REFUSED(0, "target-ns", "PID", 0,
			 "files of other mount namespaces are not looked for",
			 "--add /proc/PID/root/FILE is the file there"),
	PERF_OPT_FLAG(TYPE, verbose, 'v', "verbose", "print what is done"),
	PERF_OPT_TEXT_OPTIONAL(TYPE, ignored, 0, "debuginfod", "URLS", NULL, PERF_OPT_OPTIONAL,
			       "no effect: no file is fetched"),
	PERF_OPT_END
};

static const char *const usage[] = { "[OPTION...]", NULL };

/* Calls @act for each file of a comma-separated list. */
static int each_file(const struct buildid_cache_options *opts, const char *root,
		     const char *files, const char *what,
		     int (*act)(const char *root, const char *path, struct perf_error *error),
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
			perf_print("%s %s: Ok\n", what, path);
	}
	return ret < 0 ? ret : 0;
}

/* Calls each_file() for each of several lists. */
static int each_list(const struct buildid_cache_options *opts, const char *root,
		     const struct perf_texts *lists, const char *what,
		     int (*act)(const char *root, const char *path, struct perf_error *error),
		     struct perf_error *error)
{
	int ret = 0;
	size_t i;

	for (i = 0; i < lists->count && !ret; i++)
		ret = each_file(opts, root, lists->at[i], what, act, error);
	return ret;
}

static int buildid_cache_act(const struct buildid_cache_options *opts, const char *root,
			     struct perf_error *error)
{
	int ret = 0;

	if (opts->purge_all)
		ret = perf_build_id_cache_remove(root, NULL, error);
	if (ret >= 0)
		ret = each_list(opts, root, &opts->remove, "Removing",
				perf_build_id_cache_remove, error);
	if (!ret)
		ret = each_list(opts, root, &opts->purge, "Purging", perf_build_id_cache_purge,
				error);
	if (!ret)
		ret = each_list(opts, root, &opts->add, "Adding", perf_build_id_cache_add, error);
	if (!ret)
		ret = each_list(opts, root, &opts->update, "Updating", perf_build_id_cache_update,
				error);
	return ret;
}

/* @root: cache directory to search; @text: lines of the build ids missing there. */
struct lookup {
	const char *root;
	struct perf_str *text;
};

static void put_missing(void *context, const struct perf_env_build_id *build_id)
{
	struct lookup *lookup = context;
	size_t i;

	if (perf_build_id_cache_has(lookup->root, build_id->id, build_id->size))
		return;
	for (i = 0; i < build_id->size; i++)
		perf_str_hex(lookup->text, build_id->id[i], 2, '0');
	perf_str_char(lookup->text, ' ');
	perf_str_name(lookup->text, build_id->filename);
	perf_str_char(lookup->text, '\n');
}

static int list_missing(const struct buildid_cache_options *opts, const char *root,
			struct perf_str *text, struct perf_error *error)
{
	struct lookup lookup = { .root = root, .text = text };
	struct perf_data *data;
	int err;

	err = perf_data_open(opts->missing, &(struct perf_data_options){ .force = opts->force },
			     &data, error);
	if (err)
		return err;
	err = perf_data_each_build_id(data, put_missing, &lookup, error);
	perf_data_close(data);
	return err;
}

static bool anything_to_do(const struct buildid_cache_options *opts)
{
	return opts->add.count || opts->remove.count || opts->purge.count || opts->update.count ||
	       opts->missing || opts->list || opts->purge_all;
}

static int buildid_cache_run(struct perf_settings *settings, int argc, char **argv)
{
	struct buildid_cache_options opts = { 0 };
	struct perf_out out = { .fd = STDOUT_FILENO };
	char root[PERF_PATH_MAX];
	struct perf_error error;
	int status;

	if (perf_command_parse(&perf_cmd_buildid_cache, settings, &opts, &argc, &argv, &status))
		goto out;
	status = PERF_EXIT_OK;
	if (!anything_to_do(&opts)) {
		perf_error_set(&error, EINVAL, "what shall be done? -a, -u, -r, -p, -P, -M or -l");
		perf_command_fail(&perf_cmd_buildid_cache, &error);
		status = PERF_EXIT_USAGE;
		goto out;
	}
	if (opts.list)
		perf_pager_begin();
	if (!perf_settings_cache(root, sizeof(root))) {
		perf_error_set(&error, ENOENT, "HOME does not name the directory of the cache");
		status = perf_command_fail(&perf_cmd_buildid_cache, &error);
		goto out;
	}
	if (buildid_cache_act(&opts, root, &error) ||
	    (opts.missing && list_missing(&opts, root, &out.text, &error)))
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
	.no_words = "",
	.options = options,
	.run = buildid_cache_run,
};
