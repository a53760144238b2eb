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

/**
 * struct perf_offer - the arguments of perf_event_open() for one event
 * @attr:      checked attributes
 * @cpu:       CPU that the event is bound to, -1 for any
 * @task:      monitored task, NULL for an event of a CPU
 * @leader:    leader of the event's group, or NULL
 * @cgroup_fd: directory of the event's control group, or -1
 * @options:   PERF_EXT_*
 */
struct perf_offer {
	const struct perf_event_attr	*attr;
	int				cpu;
	struct task_struct		*task;
	struct perf_event		*leader;
	int				cgroup_fd;
	u64				options;
};

struct perf_event *perf_event_alloc(const struct perf_offer *offer,
				    perf_overflow_handler_t handler, void *handler_context);
struct perf_event *perf_event_clone(struct perf_event *parent, struct task_struct *task,
				    struct perf_event *group_leader);
void perf_event_put(struct perf_event *event);
void perf_event_close(struct perf_event *event);
void perf_children_put(struct list_head *gone);
void perf_event_caches_init(void);

#endif /* _KERNEL_EVENTS_EVENT_H */
