/* SPDX-License-Identifier: GPL-2.0 */
/* What /etc/perfconfig and ~/.perfconfig set. */
#ifndef PERF_CMD_SETTINGS_H
#define PERF_CMD_SETTINGS_H

#include <base/config.h>

#include "command.h"

/**
 * perf_settings_paths() - the files, those that hold last
 * @paths: result: PERF_CONFIG alone, if it is set; else that of the system and that of the user,
 *	whose text is valid until the next call
 *
 * Return: how many.
 */
size_t perf_settings_paths(const char *paths[2]);

/** perf_settings_load() - read the files; tells in a line what is wrong with one */
void perf_settings_load(void);

/**
 * perf_settings_apply() - let keys set the options of a command, before its command line does
 * @command: the command
 * @options: its options struct
 * @error: filled on failure
 *
 * Return: 0 or a negative errno if a value is wrong.
 */
int perf_settings_apply(const struct perf_command *command, void *options,
			struct perf_error *error);

/**
 * perf_settings_chain() - what -g stands for
 * @key: of the command, which goes before call-graph.record-mode
 *
 * Return: as for --call-graph; "fp" if nothing was set.
 */
const char *perf_settings_chain(const char *key);

/**
 * perf_settings_cache() - where copies of objects are kept by build id
 * @path: result: buildid.dir, or ~/.debug
 * @size: of @path
 *
 * Return: false if it is not known, or too long.
 */
bool perf_settings_cache(char *path, size_t size);

/** perf_settings_free() - free all */
void perf_settings_free(void);

#endif
