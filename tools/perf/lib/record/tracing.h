/* SPDX-License-Identifier: GPL-2.0-only */
/* The formats of tracepoints for PERF_FEATURE_TRACING_DATA. */
#ifndef PERF_RECORD_TRACING_H
#define PERF_RECORD_TRACING_H

#include <stdbool.h>
#include <base/error.h>
#include <base/str.h>
#include <event/spec.h>

/**
 * perf_record_tracing() - collect the formats of tracepoints
 * @list: events; those that are not tracepoints are ignored
 * @renamed: event names may differ from tracepoint names: search by tracepoint id. Only valid for
 *	events opened on the running kernel
 * @bytes: the formats are appended; nothing, if there is no tracepoint
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_record_tracing(const struct perf_event_list *list, bool renamed,
			struct perf_str *bytes, struct perf_error *error);

#endif /* PERF_RECORD_TRACING_H */
