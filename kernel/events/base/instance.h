/* SPDX-License-Identifier: GPL-2.0 */
/* Instances of an event: the opened instance, and the instances that tasks inherited from it. */
#ifndef _KERNEL_EVENTS_INSTANCE_H
#define _KERNEL_EVENTS_INSTANCE_H

#include <linux/lockdep.h>
#include <linux/perf_event.h>

/* The opened instance: the parent of an inherited instance, else @event itself. */
static inline struct perf_event *perf_event_origin(struct perf_event *event)
{
	return event->parent ?: event;
}

/* An event that was opened for one instance never has children, so callers need not visit any. */
static inline bool perf_event_may_have_children(const struct perf_event *event)
{
	return event->attach_state & PERF_ATTACH_SEVERAL;
}

/* State that perf_event_clone() copies has changed in all instances. child_mutex held. */
static inline void perf_event_children_changed(struct perf_event_file *opened)
{
	lockdep_assert_held(&opened->child_mutex);
	/* After the change. Pairs with the acquire in perf_instance_add(). */
	smp_store_release(&opened->child_changes, opened->child_changes + 1);
}

/*
 * True if the event's file has been closed or its PMU is being unregistered. Such an event
 * must not get children.
 */
static inline bool perf_event_is_orphan(const struct perf_event *event)
{
	const struct perf_event *origin = event->parent ?: event;

	return READ_ONCE(origin->state) == PERF_EVENT_STATE_DEAD ||
	       READ_ONCE(event->pmu->revoked);
}

#endif /* _KERNEL_EVENTS_INSTANCE_H */
