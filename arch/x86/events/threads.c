// SPDX-License-Identifier: GPL-2.0
/*
 * Sandy Bridge to Haswell, with two threads in a core: while one thread counts retired loads or
 * stores, the counter of the same number in the other thread may count wrongly.
 *
 * Such events are exclusive: they are assigned only counters of perf_x86_pmu::exclusive, which
 * are the last ones for all other events (perf_assignment::avoid). perf_x86_core_assign()
 * refuses an exclusive event while the other thread uses one of these counters, and withholds
 * them all from a thread whose sibling has an exclusive event. An event that is refused waits
 * for the next rotation.
 *
 * Owns: struct perf_x86_core; core, thread and nr_exclusive of struct perf_x86_cpu.
 * Locks: perf_x86_core::lock; no NMI takes it.
 * Context: on the CPU, IRQs off; opening of events: task.
 *
 * Hardware facts: Intel's specification updates, errata BJ122 (Sandy Bridge), BV98 (Ivy
 * Bridge) and HSD29 (Haswell).
 */
#include <linux/array_size.h>
#include <linux/cleanup.h>
#include <linux/percpu.h>
#include <linux/spinlock.h>
#include <linux/topology.h>

#include <asm/cpu_device_id.h>
#include <asm/intel-family.h>
#include <asm/smp.h>

#include "threads.h"
#include "model.h"

/* Half of the counters that a thread has, while the core has two. */
#define EXCLUSIVE_COUNTERS	GENMASK_ULL(3, 2)

/* MEM_UOPS_RETIRED, MEM_LOAD_UOPS_RETIRED and the events between and after them. */
#define FIRST_EXCLUSIVE		0xd0
#define LAST_EXCLUSIVE		0xd3

static const u32 exclusive_cpus[] = {
	INTEL_SANDYBRIDGE, INTEL_SANDYBRIDGE_X, INTEL_IVYBRIDGE, INTEL_IVYBRIDGE_X,
	INTEL_HASWELL, INTEL_HASWELL_X, INTEL_HASWELL_L, INTEL_HASWELL_G,
};

/* The state of a core is in that of the first of its CPUs that comes up. */
static DEFINE_PER_CPU(struct perf_x86_core, perf_x86_core) = {
	.lock = __RAW_SPIN_LOCK_UNLOCKED(perf_x86_core.lock),
};

static DEFINE_PER_CPU(struct perf_x86_core *, perf_x86_core_of);

/**
 * perf_x86_core_exclusive - counters that exclusive events can have
 * @cpu: cpuinfo_x86::x86_vfm
 *
 * Context: boot.
 * Return: mask of counters; 0 if the processor has no such events.
 */
u64 perf_x86_core_exclusive(u32 cpu)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(exclusive_cpus); i++) {
		if (exclusive_cpus[i] == cpu && __max_threads_per_core > 1)
			return EXCLUSIVE_COUNTERS;
	}
	return 0;
}

/**
 * perf_x86_core_is_exclusive - can an event spoil the counters of the other thread?
 * @pmu:  the PMU
 * @code: the event's code
 *
 * Return: true if it can.
 */
bool perf_x86_core_is_exclusive(const struct perf_x86_pmu *pmu, u64 code)
{
	unsigned int event = perf_x86_event_select(code);

	return pmu->exclusive && event >= FIRST_EXCLUSIVE && event <= LAST_EXCLUSIVE;
}

/**
 * perf_x86_core_join - find the core that a CPU belongs to
 * @cpu: this CPU, which comes up
 *
 * A CPU that is online has the state of its core; the one that comes up has no events yet.
 */
void perf_x86_core_join(struct perf_x86_cpu *cpu)
{
	int here = smp_processor_id(), sibling;

	if (!cpu->pmu->exclusive)
		return;
	per_cpu(perf_x86_core_of, here) = per_cpu_ptr(&perf_x86_core, here);
	for_each_cpu(sibling, topology_sibling_cpumask(here)) {
		if (sibling != here && cpu_online(sibling) && per_cpu(perf_x86_core_of, sibling))
			per_cpu(perf_x86_core_of, here) = per_cpu(perf_x86_core_of, sibling);
	}
	cpu->core = per_cpu(perf_x86_core_of, here);
	cpu->thread = cpu_data(here).topo.apicid & 1;
}

/* @cpu's events have changed. */
static void perf_x86_core_publish(struct perf_x86_cpu *cpu)
{
	struct perf_x86_core *core = cpu->core;

	lockdep_assert_held(&core->lock);
	core->exclusive[cpu->thread] = cpu->nr_exclusive;
	core->used[cpu->thread] = cpu->assignment.used & cpu->pmu->exclusive;
}

/**
 * perf_x86_core_assign - as perf_assign_add(), with regard to the other thread
 * @cpu:     this CPU, with a core
 * @event:   the event
 * @allowed: counters that @event allows
 * @path:    set to the events that move
 *
 * Return: false if there is no counter now.
 */
bool perf_x86_core_assign(struct perf_x86_cpu *cpu, const struct perf_event *event, u64 allowed,
			  struct perf_assign_path *path)
{
	const bool exclusive = event->hw.flags & PERF_X86_FLAG_EXCLUSIVE;
	struct perf_x86_core *core = cpu->core;

	guard(raw_spinlock)(&core->lock);
	if (exclusive && core->used[!cpu->thread])
		return false;
	cpu->assignment.blocked = core->exclusive[!cpu->thread] ? cpu->pmu->exclusive : 0;
	if (!perf_assign_add(&cpu->assignment, allowed, path))
		return false;
	cpu->nr_exclusive += exclusive;
	perf_x86_core_publish(cpu);
	return true;
}

/**
 * perf_x86_core_release - an event has left its counter
 * @cpu:   this CPU, with a core
 * @event: the event, deleted
 */
void perf_x86_core_release(struct perf_x86_cpu *cpu, const struct perf_event *event)
{
	guard(raw_spinlock)(&cpu->core->lock);
	if (event->hw.flags & PERF_X86_FLAG_EXCLUSIVE)
		cpu->nr_exclusive--;
	perf_x86_core_publish(cpu);
}
