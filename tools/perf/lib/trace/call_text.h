/* SPDX-License-Identifier: GPL-2.0 */
/* Arguments and results of system calls, and fields of tracepoints, as text. */
#ifndef PERF_TRACE_CALL_TEXT_H
#define PERF_TRACE_CALL_TEXT_H

#include <trace/tracer.h>

void perf_call_text_begin(struct perf_tracer *tracer, struct perf_str *text,
			  const struct perf_trace_task *task);
void perf_call_text_result(struct perf_tracer *tracer, struct perf_str *text,
			   const struct perf_trace_task *task, const struct perf_syscall *call,
			   int64_t value);
void perf_call_text_point(const struct perf_tracer *tracer, struct perf_str *text,
			  const struct perf_trace_hit *hit);

#endif /* PERF_TRACE_CALL_TEXT_H */
