/* SPDX-License-Identifier: GPL-2.0 */
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
int perf_known_ids_parse(struct perf_known_ids *known, const char *text, struct perf_error *error);
int perf_known_ids_list(const struct perf_known_ids *known, const struct perf_record_dsos *dsos,
			struct perf_data_env *env);
void perf_known_ids_prevail(const struct perf_known_ids *known, struct perf_data_env *env);
void perf_known_ids_free(struct perf_known_ids *known);

#endif /* PERF_INJECT_KNOWN_IDS_H */
