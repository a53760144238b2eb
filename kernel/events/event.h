/* SPDX-License-Identifier: GPL-2.0 */
/* Making, referencing and freeing events. */
#ifndef _KERNEL_EVENTS_EVENT_H
#define _KERNEL_EVENTS_EVENT_H

#include <linux/perf_event.h>

/* Any CPU, for a task, or one that may come up: the masks of some machines have holes. */
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

/* The instance that was opened, for an inherited one its parent. */
static inline struct perf_event *perf_event_origin(struct perf_event *event)
{
	return event->parent ?: event;
}

/* What is not inherited has no children, ever: there is nobody else to look after. */
static inline bool perf_event_may_have_children(const struct perf_event *event)
{
	return event->attr.inherit;
}

/* What clones are made of has changed in all instances. child_mutex held. */
static inline void perf_opened_changed(struct perf_opened *opened)
{
	lockdep_assert_held(&opened->child_mutex);
	/* Behind the change: pairs with the acquire in perf_fork_event(). */
	smp_store_release(&opened->child_changes, opened->child_changes + 1);
}

/*
 * Has the event's file been closed, or is its PMU going away? Children of such an
 * event are not wanted.
 */
static inline bool perf_event_is_orphan(const struct perf_event *event)
{
	const struct perf_event *origin = event->parent ?: event;

	return READ_ONCE(origin->state) == PERF_EVENT_STATE_DEAD ||
	       READ_ONCE(event->pmu->revoked);
}

#endif /* _KERNEL_EVENTS_EVENT_H */
