/* SPDX-License-Identifier: GPL-2.0-only */
/* The build ids of a recording, wherever in it they are. */
#ifndef PERF_DATA_BUILD_IDS_H
#define PERF_DATA_BUILD_IDS_H

#include <data/env.h>
#include <data/reader.h>

/**
 * typedef perf_data_build_id_call - called with each build id
 * @context: of the caller
 * @build_id: id and file; valid during the call
 */
typedef void perf_data_build_id_call(void *context, const struct perf_env_build_id *build_id);

/**
 * perf_data_each_build_id() - go through the build ids of a recording
 * @data: reader, at its start
 * @call: called with each, once for each file
 * @context: for @call
 * @err: text
 *
 * A recording without a section for them has them in its mappings: then it is read to its
 * end.
 *
 * Return: 0 or a negative errno; what was found up to there was given.
 */
int perf_data_each_build_id(struct perf_data *data, perf_data_build_id_call *call, void *context,
			    struct perf_error *err);

#endif /* PERF_DATA_BUILD_IDS_H */
