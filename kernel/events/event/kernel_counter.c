// SPDX-License-Identifier: GPL-2.0
/*
 * Counters opened by kernel code.
 *
 * A kernel counter has no file, no owner and no permission check.
 * perf_event_release_kernel() closes it.
 *
 * Locks: context mutex. Context: task.
 */
#include <linux/perf_event.h>

#include "base/pmu.h"
#include "event/event.h"
#include "sched/context.h"
#include "sched/install.h"
#include "sched/slot.h"

/**
 * perf_event_create_kernel_counter - open a counter from kernel code
 * @attr:     attributes of the event
 * @cpu:      CPU to count on, -1 for wherever @task runs
 * @task:     task to monitor, NULL for a CPU event
 * @callback: overflow handler, called at the end of each period; NULL for the default
 * @context:  perf_event::overflow_handler_context for @callback
 *
 * Return: the event, enabled unless attr.disabled; -EINVAL for attr.aux_output,
 * attr.aux_action or a CPU that is not possible, -ENODEV for an offline CPU, -ESRCH for
 * an exiting task, or an errno of perf_event_alloc() and perf_pmu_check_join().
 */
struct perf_event *perf_event_create_kernel_counter(struct perf_event_attr *attr, int cpu,
						    struct task_struct *task,
						    perf_overflow_handler_t callback,
						    void *context)
{
	const struct perf_offer offer = {
		.attr = attr, .cpu = cpu, .task = task, .cgroup_fd = -1,
	};
	struct perf_context *ctx;
	struct perf_event *event;
	int err;

	if (!perf_event_cpu_is_valid(cpu, task))
		return ERR_PTR(-EINVAL);
	/* AUX output needs a ring and a group leader; a kernel counter has neither. */
	if (attr->aux_output || attr->aux_action)
		return ERR_PTR(-EINVAL);

	event = perf_event_alloc(&offer, callback, context);
	if (IS_ERR(event))
		return event;
	event->attach_state |= PERF_ATTACH_KERNEL;

	ctx = perf_context_find_get(task, event->cpu);
	if (IS_ERR(ctx)) {
		perf_event_put(event);
		return ERR_CAST(ctx);
	}
	scoped_guard(mutex, &ctx->mutex) {
		err = perf_context_check_alive(ctx);
		if (!err)
			err = perf_pmu_check_join(event, ctx);
		if (!err)
			err = perf_context_reserve(ctx, event);
		if (!err)
			perf_context_install(ctx, event);
	}
	perf_context_unpin(ctx);
	if (err) {
		perf_event_put(event);
		return ERR_PTR(err);
	}
	return event;
}
EXPORT_SYMBOL_GPL(perf_event_create_kernel_counter);
