// SPDX-License-Identifier: GPL-2.0
/*
 * Closing an event.
 *
 * perf_event_release_kernel() detaches the opened instance and its children from their
 * contexts and the event from its ring, then drops the reference of the file, or of the
 * kernel code that opened the event.
 *
 * Locks: owner's perf_event_mutex; context mutex > perf_event_file::child_mutex.
 * Context: task.
 */
#include <linux/perf_event.h>
#include <linux/sched/task.h>

#include "base/instance.h"
#include "base/locks.h"
#include "event/children.h"
#include "event/event.h"
#include "ring/ring.h"
#include "sched/context.h"
#include "sched/install.h"

/* Remove @event from its owner's list, unless perf_exit_disown() has done so. */
static void perf_event_disown(struct perf_event *event)
{
	struct task_struct *owner;

	scoped_guard(rcu) {
		/* Pairs with the release in perf_exit_disown(). */
		owner = smp_load_acquire(&event->owner);
		if (!owner)
			return;
		get_task_struct(owner);
	}
	/* The closing task need not be the owner. */
	mutex_lock(&owner->perf_event_mutex);
	if (event->owner) {
		list_del_init(&event->opened->owner_entry);
		smp_store_release(&event->owner, NULL); /* after list_del_init() */
	}
	mutex_unlock(&owner->perf_event_mutex);
	put_task_struct(owner);
}

/**
 * perf_event_release_kernel - close an event
 * @event: opened event; drops the caller's reference
 *
 * Return: 0
 * Context: task.
 */
int perf_event_release_kernel(struct perf_event *event)
{
	perf_event_disown(event);
	scoped_guard(perf_event_ctx, event)
		perf_context_remove(event, PERF_EVENT_STATE_DEAD, true);
	if (perf_event_may_have_children(event))
		perf_children_remove(event);
	perf_ring_detach(event->opened);
	perf_event_put(event);
	return 0;
}
EXPORT_SYMBOL_GPL(perf_event_release_kernel);
