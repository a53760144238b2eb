/* SPDX-License-Identifier: GPL-2.0-only */
/* What runs already when tracing begins. */
#ifndef PERF_TRACE_RUNNING_H
#define PERF_TRACE_RUNNING_H

#include <stdbool.h>
#include <sys/threads.h>
#include <trace/chains.h>

/**
 * perf_trace_running() - tell call chains where the kernel and running programs are mapped
 * @chains: are told; before the first record of what is traced
 * @threads: of these; those without a number are left out
 * @all: of all processes
 *
 * Events must count already: else what is mapped in between is in neither.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_trace_running(struct perf_trace_chains *chains, const struct perf_threads *threads,
		       bool all);

#endif /* PERF_TRACE_RUNNING_H */
