/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Configuration files: "[section]" lines, each followed by "key = value" lines. '#' and ';' start
 * a comment. The full name of a key is section.key.
 */
#ifndef PERF_BASE_CONFIG_H
#define PERF_BASE_CONFIG_H

#include <stdbool.h>
#include <base/error.h>
#include <base/vec.h>

/**
 * struct perf_config_entry - one assignment to a key
 * @key: full name
 * @value: text without surrounding blanks and quotes; "true" for a key without '='
 * @file: path of the file that sets the key
 * @line: line number in @file, from 1
 */
struct perf_config_entry {
	char		*key;
	char		*value;
	char		*file;
	unsigned int	line;
};

/**
 * struct perf_config - all assignments, in the order of the files read
 *
 * A zeroed struct is empty.
 */
struct perf_config {
	PERF_VEC(struct perf_config_entry) entries;
};

int perf_config_read(struct perf_config *config, const char *path, struct perf_error *error);
const struct perf_config_entry *perf_config_find(const struct perf_config *config,
						 const char *key);
int perf_config_set(const char *path, const char *key, const char *value,
		    struct perf_error *error);
bool perf_config_bool(const char *text, bool *value);
void perf_config_free(struct perf_config *config);

#endif
