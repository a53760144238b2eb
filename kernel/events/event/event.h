/* SPDX-License-Identifier: GPL-2.0 */
/* Allocating, referencing and freeing events. */
#ifndef _KERNEL_EVENTS_EVENT_H
#define _KERNEL_EVENTS_EVENT_H

#include <linux/perf_event.h>

/* @cpu is -1 with a @task, or possible: cpu_possible_mask has holes on some machines. */
static inline bool perf_event_cpu_is_valid(int cpu, const struct task_struct *task)
{
	if (cpu < 0)
		return cpu == -1 && task;
	return (unsigned int)cpu < nr_cpu_ids && cpu_possible(cpu);
}

struct perf_event *perf_event_alloc(const struct perf_event_attr *attr, int cpu,
				    struct task_struct *task, struct perf_event *group_leader,
				    perf_overflow_handler_t handler, void *handler_context,
				    int cgroup_fd);
struct perf_event *perf_event_clone(struct perf_event *parent, struct task_struct *task,
				    struct perf_event *group_leader);
void perf_event_put(struct perf_event *event);
void perf_children_put(struct list_head *gone);
void perf_event_caches_init(void);

#endif /* _KERNEL_EVENTS_EVENT_H */
