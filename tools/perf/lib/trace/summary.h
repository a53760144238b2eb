/* SPDX-License-Identifier: GPL-2.0-only */
/* Sums of system calls by thread. */
#ifndef PERF_TRACE_SUMMARY_H
#define PERF_TRACE_SUMMARY_H

#include <trace/tracer.h>

/**
 * perf_trace_summary_add() - add a call that has returned
 * @task: the thread
 * @id: number of the call, from 0 to below PERF_SYSCALL_LIMIT
 * @value: return value of the call
 * @timed: the beginning of the call was seen, so that @duration is valid
 * @duration: ns that the call took
 *
 * Return: 0 or -ENOMEM.
 */
int perf_trace_summary_add(struct perf_trace_task *task, int64_t id, int64_t value, bool timed,
			   uint64_t duration);

/**
 * perf_trace_summary_text() - add the tables of all threads
 * @tracer: tracer
 * @text: the tables are added
 *
 * Return: 0 or -ENOMEM.
 */
int perf_trace_summary_text(const struct perf_tracer *tracer, struct perf_str *text);

#endif /* PERF_TRACE_SUMMARY_H */
