/* SPDX-License-Identifier: GPL-2.0 */
/* Events of control groups. The slots they are in: context_types.h. */
#ifndef _KERNEL_EVENTS_CGROUP_H
#define _KERNEL_EVENTS_CGROUP_H

#include "context_types.h"

#ifdef CONFIG_CGROUP_PERF

/* On while any event is bound to a control group. */
DECLARE_STATIC_KEY_FALSE(perf_cgroup_events);

/* Is @task in @cgrp or below? IRQs off or in an RCU read section. */
static inline bool perf_cgroup_covers(const struct perf_cgroup *cgrp, struct task_struct *task)
{
	return cgroup_is_descendant(perf_cgroup_from_task(task, NULL)->css.cgroup,
				    cgrp->css.cgroup);
}

static inline bool perf_event_is_cgroup(const struct perf_event *event)
{
	return event->cgrp;
}

int perf_cgroup_connect(struct perf_event *event, int fd);
void perf_cgroup_follow(struct perf_event *event);
void perf_cgroup_disconnect(struct perf_event *event);
void __perf_cgroup_switch(struct task_struct *next);

/* The CPU is about to run @next: IRQs off, no context lock held. */
static inline void perf_cgroup_switch(struct task_struct *next)
{
	if (static_branch_unlikely(&perf_cgroup_events))
		__perf_cgroup_switch(next);
}

#else

static inline bool perf_cgroup_covers(const struct perf_cgroup *cgrp, struct task_struct *task)
{
	return false;
}

static inline bool perf_event_is_cgroup(const struct perf_event *event)
{
	return false;
}

static inline int perf_cgroup_connect(struct perf_event *event, int fd)
{
	return -EINVAL;
}

static inline void perf_cgroup_follow(struct perf_event *event) { }
static inline void perf_cgroup_disconnect(struct perf_event *event) { }
static inline void perf_cgroup_switch(struct task_struct *next) { }

#endif /* CONFIG_CGROUP_PERF */
#endif /* _KERNEL_EVENTS_CGROUP_H */
