/* SPDX-License-Identifier: GPL-2.0-only */
/* System calls added up by thread. */
#ifndef PERF_TRACE_SUMMARY_H
#define PERF_TRACE_SUMMARY_H

#include <trace/tracer.h>

/**
 * perf_trace_summary_add() - a call returned
 * @task: the thread
 * @id: the call, from 0 to below PERF_SYSCALL_LIMIT
 * @value: what it returned
 * @timed: its beginning was seen
 * @duration: ns it took, if so
 *
 * Return: 0 or -ENOMEM.
 */
int perf_trace_summary_add(struct perf_trace_task *task, int64_t id, int64_t value, bool timed,
			   uint64_t duration);

/**
 * perf_trace_summary_text() - add the tables of all threads
 * @tracer: tracer
 * @text: is added to
 *
 * Return: 0 or -ENOMEM.
 */
int perf_trace_summary_text(const struct perf_tracer *tracer, struct perf_str *text);

#endif /* PERF_TRACE_SUMMARY_H */
