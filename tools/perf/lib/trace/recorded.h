/* SPDX-License-Identifier: GPL-2.0-only */
/* Tracing from a recording. */
#ifndef PERF_TRACE_RECORDED_H
#define PERF_TRACE_RECORDED_H

#include <data/reader.h>
#include <trace/live.h>

/**
 * perf_trace_recorded() - pass the events of a recording to a tracer
 * @tracer: processes the events
 * @data: recording, at its start
 * @flush: writes the text
 * @context: passed to @flush
 * @error: filled on failure
 *
 * Return: 0 or a negative errno: -EINVAL if there is nothing to trace, or if the recording is
 * from another kind of machine, where system calls have other numbers.
 */
int perf_trace_recorded(struct perf_tracer *tracer, struct perf_data *data,
			perf_trace_flush *flush, void *context, struct perf_error *error);

#endif /* PERF_TRACE_RECORDED_H */
