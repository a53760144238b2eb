// SPDX-License-Identifier: GPL-2.0
/*
 * CPU hotplug.
 *
 * The context of a CPU is active while the CPU is online. When the CPU goes offline, its events
 * stay installed, INACTIVE, and count again when the CPU is back; only events of a PMU with a
 * scope (package, die, ...) move to another CPU of the scope and stay there. perf_rotate_stop()
 * ends the rotation timers of the CPU.
 *
 * Locks: the CPU context's mutex excludes opens, so that perf_context_check_alive() stays true
 * until the event is installed; the context's lock protects the rest.
 * perf_online_cpus changes on the CPU that comes or goes.
 * Context: task, on the CPU concerned.
 */
#include <linux/cpu.h>
#include <linux/perf_event.h>

#include "base/locks.h"
#include "base/pmu.h"
#include "base/rotate.h"
#include "sched/active.h"
#include "sched/context.h"
#include "sched/hotplug.h"
#include "sched/sched.h"

static void perf_cpu_context_in(struct perf_cpu_context *cpuctx)
{
	u64 now;

	guard(perf_cpu)(cpuctx);
	if (cpuctx->online)
		return;
	now = perf_ctx_now();
	cpuctx->online = true;
	cpuctx->ctx.active = true;
	/* A serial of 0 makes the next switch activate the slots of control groups. */
	cpuctx->cgrp_serial = 0;
	perf_run_clock_start(&cpuctx->ctx.clock, now);
	perf_sched_slot_in(cpuctx, &cpuctx->ctx.any, now);
	perf_sched_flush(cpuctx);
}

static void perf_cpu_context_out(struct perf_cpu_context *cpuctx)
{
	struct perf_event_slot *slot, *next;
	u64 now;

	guard(perf_cpu)(cpuctx);
	if (!cpuctx->online)
		return;
	now = perf_ctx_now();
	cpuctx->online = false;
	list_for_each_entry_safe(slot, next, &cpuctx->cgrp_slots, active_entry) {
		perf_sched_slot_out(cpuctx, slot, now);
		list_del_rcu(&slot->active_entry);
	}
	perf_sched_slot_out(cpuctx, &cpuctx->ctx.any, now);
	perf_run_clock_stop(&cpuctx->ctx.clock, now);
	cpuctx->ctx.active = false;
}

static void perf_hotplug_stop_rotation(struct pmu *pmu, void *data)
{
	perf_rotate_stop(per_cpu_ptr(pmu->cpu_pmu_context, *(unsigned int *)data));
}

/**
 * perf_event_init_cpu - activate the context of a CPU that comes online
 * @cpu: the CPU; a call on another CPU, before @cpu is up, does nothing
 *
 * Return: 0
 */
int perf_event_init_cpu(unsigned int cpu)
{
	struct perf_cpu_context *cpuctx = per_cpu_ptr(&perf_cpu_context, cpu);

	if (cpu != raw_smp_processor_id())
		return 0;
	perf_pmu_for_each(perf_hotplug_stop_rotation, &cpu);
	scoped_guard(mutex, &cpuctx->ctx.mutex) {
		guard(irqsave)();
		perf_cpu_context_in(cpuctx);
	}
	cpumask_set_cpu(cpu, &perf_online_cpus);
	return 0;
}

/* Moves the events of @pmu on CPU @data to a CPU of the same scope that is still online. */
static void perf_hotplug_move(struct pmu *pmu, void *data)
{
	unsigned int cpu = *(unsigned int *)data;
	unsigned int target;

	if (pmu->scope == PERF_PMU_SCOPE_NONE)
		return;
	target = perf_pmu_scope_target(pmu, cpu);
	if (target < nr_cpu_ids)
		perf_pmu_migrate_context(pmu, cpu, target);
}

/**
 * perf_event_exit_cpu - deactivate the context of a CPU that goes offline
 * @cpu: the CPU; a call on another CPU, when @cpu is down, does nothing
 *
 * Return: 0
 */
int perf_event_exit_cpu(unsigned int cpu)
{
	struct perf_cpu_context *cpuctx = per_cpu_ptr(&perf_cpu_context, cpu);

	if (cpu != raw_smp_processor_id())
		return 0;
	cpumask_clear_cpu(cpu, &perf_online_cpus);
	perf_pmu_for_each(perf_hotplug_move, &cpu);
	scoped_guard(mutex, &cpuctx->ctx.mutex) {
		guard(irqsave)();
		perf_cpu_context_out(cpuctx);
	}
	perf_pmu_for_each(perf_hotplug_stop_rotation, &cpu);
	return 0;
}

/**
 * perf_cpu_contexts_init - initialise the contexts of all CPUs, at boot
 */
void __init perf_cpu_contexts_init(void)
{
	static struct lock_class_key lock_key, mutex_key;
	struct perf_cpu_context *cpuctx;
	int cpu;

	for_each_possible_cpu(cpu) {
		cpuctx = per_cpu_ptr(&perf_cpu_context, cpu);
		perf_context_init(&cpuctx->ctx, cpu, NULL);
		/* A CPU's locks are taken before those of the task that runs on it. */
		lockdep_set_class(&cpuctx->ctx.lock, &lock_key);
		lockdep_set_class(&cpuctx->ctx.mutex, &mutex_key);
		INIT_LIST_HEAD(&cpuctx->cgrp_slots);
		INIT_LIST_HEAD(&cpuctx->dirty);
		INIT_LIST_HEAD(&cpuctx->sched_cb_list);
	}
}
