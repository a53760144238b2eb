/* SPDX-License-Identifier: GPL-2.0 */
/* Control groups as contexts use them: the tasks in a group, and the slot of its events. */
#ifndef _KERNEL_EVENTS_CGROUP_SLOTS_H
#define _KERNEL_EVENTS_CGROUP_SLOTS_H

#include "base/context_types.h"

#ifdef CONFIG_CGROUP_PERF

/**
 * struct perf_cgroup_slots - a control group with the slots of its events
 * @cgrp: the part that other code uses
 * @slot: on each CPU its slot in the CPU's context, NULL for none (slot.c)
 */
struct perf_cgroup_slots {
	struct perf_cgroup		cgrp;
	struct perf_event_slot * __percpu *slot;
};

/* Sets the slot of @cgrp in the context of @cpu; NULL: none. That context's mutex is held. */
static inline void perf_cgroup_set_slot(struct perf_cgroup *cgrp, int cpu,
					struct perf_event_slot *slot)
{
	struct perf_cgroup_slots *slots = container_of(cgrp, struct perf_cgroup_slots, cgrp);

	/*
	 * Pairs with the acquire in perf_cgroup_this_slot(): @slot is complete before it is found.
	 */
	smp_store_release(per_cpu_ptr(slots->slot, cpu), slot);
}

/* Return: the slot, valid until IRQs are on. IRQs off. */
static inline struct perf_event_slot *perf_cgroup_this_slot(struct cgroup_subsys_state *css)
{
	struct perf_cgroup_slots *slots = container_of(css, struct perf_cgroup_slots, cgrp.css);

	/* Pairs with the release in perf_cgroup_set_slot(). */
	return smp_load_acquire(this_cpu_ptr(slots->slot));
}

static inline struct perf_cgroup *perf_event_cgroup(const struct perf_event *event)
{
	return event->opened->cgrp;
}

static inline unsigned long perf_cgroup_id(const struct perf_cgroup *cgrp)
{
	return cgrp->css.id;
}

/* True if the tasks are in different groups. In the scheduler: @prev runs, @next is about to. */
static inline bool perf_cgroup_differs(struct task_struct *prev, struct task_struct *next)
{
	return perf_cgroup_from_task(prev, NULL) != perf_cgroup_from_task(next, NULL);
}

/* True if @task is in @cgrp or below it. IRQs off or in an RCU read section. */
static inline bool perf_cgroup_covers(const struct perf_cgroup *cgrp, struct task_struct *task)
{
	return cgroup_is_descendant(perf_cgroup_from_task(task, NULL)->css.cgroup,
				    cgrp->css.cgroup);
}

#else

static inline void perf_cgroup_set_slot(struct perf_cgroup *cgrp, int cpu,
					struct perf_event_slot *slot) { }

static inline struct perf_cgroup *perf_event_cgroup(const struct perf_event *event)
{
	return NULL;
}

static inline unsigned long perf_cgroup_id(const struct perf_cgroup *cgrp)
{
	return 0;
}

static inline bool perf_cgroup_differs(struct task_struct *prev, struct task_struct *next)
{
	return false;
}

static inline bool perf_cgroup_covers(const struct perf_cgroup *cgrp, struct task_struct *task)
{
	return false;
}

#endif /* CONFIG_CGROUP_PERF */
#endif /* _KERNEL_EVENTS_CGROUP_SLOTS_H */
