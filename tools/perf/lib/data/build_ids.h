/* SPDX-License-Identifier: GPL-2.0 */
/* The build ids of a recording, from its BUILD_ID section or its mappings. */
#ifndef PERF_DATA_BUILD_IDS_H
#define PERF_DATA_BUILD_IDS_H

#include <data/env.h>
#include <data/reader.h>

/**
 * typedef perf_data_build_id_call - callback of perf_data_each_build_id()
 * @context: the caller's
 * @build_id: id and file; valid during the call
 */
typedef void perf_data_build_id_call(void *context, const struct perf_env_build_id *build_id);
int perf_data_each_build_id(struct perf_data *data, perf_data_build_id_call *call, void *context,
			    struct perf_error *error);

#endif /* PERF_DATA_BUILD_IDS_H */
