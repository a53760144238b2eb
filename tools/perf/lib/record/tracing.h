/* SPDX-License-Identifier: GPL-2.0-only */
/* The formats of tracepoints, as a recording keeps them. */
#ifndef PERF_RECORD_TRACING_H
#define PERF_RECORD_TRACING_H

#include <stdbool.h>
#include <base/error.h>
#include <base/str.h>
#include <event/spec.h>

/**
 * perf_record_tracing() - collect the formats of tracepoints
 * @list: events; those that are no tracepoints do not matter
 * @renamed: events may be called otherwise than the tracepoints: look for their numbers.
 *	Only right for events that were opened by the running kernel
 * @bytes: the blob is appended; nothing, if there is no tracepoint
 * @err: text
 *
 * Return: 0 or a negative errno.
 */
int perf_record_tracing(const struct perf_event_list *list, bool renamed,
			struct perf_str *bytes, struct perf_error *err);

#endif /* PERF_RECORD_TRACING_H */
