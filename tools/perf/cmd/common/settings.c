// SPDX-License-Identifier: GPL-2.0
/* Settings of /etc/perfconfig and ~/.perfconfig. Unknown keys are ignored. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <base/num.h>
#include <sys/paths.h>

#include "common/print.h"
#include "common/settings.h"

enum kind {
	KIND_BOOL,
	KIND_PERCENT,
	KIND_TEXT,
	KIND_BUILD_ID,
};

/* perf_settings_apply() turns these keys into options of a command. */
static const struct {
	const char	*key;
	const char	*command;
	const char	*option;
	enum kind	kind;
} keys[] = {
	{ "report.children", "report", "children", KIND_BOOL },
	{ "report.group", "report", "group", KIND_BOOL },
	{ "report.percent-limit", "report", "percent-limit", KIND_PERCENT },
	{ "report.sort_order", "report", "sort", KIND_TEXT },
	{ "top.children", "top", "children", KIND_BOOL },
	{ "top.percent-limit", "top", "percent-limit", KIND_PERCENT },
	{ "top.sort_order", "top", "sort", KIND_TEXT },
	{ "record.build-id", "record", NULL, KIND_BUILD_ID },
};

/**
 * perf_settings_paths() - paths of the configuration files; later files override
 * @user: buffer of PERF_PATH_MAX bytes for the path of the user's file
 * @paths: result: PERF_CONFIG alone, if it is set; else the system's file and the user's
 *
 * Return: number of @paths, 1 or 2.
 */
size_t perf_settings_paths(char *user, const char *paths[2])
{
	const char *home = getenv("HOME"), *only = getenv("PERF_CONFIG");

	if (only && *only) {
		paths[0] = only;
		return 1;
	}
	paths[0] = "/etc/perfconfig";
	if (!home || !*home || !perf_path(user, PERF_PATH_MAX, "%s/.perfconfig", home))
		return 1;
	paths[1] = user;
	return 2;
}

/**
 * perf_settings_load() - read the files; print a line for each unreadable or malformed file
 * @settings: result
 *
 * Sets PERF_BUILDID_DIR in the environment to buildid.dir, unless it is set already.
 */
void perf_settings_load(struct perf_settings *settings)
{
	const struct perf_config_entry *dir;
	char user[PERF_PATH_MAX];
	struct perf_error error;
	const char *paths[2];
	size_t nr, i;

	nr = perf_settings_paths(user, paths);
	for (i = 0; i < nr; i++) {
		if (!access(paths[i], F_OK) &&
		    perf_config_read(&settings->config, paths[i], &error))
			perf_print_error("perf: %s\n", error.text);
	}
	/* perf_settings_cache() reads PERF_BUILDID_DIR. */
	dir = perf_config_find(&settings->config, "buildid.dir");
	if (dir && *dir->value)
		setenv("PERF_BUILDID_DIR", dir->value, 0);
}

/**
 * perf_settings_cache() - the directory with copies of objects by build id
 * @path: result: PERF_BUILDID_DIR (--buildid-dir, buildid.dir), or ~/.debug
 * @size: size of @path, in bytes
 *
 * Return: false if there is no HOME, or the path is too long.
 */
bool perf_settings_cache(char *path, size_t size)
{
	const char *home = getenv("HOME"), *dir = getenv("PERF_BUILDID_DIR");

	if (dir && *dir)
		return perf_path(path, size, "%s", dir);
	return home && perf_path(path, size, "%s/.debug", home);
}

/* Return: the option that record.build-id=@value sets; "" for the default; NULL if unknown. */
static const char *build_id_option(const char *value)
{
	static const char *const options[][2] = {
		{ "cache", "" }, { "no-cache", "--no-buildid-cache" }, { "skip", "--no-buildid" },
		{ "mmap", "--buildid-mmap" },
	};
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(options); i++)
		if (!strcmp(options[i][0], value))
			return options[i][1];
	return NULL;
}

/* Formats the option of keys[@key] into @word; @word stays empty for a default. */
static int make_word(size_t key, const char *value, struct perf_str *word,
		     struct perf_error *error)
{
	const char *option = keys[key].option;
	double percent;
	bool yes;

	switch (keys[key].kind) {
	case KIND_BOOL:
		if (!perf_config_bool(value, &yes))
			return perf_error_set(error, EINVAL, "'%s' is neither true nor false",
					      value);
		perf_str_format(word, "--%s%s", yes ? "" : "no-", option);
		return 0;
	case KIND_PERCENT:
		if (!perf_parse_double(value, &percent) || percent < 0 || percent > 100)
			return perf_error_set(error, EINVAL, "'%s' is no percentage", value);
		break;
	case KIND_BUILD_ID:
		option = build_id_option(value);
		if (!option)
			return perf_error_set(error, EINVAL,
					      "'%s' is not one of cache, no-cache, skip, mmap",
					      value);
		perf_str_add(word, option);
		return 0;
	case KIND_TEXT:
		break;
	}
	perf_str_format(word, "--%s=%s", option, value);
	return 0;
}

static int settings_apply_word(struct perf_settings *settings, const struct perf_command *command,
			       void *options, char *word, struct perf_error *error)
{
	char **place = perf_vec_push(&settings->words);
	enum perf_options_asked asked;
	int used;

	if (!place) {
		free(word);
		return perf_error_memory(error);
	}
	*place = word;
	used = perf_options_parse(command->options, options, 1, place, true, &asked, error);
	return used < 0 ? used : 0;
}

static void apply_verbose(const struct perf_settings *settings,
			  const struct perf_command *command, void *options)
{
	const struct perf_option *option;
	int *times;

	for (option = command->options; option->kind != PERF_OPTION_END; option++) {
		if (option->kind != PERF_OPTION_COUNT || !option->name ||
		    strcmp(option->name, "verbose"))
			continue;
		times = (int *)((char *)options + option->offset);
		if (*times < settings->verbose)
			*times = settings->verbose;
	}
}

/**
 * perf_settings_apply() - set options of a command from keys, before parsing its command line
 * @settings: the keys; keeps the words that @options points to afterwards
 * @command: the command
 * @options: the command's options struct
 * @error: filled on failure
 *
 * Return: 0, or a negative errno: -EINVAL if a value is wrong.
 */
int perf_settings_apply(struct perf_settings *settings, const struct perf_command *command,
			void *options, struct perf_error *error)
{
	const char *section = command->section ? command->section : command->name;
	const struct perf_config_entry *entry;
	int err = 0;
	size_t i;

	apply_verbose(settings, command, options);
	for (i = 0; i < PERF_ARRAY_SIZE(keys); i++) {
		struct perf_str word = { 0 };

		if (strcmp(keys[i].command, section))
			continue;
		entry = perf_config_find(&settings->config, keys[i].key);
		if (!entry)
			continue;
		err = make_word(i, entry->value, &word, error);
		if (!err && word.failed)
			err = perf_error_memory(error);
		if (!err && word.length)
			err = settings_apply_word(settings, command, options,
						  perf_str_steal(&word), error);
		perf_str_free(&word);
		if (err) {
			perf_error_prefix(error, "%s:%u: %s", entry->file, entry->line,
					  entry->key);
			return err;
		}
	}
	return 0;
}

/**
 * perf_settings_chain() - the call graph mode of -g
 * @settings: the keys, or NULL
 * @key: key of the command, which overrides call-graph.record-mode
 *
 * Return: argument for --call-graph; "fp" if neither @key nor call-graph.record-mode is set.
 */
const char *perf_settings_chain(const struct perf_settings *settings, const char *key)
{
	const struct perf_config_entry *entry = NULL;

	if (settings)
		entry = perf_config_find(&settings->config, key);
	if (settings && !entry)
		entry = perf_config_find(&settings->config, "call-graph.record-mode");
	return entry ? entry->value : "fp";
}

/** perf_settings_free() - free the keys and words */
void perf_settings_free(struct perf_settings *settings)
{
	char **word;

	perf_vec_each(&settings->words, word)
		free(*word);
	perf_vec_free(&settings->words);
	perf_config_free(&settings->config);
}
