/* SPDX-License-Identifier: GPL-2.0 */
/* Sums of system calls by thread. */
#ifndef PERF_TRACE_SUMMARY_H
#define PERF_TRACE_SUMMARY_H

#include <trace/tracer.h>

int perf_trace_summary_add(struct perf_trace_task *task, int64_t id, int64_t value, bool timed,
			   uint64_t duration);
int perf_trace_summary_text(const struct perf_tracer *tracer, struct perf_str *text);

#endif /* PERF_TRACE_SUMMARY_H */
