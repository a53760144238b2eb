// SPDX-License-Identifier: GPL-2.0
/*
 * The contexts of the CPUs: the data itself. context_types.h says what it is, and
 * who may touch which part.
 *
 * Context: any; only data and assertions about it.
 */
#include <linux/perf_event.h>

#include "base/context_types.h"
#include "base/pmu_scope.h"

DEFINE_PER_CPU(struct perf_cpu_context, perf_cpu_context);

/* Written by hotplug.c. */
struct cpumask perf_online_cpus __read_mostly;

/**
 * perf_cpu_task_ctx - the events of the task that runs on this CPU
 *
 * For a driver's pmu_enable: user space may read counters while the running task has
 * events that it may read. At a switch this is the context of the task that comes, or
 * NULL, from before the last pmu_enable of the switch on.
 *
 * Return: the context; NULL if the task has none, or is being switched out.
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
 * perf_event_assert_group_stable - complain unless the event's group cannot change
 * @event: any member
 *
 * It cannot under the context's mutex, nor on the CPU that the group is active on
 * with IRQs off.
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
