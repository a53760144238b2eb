// SPDX-License-Identifier: GPL-2.0
/*
 * perf config: print and set keys of the configuration files, by perf_config_read() and
 * perf_config_set().
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/paths.h>

#include "common/print.h"
#include "common/settings.h"

struct config_options {
	bool list;
	bool system;
	bool user;
};

#define TYPE	struct config_options

static const struct perf_option options[] = {
	PERF_OPT_FLAG(TYPE, list, 'l', "list", "show all keys that are set"),
	PERF_OPT_FLAG(TYPE, system, 0, "system", "only /etc/perfconfig; set keys there"),
	PERF_OPT_FLAG(TYPE, user, 0, "user", "only ~/.perfconfig; keys are set there by default"),
	PERF_OPT_END
};

static const char *const usage[] = {
	"[--system|--user] [-l]", "[--system|--user] SECTION.KEY[=VALUE]...", NULL
};

/* Limits @paths to the file of --system or --user; config_set() changes the last path. */
static size_t config_choose(const struct config_options *opts, char *user, const char *paths[2])
{
	size_t nr = perf_settings_paths(user, paths);

	if (nr == 2 && opts->system)
		return 1;
	if (nr == 2 && opts->user) {
		paths[0] = paths[1];
		return 1;
	}
	return nr;
}

static int config_load(const char *const paths[2], size_t nr, struct perf_config *config,
		       struct perf_error *error)
{
	size_t i;
	int err;

	for (i = 0; i < nr; i++) {
		err = perf_config_read(config, paths[i], error);
		if (err && err != -ENOENT)
			return err;
	}
	return 0;
}

/* perf_config_find() returns the entry in effect: prints each key once. */
static void config_list(const struct perf_config *config)
{
	const struct perf_config_entry *entry;

	perf_vec_each(&config->entries, entry)
		if (perf_config_find(config, entry->key) == entry)
			perf_print("%s=%s\n", entry->key, entry->value);
}

static int config_set(const char *path, const char *word, struct perf_error *error)
{
	const char *is = strchr(word, '=');
	char *key = strndup(word, (size_t)(is - word));
	int err;

	err = key ? perf_config_set(path, key, is + 1, error) : perf_error_memory(error);
	free(key);
	return err;
}

static int config_get(const struct perf_config *config, const char *key, struct perf_error *error)
{
	const struct perf_config_entry *entry = perf_config_find(config, key);

	if (!strchr(key, '.'))
		return perf_error_set(error, EINVAL, "'%s' is not section.key", key);
	/* An unset key prints nothing, and is not an error. */
	if (entry)
		perf_print("%s=%s\n", entry->key, entry->value);
	return 0;
}

static int do_all(const struct config_options *opts, int argc, char **argv,
		  struct perf_error *error)
{
	struct perf_config config = { 0 };
	char user[PERF_PATH_MAX];
	const char *paths[2];
	int err = 0, i;
	size_t nr;

	nr = config_choose(opts, user, paths);
	for (i = 0; i < argc && !err; i++)
		if (strchr(argv[i], '='))
			err = config_set(paths[nr - 1], argv[i], error);
	if (!err)
		err = config_load(paths, nr, &config, error);
	if (!err && (opts->list || !argc))
		config_list(&config);
	for (i = 0; i < argc && !err; i++)
		if (!strchr(argv[i], '='))
			err = config_get(&config, argv[i], error);
	perf_config_free(&config);
	return err;
}

static int config_run(struct perf_settings *settings, int argc, char **argv)
{
	struct config_options opts = { 0 };
	struct perf_error error;
	int status;

	if (perf_command_parse(&perf_cmd_config, settings, &opts, &argc, &argv, &status))
		return status;
	if (opts.system && opts.user) {
		perf_error_set(&error, EINVAL, "--system and --user exclude each other");
		perf_command_fail(&perf_cmd_config, &error);
		return PERF_EXIT_USAGE;
	}
	return do_all(&opts, argc, argv, &error) ? perf_command_fail(&perf_cmd_config, &error) :
						    PERF_EXIT_OK;
}

const struct perf_command perf_cmd_config = {
	.name = "config",
	.summary = "Show and set the values of ~/.perfconfig and /etc/perfconfig",
	.usage = usage,
	.options = options,
	.run = config_run,
};
