// SPDX-License-Identifier: GPL-2.0
/*
 * Hardware breakpoints for kernel code: ptrace, kgdb, modules.
 *
 * A breakpoint is an ordinary event of the PMU "breakpoint" (pmus/breakpoint.c) that kernel
 * code has opened.
 *
 * Owns: nothing. Context: task, may sleep.
 */
#include <linux/cpu.h>
#include <linux/err.h>
#include <linux/export.h>
#include <linux/hw_breakpoint.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>

/**
 * register_user_hw_breakpoint - breakpoint in a task
 * @attr:      from hw_breakpoint_init() or ptrace_breakpoint_init(), completed
 * @triggered: called at each hit, IRQs off
 * @context:   passed to @triggered
 * @tsk:       the task
 *
 * Context: task, may sleep.
 * Return: the event or an errno; -ENOSPC when no debug register is free.
 */
struct perf_event *register_user_hw_breakpoint(struct perf_event_attr *attr,
					       perf_overflow_handler_t triggered,
					       void *context, struct task_struct *tsk)
{
	return perf_event_create_kernel_counter(attr, -1, tsk, triggered, context);
}
EXPORT_SYMBOL_GPL(register_user_hw_breakpoint);

/**
 * unregister_hw_breakpoint - remove a breakpoint
 * @bp: from register_user_hw_breakpoint(); NULL or an error pointer is ignored
 *
 * Context: task, may sleep.
 */
void unregister_hw_breakpoint(struct perf_event *bp)
{
	if (!IS_ERR_OR_NULL(bp))
		perf_event_release_kernel(bp);
}
EXPORT_SYMBOL_GPL(unregister_hw_breakpoint);

static void perf_bp_unregister_all(struct perf_event * __percpu *cpu_events)
{
	int cpu;

	for_each_possible_cpu(cpu)
		unregister_hw_breakpoint(per_cpu(*cpu_events, cpu));
	free_percpu(cpu_events);
}

/**
 * register_wide_hw_breakpoint - breakpoint on each online CPU
 * @attr:      from hw_breakpoint_init(), completed
 * @triggered: called at each hit, IRQs off
 * @context:   passed to @triggered
 *
 * Context: task, may sleep, takes cpus_read_lock().
 * Return: per-CPU events, NULL for an offline CPU; or an error pointer.
 */
struct perf_event * __percpu *register_wide_hw_breakpoint(struct perf_event_attr *attr,
							  perf_overflow_handler_t triggered,
							  void *context)
{
	struct perf_event * __percpu *cpu_events;
	struct perf_event *bp;
	int err = 0;
	int cpu;

	cpu_events = alloc_percpu(typeof(*cpu_events));
	if (!cpu_events)
		return ERR_PTR_PCPU(-ENOMEM);

	cpus_read_lock();
	for_each_online_cpu(cpu) {
		bp = perf_event_create_kernel_counter(attr, cpu, NULL, triggered, context);
		if (IS_ERR(bp)) {
			err = PTR_ERR(bp);
			break;
		}
		per_cpu(*cpu_events, cpu) = bp;
	}
	cpus_read_unlock();
	if (!err)
		return cpu_events;

	perf_bp_unregister_all(cpu_events);
	return ERR_PTR_PCPU(err);
}
EXPORT_SYMBOL_GPL(register_wide_hw_breakpoint);

/**
 * unregister_wide_hw_breakpoint - remove a breakpoint from all CPUs
 * @cpu_events: from register_wide_hw_breakpoint()
 *
 * Context: task, may sleep.
 */
void unregister_wide_hw_breakpoint(struct perf_event * __percpu *cpu_events)
{
	perf_bp_unregister_all(cpu_events);
}
EXPORT_SYMBOL_GPL(unregister_wide_hw_breakpoint);
