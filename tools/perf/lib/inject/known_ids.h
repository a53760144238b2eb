/* SPDX-License-Identifier: GPL-2.0-only */
/* Build ids given by the user of the tool, for files that are not on this machine. */
#ifndef PERF_INJECT_KNOWN_IDS_H
#define PERF_INJECT_KNOWN_IDS_H

#include <base/error.h>
#include <data/env.h>
#include <record/dsos.h>

/**
 * struct perf_known_ids - files and their build ids; all zero: none
 * @env: perf_data_env.build_ids holds them; NULL: none
 */
struct perf_known_ids {
	struct perf_data_env *env;
};

/**
 * perf_known_ids_parse() - parse the argument of --known-build-ids
 * @known: result; end with perf_known_ids_free()
 * @text: "ID PATH" or file://FILE with such a line for each, separated by commas
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_known_ids_parse(struct perf_known_ids *known, const char *text, struct perf_error *error);

/**
 * perf_known_ids_list() - add the build ids of mapped files to a list
 * @known: build ids
 * @dsos: files that were mapped
 * @env: build ids of @dsos are added
 *
 * Return: 0 or -ENOMEM.
 */
int perf_known_ids_list(const struct perf_known_ids *known, const struct perf_record_dsos *dsos,
			struct perf_data_env *env);

/**
 * perf_known_ids_prevail() - remove build ids that contradict @known from a list
 * @known: build ids
 * @env: for each file in @known, other build ids are removed
 */
void perf_known_ids_prevail(const struct perf_known_ids *known, struct perf_data_env *env);

/** perf_known_ids_free() - free the contents of @known */
void perf_known_ids_free(struct perf_known_ids *known);

#endif /* PERF_INJECT_KNOWN_IDS_H */
