/* SPDX-License-Identifier: GPL-2.0 */
/* Instances of an event: the one that was opened, and those that tasks inherited from it. */
#ifndef _KERNEL_EVENTS_INSTANCE_H
#define _KERNEL_EVENTS_INSTANCE_H

#include <linux/lockdep.h>
#include <linux/perf_event.h>

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

#endif /* _KERNEL_EVENTS_INSTANCE_H */
