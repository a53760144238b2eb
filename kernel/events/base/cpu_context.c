// SPDX-License-Identifier: GPL-2.0
/*
 * The contexts of the CPUs: the per-CPU data. context_types.h documents the fields and
 * their locks.
 *
 * Context: any; this file has only data and assertions.
 */
#include <linux/perf_event.h>

#include "base/context_types.h"
#include "base/pmu_scope.h"

DEFINE_PER_CPU(struct perf_cpu_context, perf_cpu_context);

/* Written by hotplug.c. */
struct cpumask perf_online_cpus __read_mostly;

/**
 * perf_cpu_task_ctx - context of the task that runs on this CPU
 *
 * A driver's pmu_enable() calls this to decide whether user space may read counters: it may
 * while the running task has events that it may read. At a context switch the last
 * pmu_enable() gets the context of the next task, or NULL.
 *
 * Return: the context; NULL if the task has none or is being switched out.
 * Context: IRQs off.
 */
struct perf_event_context *perf_cpu_task_ctx(void)
{
	struct perf_context *ctx;

	lockdep_assert_irqs_disabled();
	ctx = __this_cpu_read(perf_cpu_context.task_ctx);
	return ctx ? &ctx->head : NULL;
}

#ifdef CONFIG_PROVE_LOCKING
/**
 * perf_event_assert_group_stable - warn unless the event's group cannot change
 * @event: any member
 *
 * A group cannot change under ctx->mutex, nor with IRQs off on the CPU that the group is
 * active on.
 */
void perf_event_assert_group_stable(const struct perf_event *event)
{
	const struct perf_context *ctx = event->ctx;

	if (!ctx || irqs_disabled() || !debug_locks)
		return;
	WARN_ON_ONCE(lockdep_is_held(&ctx->mutex) == LOCK_STATE_NOT_HELD);
}
EXPORT_SYMBOL_GPL(perf_event_assert_group_stable);
#endif
