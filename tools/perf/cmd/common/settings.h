/* SPDX-License-Identifier: GPL-2.0 */
/* Settings of /etc/perfconfig and ~/.perfconfig. */
#ifndef PERF_CMD_SETTINGS_H
#define PERF_CMD_SETTINGS_H

#include <base/config.h>
#include <base/vec.h>

#include "common/command.h"

/**
 * struct perf_settings - contents of the configuration files
 * @config: all keys
 * @words: option words made from keys; options structs of commands point to them
 * @verbose: --debug verbose=N, the minimum count of a command's -v
 *
 * An all zero struct perf_settings is an empty configuration.
 */
struct perf_settings {
	struct perf_config config;
	PERF_VEC(char *) words;
	int verbose;
};

/**
 * perf_settings_paths() - paths of the configuration files; later files override
 * @user: buffer of PERF_PATH_MAX bytes for the path of the user's file
 * @paths: result: PERF_CONFIG alone, if it is set; else the system's file and the user's
 *
 * Return: number of @paths, 1 or 2.
 */
size_t perf_settings_paths(char *user, const char *paths[2]);

/**
 * perf_settings_load() - read the files; print a line for each unreadable or malformed file
 * @settings: result
 *
 * Sets PERF_BUILDID_DIR in the environment to buildid.dir, unless it is set already.
 */
void perf_settings_load(struct perf_settings *settings);

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
			void *options, struct perf_error *error);

/**
 * perf_settings_chain() - the call graph mode of -g
 * @settings: the keys, or NULL
 * @key: key of the command, which overrides call-graph.record-mode
 *
 * Return: argument for --call-graph; "fp" if neither @key nor call-graph.record-mode is set.
 */
const char *perf_settings_chain(const struct perf_settings *settings, const char *key);

/**
 * perf_settings_cache() - the directory with copies of objects by build id
 * @path: result: PERF_BUILDID_DIR (--buildid-dir, buildid.dir), or ~/.debug
 * @size: size of @path, in bytes
 *
 * Return: false if there is no HOME, or the path is too long.
 */
bool perf_settings_cache(char *path, size_t size);

/** perf_settings_free() - free the keys and words */
void perf_settings_free(struct perf_settings *settings);

#endif
