/* SPDX-License-Identifier: GPL-2.0 */
/* The formats of tracepoints for PERF_FEATURE_TRACING_DATA. */
#ifndef PERF_RECORD_TRACING_H
#define PERF_RECORD_TRACING_H

#include <stdbool.h>
#include <base/error.h>
#include <base/str.h>
#include <event/spec.h>

int perf_record_tracing(const struct perf_event_list *list, bool renamed,
			struct perf_str *bytes, struct perf_error *error);

#endif /* PERF_RECORD_TRACING_H */
