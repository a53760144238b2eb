/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Locking what is active on this CPU.
 *
 * The order is: context mutex > lock of the CPU's context > lock of the active
 * task's context > locks private to a PMU. The two kinds of context lock are two
 * lockdep classes.
 */
#ifndef _KERNEL_EVENTS_LOCKS_H
#define _KERNEL_EVENTS_LOCKS_H

#include <linux/cleanup.h>

#include "context_types.h"

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
