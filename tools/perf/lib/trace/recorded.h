/* SPDX-License-Identifier: GPL-2.0 */
/* Tracing from a recording. */
#ifndef PERF_TRACE_RECORDED_H
#define PERF_TRACE_RECORDED_H

#include <data/reader.h>
#include <trace/live.h>

int perf_trace_recorded(struct perf_tracer *tracer, struct perf_data *data,
			perf_trace_flush *flush, void *context, struct perf_error *error);

#endif /* PERF_TRACE_RECORDED_H */
