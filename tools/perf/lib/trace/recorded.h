/* SPDX-License-Identifier: GPL-2.0-only */
/* Tracing what a recording holds. */
#ifndef PERF_TRACE_RECORDED_H
#define PERF_TRACE_RECORDED_H

#include <data/reader.h>
#include <trace/live.h>

/**
 * perf_trace_recorded() - give the events of a recording to a tracer
 * @tracer: gets them
 * @data: recording, at its start
 * @flush: what to do with the text
 * @context: for @flush
 * @error: filled on failure
 *
 * Return: 0 or a negative errno: -EINVAL if there is nothing to trace, or if it is from
 * another kind of machine, where system calls have other numbers.
 */
int perf_trace_recorded(struct perf_tracer *tracer, struct perf_data *data,
			perf_trace_flush *flush, void *context, struct perf_error *error);

#endif /* PERF_TRACE_RECORDED_H */
