/* SPDX-License-Identifier: GPL-2.0 */
/* Contexts: making and finding them, running code where one lives. */
#ifndef _KERNEL_EVENTS_CONTEXT_H
#define _KERNEL_EVENTS_CONTEXT_H

#include "base/context_types.h"

/**
 * typedef perf_context_fn - work on a context where and when it is stable
 * @cpuctx: this CPU, if the context is active on it; NULL if it is inactive
 * @ctx:    the context
 * @data:   as given
 *
 * IRQs are off and the context's lock is held. With @cpuctx, if the context has
 * groups on PMUs or is the CPU's, also the CPU context's lock and that of whatever
 * task context is active on this CPU.
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

/* A further reference; the caller has one, or the context's lock. Any context. */
static inline void perf_context_get(struct perf_context *ctx)
{
	refcount_inc(&ctx->refcount);
}

int perf_context_check_alive(const struct perf_context *ctx);

#endif /* _KERNEL_EVENTS_CONTEXT_H */
