// SPDX-License-Identifier: GPL-2.0
/*
 * The instances of an event beside the one that was opened: adding and ending them.
 *
 * An event may have several instances if it was opened so (PERF_ATTACH_SEVERAL). They are in
 * perf_event_file::child_list.
 *
 * Locks: perf_event_file::child_mutex, inside the mutex of the instance's context.
 * Context: task.
 */
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/wait.h>

#include "base/instance.h"
#include "event/children.h"
#include "event/event.h"
#include "sched/context.h"
#include "sched/install.h"
#include "sched/slot.h"

/*
 * Attach @clone, a clone of @event. Return: 0; -ENOENT if @clone is an orphan; -EAGAIN if
 * attributes or filters changed since @changes was read; the errno of
 * perf_context_reserve().
 *
 * perf_event_act_owned() changes the opened instance first, then the children, under
 * child_mutex if there are any. So @clone->state is set once @clone is in child_list:
 * either perf_event_act_owned() reaches @clone, or @event's new state is visible here.
 */
static int perf_instance_install(struct perf_context *ctx, struct perf_event *clone,
				 const struct perf_event *event, unsigned int changes)
{
	struct perf_event_file *opened = clone->opened;
	int err;

	err = perf_context_reserve(ctx, clone);
	if (err)
		return err;

	guard(mutex)(&opened->child_mutex);
	/* perf_children_remove() takes child_mutex after state DEAD or pmu->revoked is set. */
	err = perf_event_is_orphan(clone) ? -ENOENT :
	      opened->child_changes != changes ? -EAGAIN : 0;
	if (err) {
		perf_context_unreserve(clone);
		return err;
	}
	clone->attach_state |= PERF_ATTACH_CHILD;
	list_add_tail(&clone->child_entry, &opened->child_list);
	smp_mb(); /* Pairs with smp_mb() in perf_event_act_owned(). */
	clone->state = READ_ONCE(event->state) >= PERF_EVENT_STATE_INACTIVE ?
		       PERF_EVENT_STATE_INACTIVE : PERF_EVENT_STATE_OFF;
	perf_context_install_private(ctx, clone);
	return 0;
}

/**
 * perf_instance_add - add an instance of an event to a task's context
 * @event:  instance to copy
 * @ctx:    the context, with its task; its mutex is held, and no other task finds it but through
 *          the instances that it has
 * @leader: leader of the new instance's group in @ctx, or NULL
 *
 * The instance is enabled if @event is.
 *
 * Context: task, may sleep.
 * Return: the instance; NULL if the opened event is an orphan; -ENOMEM or an errno of the PMU.
 */
struct perf_event *perf_instance_add(struct perf_event *event, struct perf_context *ctx,
				     struct perf_event *leader)
{
	struct perf_event *clone;
	unsigned int changes;
	int err;

	do {
		/* Before the attributes. Pairs with perf_event_children_changed(). */
		changes = smp_load_acquire(&event->opened->child_changes);
		clone = perf_event_clone(event, ctx->task, leader);
		if (IS_ERR_OR_NULL(clone))
			return clone;
		err = perf_instance_install(ctx, clone, event, changes);
		if (likely(!err))
			return clone;
		perf_event_put(clone);
	} while (err == -EAGAIN);
	return err == -ENOENT ? NULL : ERR_PTR(err);
}

/* Move @child from child_list to @gone, unless already moved. */
static void perf_child_delist(struct perf_event *child, bool fold, struct list_head *gone)
{
	struct perf_event_file *opened = child->opened;

	guard(mutex)(&opened->child_mutex);
	if (!(child->attach_state & PERF_ATTACH_CHILD))
		return;
	child->attach_state &= ~PERF_ATTACH_CHILD;
	list_move(&child->child_entry, gone);
	if (fold) {
		atomic64_add(local64_read(&child->count), &opened->child_count);
		atomic64_add(child->total_time_enabled, &opened->child_time_enabled);
		atomic64_add(child->total_time_running, &opened->child_time_running);
	}
	/* Last child gone: wake poll() waiters, which now get EPOLLHUP. */
	if (list_empty(&opened->child_list) && wq_has_sleeper(&opened->waitq))
		wake_up_all(&opened->waitq);
}

/**
 * perf_child_leave - detach an inherited instance
 * @child: the instance
 * @fold:  add its count and times to perf_event_file::child_count and child_time_*
 * @gone:  list that receives @child, for perf_children_put()
 *
 * Context: task, the context's mutex held.
 */
void perf_child_leave(struct perf_event *child, bool fold, struct list_head *gone)
{
	perf_context_remove(child, PERF_EVENT_STATE_EXIT, true);
	perf_child_delist(child, fold, gone);
}

/**
 * perf_children_end - detach all instances of a context
 * @ctx:  the context, whose task has exited or never ran
 * @fold: add the children's counts and times to their perf_event_file
 * @gone: list that receives the children, for perf_children_put()
 *
 * poll() of an opened event without children returns EPOLLHUP from now on. A child's group
 * stays complete until its leader leaves child_list, from which readers reach the group.
 *
 * Context: task, the context's mutex held.
 */
void perf_children_end(struct perf_context *ctx, bool fold, struct list_head *gone)
{
	struct perf_event *event, *next;
	LIST_HEAD(ended);

	perf_context_end(ctx, &ended);
	list_for_each_entry_safe(event, next, &ended, group_entry) {
		list_del_init(&event->group_entry);
		if (!event->parent) {
			wake_up_all(&event->opened->waitq);
			continue;
		}
		perf_child_delist(event, fold, gone);
		if (event->nr_siblings || event->group_leader != event)
			perf_context_remove(event, PERF_EVENT_STATE_EXIT, true);
	}
}

/* Return: the first child in child_list, with a reference on its context @ctx; or NULL. */
static struct perf_event *perf_event_first_child(struct perf_event_file *opened,
						 struct perf_context **ctx)
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

static bool perf_event_is_first_child(struct perf_event_file *opened,
				      const struct perf_event *child)
{
	guard(mutex)(&opened->child_mutex);
	return child == list_first_entry_or_null(&opened->child_list, struct perf_event,
						 child_entry);
}

/**
 * perf_children_remove - end all inherited instances of an event
 * @event: opened event; perf_event_is_orphan() is true, so fork adds no new children
 *
 * A context's mutex nests outside child_mutex, so perf_event_is_first_child() rechecks
 * the child after its context is locked.
 *
 * Context: task, no context's mutex held.
 */
void perf_children_remove(struct perf_event *event)
{
	struct perf_event_file *opened = event->opened;
	struct perf_context *ctx;
	struct perf_event *child;
	LIST_HEAD(gone);

	/* Only the task of an attached instance adds a child, and @event is detached. */
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
