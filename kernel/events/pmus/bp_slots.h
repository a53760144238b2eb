/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Accounting for the debug registers of one kind (bp_slots.c).
 */
#ifndef _KERNEL_EVENTS_BP_SLOTS_H
#define _KERNEL_EVENTS_BP_SLOTS_H

#include <linux/rhashtable-types.h>
#include <linux/types.h>

/* No CPU has as many debug registers of a kind. */
#define PERF_BP_SLOTS_MAX	32

/* nr[n] counts the tasks or CPUs that use or need n slots. */
struct perf_bp_histogram {
	u32	nr[PERF_BP_SLOTS_MAX + 1];
};

/**
 * struct perf_bp_cpu - accounting of a CPU
 * @pinned: slots taken by breakpoints of the CPU itself
 * @needs:  tasks with breakpoints bound to this CPU, by the slots they may take here,
 *          including those of breakpoints that follow the task
 */
struct perf_bp_cpu {
	u32				pinned;
	struct perf_bp_histogram	needs;
};

/**
 * struct perf_bp_slots - debug registers of one kind, on all CPUs
 * @nr_slots: registers a CPU has
 * @nr_cpus:  CPUs
 * @nr_used:  breakpoints that have reserved a slot
 * @cpus:     CPUs, by number
 * @pinned:   CPUs by perf_bp_cpu::pinned
 * @needs:    tasks by the number of breakpoints that follow them to any CPU
 * @tasks:    struct perf_bp_task of each task that has breakpoints
 *
 * The caller serialises.
 */
struct perf_bp_slots {
	unsigned int			nr_slots;
	unsigned int			nr_cpus;
	unsigned long			nr_used;
	struct perf_bp_cpu		*cpus;
	struct perf_bp_histogram	pinned;
	struct perf_bp_histogram	needs;
	struct rhashtable		tasks;
};

int perf_bp_slots_init(struct perf_bp_slots *slots, unsigned int nr_slots, unsigned int nr_cpus);
void perf_bp_slots_destroy(struct perf_bp_slots *slots);
int perf_bp_slots_reserve(struct perf_bp_slots *slots, const void *task, int cpu);
void perf_bp_slots_release(struct perf_bp_slots *slots, const void *task, int cpu);

#endif /* _KERNEL_EVENTS_BP_SLOTS_H */
