/* SPDX-License-Identifier: GPL-2.0 */
/* The tasks that already run when tracing begins. */
#ifndef PERF_TRACE_RUNNING_H
#define PERF_TRACE_RUNNING_H

#include <stdbool.h>
#include <sys/threads.h>
#include <trace/chains.h>

int perf_trace_running(struct perf_trace_chains *chains, const struct perf_threads *threads,
		       bool all, bool data);

#endif /* PERF_TRACE_RUNNING_H */
