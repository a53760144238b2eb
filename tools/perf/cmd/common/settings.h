/* SPDX-License-Identifier: GPL-2.0 */
/* What /etc/perfconfig and ~/.perfconfig set. */
#ifndef PERF_CMD_SETTINGS_H
#define PERF_CMD_SETTINGS_H

#include <base/config.h>
#include <base/vec.h>

#include "common/command.h"

/**
 * struct perf_settings - what the files say
 * @config: all keys
 * @words: options that were made of keys; options structs of commands point to them
 * @verbose: of --debug verbose=N: as often as -v at least
 *
 * All zero is nothing.
 */
struct perf_settings {
	struct perf_config config;
	PERF_VEC(char *) words;
	int verbose;
};

/**
 * perf_settings_paths() - the files, those that hold last
 * @user: room for the path of that of the user, PERF_PATH_MAX
 * @paths: result: PERF_CONFIG alone, if it is set; else that of the system and that of the user
 *
 * Return: how many.
 */
size_t perf_settings_paths(char *user, const char *paths[2]);

/**
 * perf_settings_load() - read the files; tells in a line what is wrong with one
 * @settings: result
 *
 * The directory of the cache is put into the environment, unless it is there.
 */
void perf_settings_load(struct perf_settings *settings);

/**
 * perf_settings_apply() - let keys set the options of a command, before its command line does
 * @settings: the keys; keeps the words that @options points to afterwards
 * @command: the command
 * @options: its options struct
 * @error: filled on failure
 *
 * Return: 0 or a negative errno if a value is wrong.
 */
int perf_settings_apply(struct perf_settings *settings, const struct perf_command *command,
			void *options, struct perf_error *error);

/**
 * perf_settings_chain() - what -g stands for
 * @settings: the keys; NULL: none
 * @key: of the command, which goes before call-graph.record-mode
 *
 * Return: as for --call-graph; "fp" if nothing was set.
 */
const char *perf_settings_chain(const struct perf_settings *settings, const char *key);

/**
 * perf_settings_cache() - where copies of objects are kept by build id
 * @path: result: buildid.dir, or ~/.debug
 * @size: of @path
 *
 * Return: false if it is not known, or too long.
 */
bool perf_settings_cache(char *path, size_t size);

/** perf_settings_free() - free all */
void perf_settings_free(struct perf_settings *settings);

#endif
