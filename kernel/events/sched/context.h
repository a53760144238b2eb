/* SPDX-License-Identifier: GPL-2.0 */
/* Contexts: making and finding them, running functions on them. */
#ifndef _KERNEL_EVENTS_CONTEXT_H
#define _KERNEL_EVENTS_CONTEXT_H

#include "base/context_types.h"

/**
 * typedef perf_context_fn - a function that perf_context_run() calls on a context
 * @cpuctx: this CPU, if the context is active on it; NULL if it is inactive
 * @ctx:    the context
 * @data:   as passed to perf_context_run()
 *
 * IRQs are off and the context's lock is held. With @cpuctx, if @ctx has switched groups, is a
 * CPU's, or is passed to perf_context_run_adding(), the lock of the CPU's context and that of
 * the task context that is active on this CPU are held as well.
 */
typedef void (*perf_context_fn)(struct perf_cpu_context *cpuctx,
				struct perf_context *ctx, void *data);

void perf_slot_init(struct perf_event_slot *slot, struct perf_context *ctx, int cpu,
		    struct perf_cgroup *cgrp);
void perf_context_init(struct perf_context *ctx, int cpu, struct task_struct *task);
struct perf_context *perf_context_alloc(struct task_struct *task);
struct perf_context *perf_context_find_get(struct task_struct *task, int cpu);
void perf_context_put(struct perf_context *ctx);
struct perf_context *perf_context_pin(struct task_struct *task);
void perf_context_unpin(struct perf_context *ctx);

void perf_context_run(struct perf_context *ctx, perf_context_fn fn, void *data);
void perf_context_run_adding(struct perf_context *ctx, perf_context_fn fn, void *data);
int perf_context_run_atomic(struct perf_context *ctx, perf_context_fn fn, void *data);
void perf_context_settle(struct perf_context *ctx);

/* Takes a further reference; the caller holds a reference or the context's lock. Any context. */
static inline void perf_context_get(struct perf_context *ctx)
{
	refcount_inc(&ctx->refcount);
}

int perf_context_check_alive(const struct perf_context *ctx);

#endif /* _KERNEL_EVENTS_CONTEXT_H */
