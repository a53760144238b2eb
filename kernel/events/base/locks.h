/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Locking the context of an event, and the contexts that are active on this CPU.
 *
 * Order: context mutex > lock of the CPU's context > lock of the active task's context >
 * locks private to a PMU. The locks of CPU contexts and of task contexts are two lockdep
 * classes.
 */
#ifndef _KERNEL_EVENTS_LOCKS_H
#define _KERNEL_EVENTS_LOCKS_H

#include <linux/cleanup.h>

#include "base/context_types.h"

/*
 * Lock the mutex of an opened event's context. migrate.c may move an event between two CPUs'
 * contexts, under the mutexes of both; a task's event never moves. So event->ctx always
 * points to an existing context.
 */
static inline void perf_event_ctx_lock(const struct perf_event *event)
{
	struct perf_context *ctx = READ_ONCE(event->ctx);

	for (;;) {
		mutex_lock(&ctx->mutex);
		if (likely(ctx == READ_ONCE(event->ctx)))
			return;
		mutex_unlock(&ctx->mutex);
		ctx = READ_ONCE(event->ctx);
	}
}

static inline void perf_event_ctx_unlock(const struct perf_event *event)
{
	mutex_unlock(&event->ctx->mutex);
}

DEFINE_GUARD(perf_event_ctx, struct perf_event *, perf_event_ctx_lock(_T),
	     perf_event_ctx_unlock(_T))

/* Lock the contexts active on this CPU. IRQs are off, so cpuctx->task_ctx cannot change. */
static inline void perf_cpu_lock(struct perf_cpu_context *cpuctx)
{
	lockdep_assert_irqs_disabled();
	perf_ctx_now_invalidate(cpuctx);
	raw_spin_lock(&cpuctx->ctx.lock);
	if (cpuctx->task_ctx)
		raw_spin_lock(&cpuctx->task_ctx->lock);
}

static inline void perf_cpu_unlock(struct perf_cpu_context *cpuctx)
{
	if (cpuctx->task_ctx)
		raw_spin_unlock(&cpuctx->task_ctx->lock);
	raw_spin_unlock(&cpuctx->ctx.lock);
}

DEFINE_GUARD(perf_cpu, struct perf_cpu_context *, perf_cpu_lock(_T), perf_cpu_unlock(_T))

#endif /* _KERNEL_EVENTS_LOCKS_H */
