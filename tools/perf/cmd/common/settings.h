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

size_t perf_settings_paths(char *user, const char *paths[2]);
void perf_settings_load(struct perf_settings *settings);
int perf_settings_apply(struct perf_settings *settings, const struct perf_command *command,
			void *options, struct perf_error *error);
const char *perf_settings_chain(const struct perf_settings *settings, const char *key);
bool perf_settings_cache(char *path, size_t size);
void perf_settings_free(struct perf_settings *settings);

#endif
