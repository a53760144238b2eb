// SPDX-License-Identifier: GPL-2.0
/*
 * PERF_EXT_NO_MUX: groups that are refused rather than time-shared.
 *
 * perf_event_open() makes the leader pinned, so the group never takes turns. A pinned group that
 * does not fit beside the pinned groups of its target goes to PERF_EVENT_STATE_ERROR when it is
 * scheduled in. If that happens while the group is opened, joined or enabled, the call fails with
 * EBUSY, and perf_no_mux_holder() finds whom to blame.
 *
 * Locks: context mutex; RCU to walk contexts.
 * Context: task.
 */
#include <linux/perf_event.h>
#include <linux/pid.h>
#include <linux/ptrace.h>
#include <linux/rculist.h>
#include <linux/sched.h>

#include "event/no_mux.h"
#include "sched/context.h"

/**
 * perf_no_mux_failed - has a group lost its counters that is not to be time-shared?
 * @event: leader or sibling; its context's mutex is held
 *
 * Return: true if it has; false also while the target does not run, as its next run decides.
 */
bool perf_no_mux_failed(const struct perf_event *event)
{
	const struct perf_event *leader = event->group_leader;

	return leader->opened->no_mux && READ_ONCE(leader->state) == PERF_EVENT_STATE_ERROR;
}

/* True if @event is on a counter of @pmu that no group without the same priority gets. */
static bool perf_event_holds(struct perf_event *event, const struct pmu *pmu)
{
	return READ_ONCE(event->pmu) == pmu && event->attr.pinned &&
	       READ_ONCE(event->state) == PERF_EVENT_STATE_ACTIVE;
}

/* The process id of @task for current, 0 unless current may look into the process. */
static pid_t perf_holder_pid(struct task_struct *task)
{
	if (perfmon_capable() ||
	    ptrace_may_access(task, PTRACE_MODE_READ_REALCREDS | PTRACE_MODE_NOAUDIT))
		return task_tgid_vnr(task);
	return 0;
}

static pid_t perf_context_holder(const struct perf_context *ctx, const struct perf_event *other)
{
	struct task_struct *owner;
	struct perf_event *event;
	pid_t pid;

	guard(rcu)();
	list_for_each_entry_rcu(event, &ctx->event_list, event_entry) {
		if (event->group_leader == other || !perf_event_holds(event, other->pmu))
			continue;
		owner = READ_ONCE(event->owner);
		pid = owner ? perf_holder_pid(owner) : 0;
		if (pid)
			return pid;
	}
	return 0;
}

/**
 * perf_no_mux_holder - who keeps a group off its counters
 * @leader: installed leader for which perf_no_mux_failed() is true; its context's mutex is held
 *
 * Return: process id of the owner of a pinned event on the same PMU and target, by current's
 * pid namespace; 0 if there is none that current may see, as for counters of the kernel.
 */
pid_t perf_no_mux_holder(const struct perf_event *leader)
{
	int cpu = leader->cpu < 0 ? task_cpu(leader->hw.target) : leader->cpu;
	pid_t pid;

	lockdep_assert_held(&leader->ctx->mutex);
	pid = perf_context_holder(&per_cpu_ptr(&perf_cpu_context, cpu)->ctx, leader);
	if (!pid && perf_context_is_task(leader->ctx))
		pid = perf_context_holder(leader->ctx, leader);
	return pid;
}
