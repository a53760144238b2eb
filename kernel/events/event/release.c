// SPDX-License-Identifier: GPL-2.0
/*
 * Closing an event.
 *
 * perf_event_release_kernel() detaches the opened instance and its children from their
 * contexts and the event from its ring, then drops the reference of the file, or of the
 * kernel code that opened the event.
 *
 * An event that counts on another CPU can be removed only there. A program that ends, or calls
 * close_range(), releases many files before it returns to user mode: perf_event_close() collects
 * those events, and perf_close_run() removes all of one CPU in one visit.
 *
 * Locks: owner's perf_event_mutex; context mutex > perf_event_file::child_mutex.
 * Context: task.
 */
#include <linux/list_sort.h>
#include <linux/perf_event.h>
#include <linux/sched/task.h>
#include <linux/task_work.h>

#include "base/instance.h"
#include "base/locks.h"
#include "event/cgroup.h"
#include "event/children.h"
#include "event/control.h"
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

/* The rest of closing @event, which has left its context. */
static void perf_event_release_rest(struct perf_event *event)
{
	if (perf_event_may_have_children(event))
		perf_children_remove(event);
	perf_ring_detach(event->opened);
	perf_event_put(event);
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
	perf_event_release_rest(event);
	return 0;
}
EXPORT_SYMBOL_GPL(perf_event_release_kernel);

/* Close those files of @closing, which is sorted by context, that follow in one context. */
static void perf_close_some(struct list_head *closing)
{
	struct perf_event *event = list_first_entry(closing, struct perf_event_file,
						    owner_entry)->event;
	struct perf_event_file *opened, *next;
	LIST_HEAD(together);

	/* migrate.c may have moved some since they were sorted: their turn comes later. */
	scoped_guard(perf_event_ctx, event) {
		list_for_each_entry_safe(opened, next, closing, owner_entry) {
			if (READ_ONCE(opened->event->ctx) != event->ctx)
				break;
			list_move_tail(&opened->owner_entry, &together);
		}
		perf_context_remove_several(event->ctx, &together);
	}
	list_for_each_entry_safe(opened, next, &together, owner_entry) {
		list_del_init(&opened->owner_entry);
		perf_event_release_rest(opened->event);
	}
}

static void perf_close_run(struct callback_head *work)
{
	struct perf_event_file *opened, *next;
	LIST_HEAD(closing);

	scoped_guard(mutex, &current->perf_event_mutex) {
		list_for_each_entry_safe(opened, next, &current->perf_event_list, owner_entry) {
			if (!opened->closing)
				break;
			list_move_tail(&opened->owner_entry, &closing);
			WRITE_ONCE(opened->event->owner, NULL);
		}
	}
	list_sort(NULL, &closing, perf_owned_compare);
	while (!list_empty(&closing))
		perf_close_some(&closing);
}

/* Would perf_context_remove() interrupt another CPU? The answer may be out of date. */
static bool perf_event_counts_elsewhere(const struct perf_event *event)
{
	return !(event->attach_state & PERF_ATTACH_TASK) && !perf_event_is_cgroup(event) &&
	       READ_ONCE(event->cpu) != raw_smp_processor_id() &&
	       READ_ONCE(event->state) > PERF_EVENT_STATE_OFF;
}

/*
 * The files with perf_event_file::closing are first in the list of current, which owns them or
 * closes what nobody owns: an exiting task has disowned all before it closes its files. Return:
 * false if not queued.
 */
static bool perf_close_queue(struct perf_event *event)
{
	const struct task_struct *owner = READ_ONCE(event->owner);
	struct list_head *owned = &current->perf_event_list;
	struct perf_event_file *opened = event->opened, *first;

	/* Only the owner resets event->owner. A kernel thread never returns to user mode. */
	if (!perf_event_counts_elsewhere(event) || (owner && owner != current) ||
	    current->flags & (PF_KTHREAD | PF_USER_WORKER))
		return false;
	guard(mutex)(&current->perf_event_mutex);
	first = list_first_entry_or_null(owned, struct perf_event_file, owner_entry);
	if (!first || !first->closing) {
		init_task_work(&opened->close_work, perf_close_run);
		if (task_work_add(current, &opened->close_work, TWA_RESUME))
			return false;
	}
	opened->closing = true;
	list_move(&opened->owner_entry, owned);
	return true;
}

/**
 * perf_event_close - close an event whose file is released
 * @event: opened event; drops the reference of the file
 *
 * If @event may count on another CPU, it goes on until the current task returns to user mode or
 * exits.
 *
 * Context: task.
 */
void perf_event_close(struct perf_event *event)
{
	if (!perf_close_queue(event))
		perf_event_release_kernel(event);
}
