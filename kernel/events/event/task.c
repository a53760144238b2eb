// SPDX-License-Identifier: GPL-2.0
/*
 * Exec and exit of a task that is monitored or has opened events; prctl(2).
 *
 * perf_event_exit_task() deactivates the task's context for good, then detaches each
 * instance: a child's counts go to its perf_event_file, an opened event stays readable until
 * its file is closed. Events that the task has opened lose their owner.
 *
 * Locks: perf_event_mutex of the owner for its list of events; context mutex.
 * Context: task, for the current task.
 */
#include <linux/perf_event.h>
#include <linux/sched.h>

#include "base/locks.h"
#include "event/children.h"
#include "event/control.h"
#include "event/event.h"
#include "sched/active.h"
#include "sched/context.h"
#include "sched/install.h"
#include "sched/sched.h"
#include "sideband/filter.h"
#include "sideband/sideband.h"

/* The files may outlive @task, but prctl() must no longer reach their events through it. */
static void perf_exit_disown(struct task_struct *task)
{
	struct perf_event_file *opened, *next;

	guard(mutex)(&task->perf_event_mutex);
	list_for_each_entry_safe(opened, next, &task->perf_event_list, owner_entry) {
		/* perf_close_run() finds it by the list. */
		if (opened->closing)
			continue;
		list_del_init(&opened->owner_entry);
		/* After list_del_init(). Pairs with the acquire in perf_event_disown(). */
		smp_store_release(&opened->event->owner, NULL);
	}
}

/* Deactivate @ctx for good: TASK_TOMBSTONE excludes any later activation. */
static void perf_exit_context_out(struct perf_context *ctx)
{
	struct perf_cpu_context *cpuctx;

	guard(irqsave)();
	cpuctx = this_cpu_ptr(&perf_cpu_context);
	perf_ctx_now_invalidate(cpuctx);
	raw_spin_lock(&cpuctx->ctx.lock);
	raw_spin_lock(&ctx->lock);
	if (cpuctx->task_ctx == ctx)
		perf_sched_context_out(cpuctx, ctx);
	WRITE_ONCE(ctx->task, TASK_TOMBSTONE);
	raw_spin_unlock(&ctx->lock);
	raw_spin_unlock(&cpuctx->ctx.lock);
}

/* attr.inherit_stat: write a PERF_RECORD_READ with the counts of @task alone. */
static void perf_exit_report(struct perf_context *ctx, struct task_struct *task)
{
	struct perf_event *event;

	list_for_each_entry(event, &ctx->event_list, event_entry) {
		if (event->parent && event->attr.inherit_stat)
			perf_sideband_read(event, task);
	}
}

/**
 * perf_event_exit_task - end the monitoring of the current task, which exits
 * @task: the current task
 *
 * An exec that raises privileges calls this too; @task may get a new context later.
 */
void perf_event_exit_task(struct task_struct *task)
{
	struct perf_context *ctx;
	LIST_HEAD(gone);

	/* Takes perf_event_mutex: perf_task_make_context() has finished or will see PF_EXITING. */
	perf_exit_disown(task);
	if (!perf_task_context(task)) {
		perf_sideband_exit(task);
		return;
	}

	/* Pinned: no swap between looking ctx up and locking its mutex. */
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
 * struct perf_exec_run - enabling events of a context, PERF_SECTION_STEPS at a time
 * @next:    first event of the next section
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

/* ctx->mutex keeps event_list unchanged, and the pin keeps @ctx with its task. */
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
			perf_context_remove(event, PERF_EVENT_STATE_EXIT, true);
		wake_up_all(&event->opened->waitq);
	}
}

/**
 * perf_event_exec - exec by the current task: enable_on_exec, remove_on_exec, file filters
 */
void perf_event_exec(void)
{
	struct perf_context *ctx;
	LIST_HEAD(gone);

	if (likely(!perf_task_context(current)))
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
 * perf_event_task_enable - PR_TASK_PERF_EVENTS_ENABLE: enable all events the caller opened
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
 * perf_event_task_disable - PR_TASK_PERF_EVENTS_DISABLE: disable all events the caller opened
 *
 * Return: 0
 */
int perf_event_task_disable(void)
{
	guard(mutex)(&current->perf_event_mutex);
	perf_event_act_owned(&current->perf_event_list, PERF_ACTION_DISABLE);
	return 0;
}
