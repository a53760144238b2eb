/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Locking the context of an event, and what is active on this CPU.
 *
 * The order is: context mutex > lock of the CPU's context > lock of the active
 * task's context > locks private to a PMU. The two kinds of context lock are two
 * lockdep classes.
 */
#ifndef _KERNEL_EVENTS_LOCKS_H
#define _KERNEL_EVENTS_LOCKS_H

#include <linux/cleanup.h>

#include "base/context_types.h"

/*
 * Lock the mutex of an opened event's context. A CPU's event may be moved to another
 * CPU (migrate.c), under the mutexes of both; a task's event stays where it is. So the
 * context that is looked at always exists.
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

/* IRQs off; task_ctx of this CPU cannot change meanwhile. */
static inline void perf_cpu_lock(struct perf_cpu_context *cpuctx)
{
	lockdep_assert_irqs_disabled();
	perf_new_moment(cpuctx);
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
