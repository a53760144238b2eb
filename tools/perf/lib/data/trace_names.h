/* SPDX-License-Identifier: GPL-2.0-only */
/* Names of tracepoints by their numbers, from their formats in a recording. */
#ifndef PERF_DATA_TRACE_NAMES_H
#define PERF_DATA_TRACE_NAMES_H

#include <stdint.h>
#include <base/map.h>
#include <base/str.h>
#include <base/vec.h>
#include <data/env.h>

/**
 * struct perf_trace_name - name of a tracepoint, in the formats; not ended by a zero byte
 * @system, @name: both parts of it
 * @length: of @name
 */
struct perf_trace_name {
	const char *system;
	const char *name;
	size_t length;
};

/**
 * struct perf_trace_names - names of all tracepoints that have a format
 * @formats: perf_data_env.tracing_data that they are of, NULL: none was looked at
 * @list: them
 * @by_id: number of a tracepoint to its index in @list
 *
 * All zero at first.
 */
struct perf_trace_names {
	const void *formats;
	PERF_VEC(struct perf_trace_name) list;
	struct perf_map by_id;
};

/** perf_trace_names_find() - add "system:name" of tracepoint @id to @text, false without format */
bool perf_trace_names_find(struct perf_trace_names *names, const struct perf_data_env *env,
			   uint64_t id, struct perf_str *text);

/** perf_trace_names_free() - free what perf_trace_names_find() has kept */
void perf_trace_names_free(struct perf_trace_names *names);

#endif /* PERF_DATA_TRACE_NAMES_H */
