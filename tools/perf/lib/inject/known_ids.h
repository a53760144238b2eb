/* SPDX-License-Identifier: GPL-2.0-only */
/* Build ids that somebody knows, for files that are not here. */
#ifndef PERF_INJECT_KNOWN_IDS_H
#define PERF_INJECT_KNOWN_IDS_H

#include <base/error.h>
#include <data/env.h>
#include <record/dsos.h>

/**
 * struct perf_known_ids - files and their build ids; zeroed: none
 * @env: keeps them
 */
struct perf_known_ids {
	struct perf_data_env *env;
};

/**
 * perf_known_ids_parse() - what a person says
 * @known: result; end with perf_known_ids_free()
 * @text: "ID PATH", more behind commas; or file://FILE with a line for each
 * @err: text
 *
 * Return: 0 or a negative errno.
 */
int perf_known_ids_parse(struct perf_known_ids *known, const char *text, struct perf_error *err);

/**
 * perf_known_ids_list() - add those that are of use to a list
 * @known: build ids
 * @dsos: files that were mapped
 * @env: the build ids of these are added to it
 *
 * Return: 0 or -ENOMEM.
 */
int perf_known_ids_list(const struct perf_known_ids *known, const struct perf_record_dsos *dsos,
			struct perf_data_env *env);

/**
 * perf_known_ids_prevail() - leave out of a list what contradicts them
 * @known: build ids
 * @env: other build ids of these files are removed from it
 */
void perf_known_ids_prevail(const struct perf_known_ids *known, struct perf_data_env *env);

/** perf_known_ids_free() - forget all */
void perf_known_ids_free(struct perf_known_ids *known);

#endif /* PERF_INJECT_KNOWN_IDS_H */
