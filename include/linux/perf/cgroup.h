/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The perf_event control group.
 */
#ifndef _LINUX_PERF_CGROUP_H
#define _LINUX_PERF_CGROUP_H

#include <linux/cgroup.h>

#ifdef CONFIG_CGROUP_PERF

/**
 * struct perf_cgroup - state of a control group in the perf_event controller
 * @css: the cgroup core's part
 */
struct perf_cgroup {
	struct cgroup_subsys_state	css;
};

struct perf_context;

/* The control group of @task. The caller is in an RCU read section or holds the rq lock. */
static inline struct perf_cgroup *
perf_cgroup_from_task(struct task_struct *task, struct perf_context *ctx)
{
	return container_of(task_css_check(task, perf_event_cgrp_id, true),
			    struct perf_cgroup, css);
}

#endif /* CONFIG_CGROUP_PERF */
#endif /* _LINUX_PERF_CGROUP_H */
