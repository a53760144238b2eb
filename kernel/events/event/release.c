// SPDX-License-Identifier: GPL-2.0
/*
 * The end of an event.
 *
 * Its instance and the children leave their contexts, the ring is given up, and
 * only then is the reference of the file, or of the kernel code that opened it,
 * dropped.
 *
 * Locks: owner's perf_event_mutex; context mutex > perf_opened::child_mutex.
 * Context: task.
 */
#include <linux/perf_event.h>
#include <linux/sched/task.h>

#include "base/instance.h"
#include "base/locks.h"
#include "event/event.h"
#include "event/inherit.h"
#include "event/mmap.h"
#include "sched/attach.h"
#include "sched/context.h"

/* Take the event from the task that opened it, unless that is exiting. */
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
	/* Nested: exec holds the mutex of its own task while it closes files. */
	mutex_lock_nested(&owner->perf_event_mutex, SINGLE_DEPTH_NESTING);
	if (event->owner) {
		list_del_init(&event->opened->owner_entry);
		smp_store_release(&event->owner, NULL); /* off the list first */
	}
	mutex_unlock(&owner->perf_event_mutex);
	put_task_struct(owner);
}

/**
 * perf_event_release_kernel - end of an event
 * @event: event that was opened; the caller's reference is dropped
 *
 * Return: 0
 * Context: task.
 */
int perf_event_release_kernel(struct perf_event *event)
{
	perf_event_disown(event);
	scoped_guard(perf_event_ctx, event)
		perf_context_detach(event, PERF_EVENT_STATE_DEAD, true);
	if (perf_event_may_have_children(event))
		perf_children_remove(event);
	perf_event_detach_ring(event);
	perf_event_put(event);
	return 0;
}
EXPORT_SYMBOL_GPL(perf_event_release_kernel);
