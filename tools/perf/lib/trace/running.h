/* SPDX-License-Identifier: GPL-2.0-only */
/* The tasks that already run when tracing begins. */
#ifndef PERF_TRACE_RUNNING_H
#define PERF_TRACE_RUNNING_H

#include <stdbool.h>
#include <sys/threads.h>
#include <trace/chains.h>

/**
 * perf_trace_running() - add the mappings of the kernel and of running processes
 * @chains: the mappings are added, before the first record of the trace
 * @threads: the threads of the processes; those without a pid are skipped
 * @all: add all processes, not those of @threads
 * @data: add data mappings, too
 *
 * Events must be enabled before: else a mapping made in between is missed.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_trace_running(struct perf_trace_chains *chains, const struct perf_threads *threads,
		       bool all, bool data);

#endif /* PERF_TRACE_RUNNING_H */
