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

#include "context.h"
#include "event.h"
#include "inherit.h"
#include "mmap.h"

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

/* First live child with its context referenced, or NULL. */
static struct perf_event *perf_event_first_child(struct perf_opened *opened,
						 struct perf_event_context **ctx)
{
	struct perf_event *child;

	guard(mutex)(&opened->child_mutex);
	child = list_first_entry_or_null(&opened->child_list, struct perf_event, child_entry);
	if (child) {
		*ctx = child->ctx;
		perf_context_get(*ctx);
	}
	return child;
}

static bool perf_event_is_first_child(struct perf_opened *opened, const struct perf_event *child)
{
	guard(mutex)(&opened->child_mutex);
	return child == list_first_entry_or_null(&opened->child_list, struct perf_event,
						 child_entry);
}

/*
 * The context's mutex comes before the list's, so a child has to be looked for
 * again after its context was locked. No new ones appear: the event is dead.
 */
static void perf_event_remove_children(struct perf_event *event)
{
	struct perf_opened *opened = event->opened;
	struct perf_event_context *ctx;
	struct perf_event *child;
	LIST_HEAD(gone);

	/* Only the task of an instance makes another, and ours is detached. */
	if (list_empty(&opened->child_list))
		return;
	while ((child = perf_event_first_child(opened, &ctx))) {
		scoped_guard(mutex, &ctx->mutex) {
			if (perf_event_is_first_child(opened, child))
				perf_child_leave(child, false, &gone);
		}
		perf_context_put(ctx);
	}
	perf_children_put(&gone);
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
	struct perf_event_context *ctx = event->ctx;

	perf_event_disown(event);
	scoped_guard(mutex, &ctx->mutex)
		perf_context_detach(event, PERF_EVENT_STATE_DEAD, true);
	perf_event_remove_children(event);
	perf_event_detach_ring(event);
	perf_event_put(event);
	return 0;
}
EXPORT_SYMBOL_GPL(perf_event_release_kernel);
