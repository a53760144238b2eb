// SPDX-License-Identifier: GPL-2.0
/*
 * Fork: a new task inherits instances of its parent's events.
 *
 * The child's context gets a copy of each group whose events have attr.inherit.
 * If that was all there is, the two contexts are equal and may change hands at a
 * context switch (switch.c).
 *
 * Locks: the forking task's context mutex keeps the groups as they are; the
 * child's context is not known to anybody until its instances are in the lists of
 * children, under perf_opened::child_mutex.
 * Context: task.
 */
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/sched/task.h>
#include <linux/wait.h>

#include "base/instance.h"
#include "event/event.h"
#include "event/inherit.h"
#include "sched/attach.h"
#include "sched/context.h"
#include "sched/place.h"

/**
 * struct perf_fork - a fork under way
 * @child: the new task
 * @flags: of clone(2)
 * @from:  context of the forking task, its mutex held
 * @to:    context of the child, made when the first instance needs it, its mutex held
 * @all:   everything in @from has been inherited
 */
struct perf_fork {
	struct task_struct		*child;
	u64				flags;
	struct perf_context		*from;
	struct perf_context		*to;
	bool				all;
};

static bool perf_event_is_inherited(const struct perf_event *event, u64 clone_flags)
{
	if (!event->attr.inherit)
		return false;
	if (event->attr.inherit_thread && !(clone_flags & CLONE_THREAD))
		return false;
	/* A task that starts without handlers would be killed by the signal. */
	return !(event->attr.sigtrap && (clone_flags & CLONE_CLEAR_SIGHAND));
}

static int perf_fork_context(struct perf_fork *fork)
{
	if (fork->to)
		return 0;
	fork->to = perf_context_alloc(fork->child);
	if (!fork->to)
		return -ENOMEM;
	/* Others come to it by the lists of children, from the first instance on. */
	mutex_lock_nested(&fork->to->mutex, SINGLE_DEPTH_NESTING);
	perf_task_set_context(fork->child, fork->to);
	return 0;
}

/*
 * Let a clone of @event count; -ENOENT: its event has been closed; -EAGAIN: it was
 * given other attributes or filters since @changes was read.
 *
 * Who enables or disables all instances first does so to the one that was opened, then
 * to those it finds in the list of children, under the list's mutex if there are any.
 * So the clone gets its state when it is on the list: either it is found, or what was
 * done to @event is seen.
 */
static int perf_fork_attach(struct perf_fork *fork, struct perf_event *clone,
			    const struct perf_event *event, unsigned int changes)
{
	struct perf_opened *opened = clone->opened;
	int err;

	err = perf_context_reserve(fork->to, clone);
	if (err)
		return err;

	guard(mutex)(&opened->child_mutex);
	/* Closing looks for children under this mutex, after it said so. */
	err = perf_event_is_orphan(clone) ? -ENOENT :
	      opened->child_changes != changes ? -EAGAIN : 0;
	if (err) {
		perf_context_unreserve(clone);
		return err;
	}
	clone->attach_state |= PERF_ATTACH_CHILD;
	list_add_tail(&clone->child_entry, &opened->child_list);
	smp_mb(); /* pairs with the one in perf_event_act_owned() */
	clone->state = READ_ONCE(event->state) >= PERF_EVENT_STATE_INACTIVE ?
		       PERF_EVENT_STATE_INACTIVE : PERF_EVENT_STATE_OFF;
	perf_context_attach_private(fork->to, clone);
	return 0;
}

/* The clone of @event, attached; NULL if the event is closed; an errno. */
static struct perf_event *perf_fork_event(struct perf_fork *fork, struct perf_event *event,
					  struct perf_event *leader)
{
	struct perf_event *clone;
	unsigned int changes;
	int err;

	do {
		/* Before what it is about: pairs with perf_opened_changed(). */
		changes = smp_load_acquire(&event->opened->child_changes);
		clone = perf_event_clone(event, fork->child, leader);
		if (IS_ERR_OR_NULL(clone))
			return clone;
		err = perf_fork_attach(fork, clone, event, changes);
		if (likely(!err))
			return clone;
		perf_event_put(clone);
	} while (err == -EAGAIN);
	return err == -ENOENT ? NULL : ERR_PTR(err);
}

/*
 * The leader is being closed; its siblings live on, each by itself, but for those that count
 * only beside it.
 */
static int perf_fork_siblings(struct perf_fork *fork, struct perf_event *leader)
{
	struct perf_event *sibling, *clone;

	fork->all = false;
	list_for_each_entry(sibling, &leader->sibling_list, sibling_list) {
		if (sibling->event_caps & PERF_EV_CAP_SIBLING || sibling->attr.aux_output)
			continue;
		clone = perf_fork_event(fork, sibling, NULL);
		if (IS_ERR(clone))
			return PTR_ERR(clone);
	}
	return 0;
}

static int perf_fork_group(struct perf_fork *fork, struct perf_event *leader)
{
	struct perf_event *clone, *sibling, *member;
	int err;

	if (!perf_event_is_inherited(leader, fork->flags)) {
		fork->all = false;
		return 0;
	}
	err = perf_fork_context(fork);
	if (err)
		return err;
	clone = perf_fork_event(fork, leader, NULL);
	if (IS_ERR(clone))
		return PTR_ERR(clone);
	if (!clone)
		return perf_fork_siblings(fork, leader);

	list_for_each_entry(sibling, &leader->sibling_list, sibling_list) {
		member = perf_fork_event(fork, sibling, clone);
		if (IS_ERR(member))
			return PTR_ERR(member);
		/* Who feeds, samples or pauses an AUX leader does so to its clone. */
		if (member && sibling->aux_event == leader) {
			refcount_inc(&clone->refcount);
			member->aux_event = clone;
		}
	}
	clone->group_generation = leader->group_generation;
	return 0;
}

/* From now on the child's context is a copy, until either changes. */
static void perf_fork_mark_clone(struct perf_fork *fork)
{
	struct perf_context *from = fork->from;

	guard(raw_spinlock_irqsave)(&from->lock);
	if (from->parent) {
		fork->to->parent = from->parent;
		fork->to->parent_generation = from->parent_generation;
	} else {
		fork->to->parent = from;
		fork->to->parent_generation = from->generation;
	}
	perf_context_get(fork->to->parent);
}

static int perf_fork_all(struct perf_fork *fork)
{
	struct perf_event *event;
	int err;

	list_for_each_entry(event, &fork->from->event_list, event_entry) {
		if (event->group_leader != event)
			continue;
		err = perf_fork_group(fork, event);
		if (err)
			return err;
	}
	if (fork->to && fork->all)
		perf_fork_mark_clone(fork);
	return 0;
}

static int perf_fork_groups(struct perf_fork *fork)
{
	int err;

	guard(mutex)(&fork->from->mutex);
	err = perf_fork_all(fork);
	if (fork->to)
		mutex_unlock(&fork->to->mutex);
	return err;
}

/**
 * perf_event_init_task - a task is being made
 * @child:       the new task, a copy of the current one
 * @clone_flags: of clone(2)
 *
 * Return: 0, or an errno with nothing left behind.
 */
int perf_event_init_task(struct task_struct *child, u64 clone_flags)
{
	struct perf_fork fork = { .child = child, .flags = clone_flags, .all = true };
	int err;

	memset(child->perf_recursion, 0, sizeof(child->perf_recursion));
	child->perf_event_ctxp = NULL;
	mutex_init(&child->perf_event_mutex);
	INIT_LIST_HEAD(&child->perf_event_list);

	if (likely(!current->perf_event_ctxp))
		return 0;
	fork.from = perf_context_pin(current);
	if (!fork.from)
		return 0;
	err = perf_fork_groups(&fork);
	perf_context_unpin(fork.from);
	if (err)
		perf_event_free_task(child);
	return err;
}

/* Out of the event's list of children, to @gone, unless it has left before. */
static void perf_child_delist(struct perf_event *child, bool fold, struct list_head *gone)
{
	struct perf_opened *opened = child->opened;

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
	/* Who polls, and has seen the task of the opened instance end, waits for this. */
	if (list_empty(&opened->child_list) && wq_has_sleeper(&opened->waitq))
		wake_up_all(&opened->waitq);
}

/**
 * perf_child_leave - an inherited instance ceases to count
 * @child: the instance
 * @fold:  leave its count and times to its parent
 * @gone:  list to put it in, for perf_children_put()
 *
 * Context: task, the context's mutex held.
 */
void perf_child_leave(struct perf_event *child, bool fold, struct list_head *gone)
{
	perf_context_detach(child, PERF_EVENT_STATE_EXIT, true);
	perf_child_delist(child, fold, gone);
}

/**
 * perf_children_end - all instances of a context cease to count
 * @ctx:  the context, whose task has exited or never ran
 * @fold: children leave their counts and times to their parents
 * @gone: list to put the children in, for perf_children_put()
 *
 * poll() of an opened event returns EPOLLHUP from now on. Groups of children are
 * complete as long as a reader finds their leaders.
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
			perf_context_detach(event, PERF_EVENT_STATE_EXIT, true);
	}
}

/* First live child with its context referenced, or NULL. */
static struct perf_event *perf_event_first_child(struct perf_opened *opened,
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

static bool perf_event_is_first_child(struct perf_opened *opened, const struct perf_event *child)
{
	guard(mutex)(&opened->child_mutex);
	return child == list_first_entry_or_null(&opened->child_list, struct perf_event,
						 child_entry);
}

/**
 * perf_children_remove - end all inherited instances of an event
 * @event: event that was opened; no new ones appear: perf_event_is_orphan()
 *
 * The context's mutex comes before the list's, so a child has to be looked for
 * again after its context was locked.
 *
 * Context: task, no context's mutex held.
 */
void perf_children_remove(struct perf_event *event)
{
	struct perf_opened *opened = event->opened;
	struct perf_context *ctx;
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
 * perf_event_free_task - a task that never ran is thrown away
 * @task: the task
 *
 * The caller frees the task whatever references it has. So this waits for close() of
 * an event that has taken an instance of the task's context away before us: it has put
 * its reference on the task before that on the context.
 *
 * Context: task, may sleep.
 */
void perf_event_free_task(struct task_struct *task)
{
	struct perf_context *ctx = perf_task_context(task);
	LIST_HEAD(gone);

	if (!ctx)
		return;
	scoped_guard(mutex, &ctx->mutex) {
		scoped_guard(raw_spinlock_irqsave, &ctx->lock) {
			perf_task_set_context(task, NULL);
			WRITE_ONCE(ctx->task, TASK_TOMBSTONE);
		}
		perf_children_end(ctx, false, &gone);
	}
	perf_children_put(&gone);
	while (refcount_read(&ctx->refcount) > 1)
		schedule_timeout_uninterruptible(1);
	smp_acquire__after_ctrl_dep(); /* pairs with refcount_dec_and_test() */
	perf_context_put(ctx);
}

/**
 * perf_event_delayed_put - the last reference of a task that has exited is gone
 * @task: the task
 */
void perf_event_delayed_put(struct task_struct *task)
{
	WARN_ON_ONCE(task->perf_event_ctxp);
}
