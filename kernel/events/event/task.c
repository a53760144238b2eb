// SPDX-License-Identifier: GPL-2.0
/*
 * Exec and exit of a task that is monitored, or has opened events; prctl().
 *
 * Exit: the context is made inactive for good, then each instance leaves. A
 * child's counts go to its parent; an opened event stays, readable, as long as
 * its file. What the task has opened belongs to nobody from then on.
 *
 * Locks: task's perf_event_mutex for what it owns; context mutex.
 * Context: task, of the current task.
 */
#include <linux/perf_event.h>
#include <linux/sched.h>

#include "base/locks.h"
#include "event/control.h"
#include "event/event.h"
#include "event/inherit.h"
#include "sched/attach.h"
#include "sched/context.h"
#include "sched/sched.h"
#include "sched/slot.h"
#include "sideband/filter.h"
#include "sideband/sideband.h"

/* The files may outlive us, but nobody else may enable the events for us. */
static void perf_exit_disown(struct task_struct *task)
{
	struct perf_opened *opened, *next;

	guard(mutex)(&task->perf_event_mutex);
	list_for_each_entry_safe(opened, next, &task->perf_event_list, owner_entry) {
		list_del_init(&opened->owner_entry);
		/* Pairs with the acquire in perf_event_disown(): off the list first. */
		smp_store_release(&opened->event->owner, NULL);
	}
}

/* Off this CPU, never to be active again. */
static void perf_exit_context_out(struct perf_context *ctx)
{
	struct perf_cpu_context *cpuctx;

	guard(irqsave)();
	cpuctx = this_cpu_ptr(&perf_cpu_context);
	perf_new_moment(cpuctx);
	raw_spin_lock(&cpuctx->ctx.lock);
	raw_spin_lock(&ctx->lock);
	if (cpuctx->task_ctx == ctx)
		perf_sched_context_out(cpuctx, ctx);
	WRITE_ONCE(ctx->task, TASK_TOMBSTONE);
	raw_spin_unlock(&ctx->lock);
	raw_spin_unlock(&cpuctx->ctx.lock);
}

/* inherit_stat: a READ record has the counts of each task by itself. */
static void perf_exit_report(struct perf_context *ctx, struct task_struct *task)
{
	struct perf_event *event;

	list_for_each_entry(event, &ctx->event_list, event_entry) {
		if (event->parent && event->attr.inherit_stat)
			perf_sideband_read(event, task);
	}
}

/**
 * perf_event_exit_task - the current task exits, or may not be monitored any more
 * @task: the current task
 *
 * Also called by an exec that raises privileges; the task may get a new context
 * after that.
 */
void perf_event_exit_task(struct task_struct *task)
{
	struct perf_context *ctx;
	LIST_HEAD(gone);

	/* Who gives us a context holds the mutex that this takes, or sees that we exit. */
	perf_exit_disown(task);
	if (!task->perf_event_ctxp) {
		perf_sideband_exit(task);
		return;
	}

	/* It must not change hands between being looked up and being locked. */
	ctx = perf_context_pin(task);
	scoped_guard(mutex, &ctx->mutex) {
		perf_exit_context_out(ctx);
		perf_sideband_exit(task);
		scoped_guard(raw_spinlock_irqsave, &ctx->lock)
			perf_task_set_context(task, NULL);
		if (unlikely(ctx->nr_stat))
			perf_exit_report(ctx, task);
		perf_children_end(ctx, true, &gone);
	}
	perf_children_put(&gone);
	perf_context_put(ctx);
	perf_context_unpin(ctx);
}

/*
 * Exec.
 */

/**
 * struct perf_exec_run - enabling the events of a context, some at a time
 * @next:    the first to look at
 * @changed: an event has been enabled
 */
struct perf_exec_run {
	struct perf_event	*next;
	bool			changed;
};

static void perf_exec_enable_fn(struct perf_cpu_context *cpuctx, struct perf_context *ctx,
				void *data)
{
	struct perf_exec_run *run = data;
	struct perf_event *event = run->next;
	int steps = PERF_SECTION_STEPS;

	list_for_each_entry_from(event, &ctx->event_list, event_entry) {
		if (!steps--)
			break;
		if (!event->attr.enable_on_exec)
			continue;
		event->attr.enable_on_exec = 0;
		run->changed = true;
		perf_sched_enable(cpuctx, event);
	}
	run->next = event;
}

/* The context's mutex keeps the list as it is, its being pinned keeps it with the task. */
static void perf_exec_enable(struct perf_context *ctx)
{
	struct perf_exec_run run = {
		.next = list_first_entry(&ctx->event_list, struct perf_event, event_entry),
	};

	lockdep_assert_held(&ctx->mutex);
	while (!list_entry_is_head(run.next, &ctx->event_list, event_entry))
		perf_context_run(ctx, perf_exec_enable_fn, &run);
	if (run.changed)
		perf_context_differs(ctx);
}

static void perf_exec_remove(struct perf_context *ctx, struct list_head *gone)
{
	struct perf_event *event, *next;

	list_for_each_entry_safe(event, next, &ctx->event_list, event_entry) {
		if (!event->attr.remove_on_exec)
			continue;
		if (event->parent)
			perf_child_leave(event, true, gone);
		else
			perf_context_detach(event, PERF_EVENT_STATE_EXIT, true);
		wake_up_all(&event->opened->waitq);
	}
}

/**
 * perf_event_exec - the current task executes a new program
 */
void perf_event_exec(void)
{
	struct perf_context *ctx;
	LIST_HEAD(gone);

	if (likely(!current->perf_event_ctxp))
		return;
	ctx = perf_context_pin(current);
	if (!ctx)
		return;
	scoped_guard(mutex, &ctx->mutex) {
		perf_exec_enable(ctx);
		perf_exec_remove(ctx, &gone);
	}
	perf_children_put(&gone);
	perf_filters_exec();
	perf_context_unpin(ctx);
}

/*
 * prctl(2).
 */

/**
 * perf_event_task_enable - PR_TASK_PERF_EVENTS_ENABLE: all the caller has opened
 *
 * Return: 0
 */
int perf_event_task_enable(void)
{
	guard(mutex)(&current->perf_event_mutex);
	perf_event_act_owned(&current->perf_event_list, PERF_ACTION_ENABLE);
	return 0;
}

/**
 * perf_event_task_disable - PR_TASK_PERF_EVENTS_DISABLE: the same, stopped
 *
 * Return: 0
 */
int perf_event_task_disable(void)
{
	guard(mutex)(&current->perf_event_mutex);
	perf_event_act_owned(&current->perf_event_list, PERF_ACTION_DISABLE);
	return 0;
}
