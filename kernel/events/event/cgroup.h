/* SPDX-License-Identifier: GPL-2.0 */
/* Events of control groups; sched/cgroup_slots.h defines their slots. */
#ifndef _KERNEL_EVENTS_CGROUP_H
#define _KERNEL_EVENTS_CGROUP_H

#include "base/context_types.h"

#ifdef CONFIG_CGROUP_PERF

/* perf_cgroup_events is on while any event is bound to a control group. */
DECLARE_STATIC_KEY_FALSE(perf_cgroup_events);

static inline bool perf_event_is_cgroup(const struct perf_event *event)
{
	return event->opened->cgrp;
}

int perf_cgroup_connect(struct perf_event *event, int fd);
void perf_cgroup_follow(struct perf_event *event);
void perf_cgroup_disconnect(struct perf_event *event);
void __perf_cgroup_switch(struct task_struct *next);

/* Is any control group monitored? Otherwise context switches skip the cgroup slots. */
static __always_inline bool perf_cgroup_on(void)
{
	return static_branch_unlikely(&perf_cgroup_events);
}

/* The CPU is about to run @next: IRQs off, no context lock held. */
static inline void perf_cgroup_switch(struct task_struct *next)
{
	if (perf_cgroup_on())
		__perf_cgroup_switch(next);
}

#else

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
static __always_inline bool perf_cgroup_on(void)
{
	return false;
}

static inline void perf_cgroup_switch(struct task_struct *next) { }

#endif /* CONFIG_CGROUP_PERF */
#endif /* _KERNEL_EVENTS_CGROUP_H */
