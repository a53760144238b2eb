/* SPDX-License-Identifier: GPL-2.0-only */
/* The tasks that run already when tracing begins. */
#ifndef PERF_TRACE_RUNNING_H
#define PERF_TRACE_RUNNING_H

#include <stdbool.h>
#include <sys/threads.h>
#include <trace/chains.h>

/**
 * perf_trace_running() - add to call chains where the kernel and running programs are mapped
 * @chains: added to, before the first record of what is traced
 * @threads: of these; those without a number are left out
 * @all: of all processes
 * @data: where data is mapped, too
 *
 * Events must count already: else what is mapped in between is in neither.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_trace_running(struct perf_trace_chains *chains, const struct perf_threads *threads,
		       bool all, bool data);

#endif /* PERF_TRACE_RUNNING_H */
