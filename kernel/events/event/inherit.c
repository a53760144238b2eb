// SPDX-License-Identifier: GPL-2.0
/*
 * Fork: a new task inherits instances of its parent's events.
 *
 * perf_event_init_task() copies each group with attr.inherit into the child's context.
 * If it copied every group, the two contexts are equal, and a context switch between
 * the two tasks may swap them (switch.c).
 *
 * Locks: the forking task's context mutex keeps the groups unchanged; the child's
 * context is private until its instances are in perf_event_file::child_list.
 * Context: task.
 */
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/sched/task.h>
#include <linux/wait.h>

#include "event/children.h"
#include "event/event.h"
#include "sched/context.h"
#include "sched/install.h"

/**
 * struct perf_fork - a fork in progress
 * @child: the new task
 * @flags: clone(2) flags
 * @from:  context of the forking task, its mutex held
 * @to:    context of @child, allocated for the first instance, its mutex held
 * @all:   every event of @from has been inherited
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
	/* CLONE_CLEAR_SIGHAND resets the SIGTRAP handler: the signal would kill the child. */
	return !(event->attr.sigtrap && (clone_flags & CLONE_CLEAR_SIGHAND));
}

static int perf_fork_context(struct perf_fork *fork)
{
	if (fork->to)
		return 0;
	fork->to = perf_context_alloc(fork->child);
	if (!fork->to)
		return -ENOMEM;
	/* Other tasks reach fork->to through child_list as soon as it has an instance. */
	mutex_lock_nested(&fork->to->mutex, SINGLE_DEPTH_NESTING);
	perf_task_set_context(fork->child, fork->to);
	return 0;
}

/*
 * @leader is being closed: clone each sibling as a leader of its own, except siblings that
 * count only in a group with @leader (PERF_EV_CAP_SIBLING, attr.aux_output).
 */
static int perf_fork_siblings(struct perf_fork *fork, struct perf_event *leader)
{
	struct perf_event *sibling, *clone;

	fork->all = false;
	list_for_each_entry(sibling, &leader->sibling_list, sibling_list) {
		if (sibling->event_caps & PERF_EV_CAP_SIBLING || sibling->attr.aux_output)
			continue;
		clone = perf_instance_add(sibling, fork->to, NULL);
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
	clone = perf_instance_add(leader, fork->to, NULL);
	if (IS_ERR(clone))
		return PTR_ERR(clone);
	if (!clone)
		return perf_fork_siblings(fork, leader);

	list_for_each_entry(sibling, &leader->sibling_list, sibling_list) {
		member = perf_instance_add(sibling, fork->to, clone);
		if (IS_ERR(member))
			return PTR_ERR(member);
		/* A member that feeds, samples or pauses an AUX leader refers to its clone. */
		if (member && sibling->aux_event == leader) {
			refcount_inc(&clone->refcount);
			member->aux_event = clone;
		}
	}
	clone->group_generation = leader->group_generation;
	return 0;
}

/* Mark fork->to as a clone of fork->from; it is one until either context changes. */
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
 * perf_event_init_task - inherit events at fork
 * @child:       the new task, a copy of the current one
 * @clone_flags: clone(2) flags
 *
 * Return: 0, or an errno after undoing everything.
 */
int perf_event_init_task(struct task_struct *child, u64 clone_flags)
{
	struct perf_fork fork = { .child = child, .flags = clone_flags, .all = true };
	int err;

	memset(child->perf_recursion, 0, sizeof(child->perf_recursion));
	child->perf_event_ctxp = NULL;
	mutex_init(&child->perf_event_mutex);
	INIT_LIST_HEAD(&child->perf_event_list);

	if (likely(!perf_task_context(current)))
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

/**
 * perf_event_free_task - free the context of a task that never ran
 * @task: the task
 *
 * The caller frees @task regardless of references. So this function waits for a close()
 * that is still freeing an instance of the context: perf_event_dismantle() drops the
 * reference on hw.target before the one on the context.
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
	smp_acquire__after_ctrl_dep(); /* Pairs with the release in refcount_dec_and_test(). */
	perf_context_put(ctx);
}

/**
 * perf_event_delayed_put - check that an exited task has no context left
 * @task: the task, whose last reference is gone
 */
void perf_event_delayed_put(struct task_struct *task)
{
	WARN_ON_ONCE(task->perf_event_ctxp);
}
