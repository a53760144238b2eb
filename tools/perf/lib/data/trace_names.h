/* SPDX-License-Identifier: GPL-2.0 */
/* Names of tracepoints by id, from their formats in perf_data_env.tracing_data. */
#ifndef PERF_DATA_TRACE_NAMES_H
#define PERF_DATA_TRACE_NAMES_H

#include <stdint.h>
#include <base/map.h>
#include <base/str.h>
#include <base/vec.h>
#include <data/env.h>

/**
 * struct perf_trace_name - name of a tracepoint
 * @system: first part, a string
 * @name: second part, without a terminator
 * @length: bytes of @name
 *
 * Both point into perf_data_env.tracing_data.
 */
struct perf_trace_name {
	const char *system;
	const char *name;
	size_t length;
};

/**
 * struct perf_trace_names - names of all tracepoints that have a format
 * @formats: the perf_data_env.tracing_data that @list was read from, NULL before
 * @list: the names
 * @by_id: id of a tracepoint to its index in @list
 *
 * All zero before the first perf_trace_names_find().
 */
struct perf_trace_names {
	const void *formats;
	PERF_VEC(struct perf_trace_name) list;
	struct perf_map by_id;
};
bool perf_trace_names_find(struct perf_trace_names *names, const struct perf_data_env *env,
			   uint64_t id, struct perf_str *text);
void perf_trace_names_free(struct perf_trace_names *names);

#endif /* PERF_DATA_TRACE_NAMES_H */
