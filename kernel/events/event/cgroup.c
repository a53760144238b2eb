// SPDX-License-Identifier: GPL-2.0
/*
 * Events of control groups.
 *
 * A cgroup event counts on its CPU while a task of the control group, or of a
 * descendant group, runs there. The CPU context keeps such events in one slot per
 * control group. __perf_cgroup_switch() deactivates the slots of the old group and
 * its ancestors that @next does not share, and activates those of the new group: the
 * cost depends on the depth of the two groups, not on the number of monitored groups.
 *
 * Owns: the perf_event control group, perf_cpu_context::cgrp_slots.
 * Locks: the CPU context's lock. Context: as stated at each function.
 */
#include <linux/cgroup.h>
#include <linux/file.h>
#include <linux/perf_event.h>
#include <linux/slab.h>

#include "base/deferred_key.h"
#include "base/locks.h"
#include "base/why.h"
#include "event/cgroup.h"
#include "sched/active.h"
#include "sched/cgroup_slots.h"
#include "sched/sched.h"
#include "sideband/sideband.h"

DEFINE_STATIC_KEY_FALSE(perf_cgroup_events);

static struct perf_deferred_key perf_cgroup_key =
	PERF_DEFERRED_KEY_INIT(perf_cgroup_key, &perf_cgroup_events.key);

/**
 * perf_cgroup_connect - bind an event to a control group
 * @event: CPU event under construction
 * @fd:    a directory of the cgroup file system
 *
 * Return: 0; -EBADF; -EINVAL if the group leader belongs to another control group;
 * the errno of css_tryget_online_from_dir() for a directory outside the perf_event
 * hierarchy.
 * Context: task.
 */
int perf_cgroup_connect(struct perf_event *event, int fd)
{
	struct cgroup_subsys_state *css;
	struct fd f = fdget(fd);

	if (!fd_file(f))
		return perf_refuse_at(-EBADF, PERF_WHY_CGROUP_FD, PERF_WHERE_ARG + 1);
	css = css_tryget_online_from_dir(fd_file(f)->f_path.dentry, &perf_event_cgrp_subsys);
	fdput(f);
	if (IS_ERR(css))
		return perf_refuse_at(PTR_ERR(css), PERF_WHY_CGROUP_FD, PERF_WHERE_ARG + 1);

	event->opened->cgrp = container_of(css, struct perf_cgroup, css);
	perf_deferred_key_get(&perf_cgroup_key);
	if (event->group_leader->opened->cgrp != event->opened->cgrp) {
		perf_cgroup_disconnect(event);
		return perf_refuse_at(-EINVAL, PERF_WHY_GROUP_CGROUP, PERF_WHERE_ARG + 1);
	}
	return 0;
}

/**
 * perf_cgroup_follow - bind an event without a control group to its leader's
 * @event: event under construction
 *
 * A group of events counts as a whole, so a sibling can count only while a task of the
 * leader's control group runs. @event holds its own reference on @event->opened->cgrp, because
 * the leader may be closed first.
 *
 * Context: task.
 */
void perf_cgroup_follow(struct perf_event *event)
{
	struct perf_cgroup *cgrp = event->group_leader->opened->cgrp;

	if (!cgrp || event->opened->cgrp)
		return;
	css_get(&cgrp->css);
	event->opened->cgrp = cgrp;
	perf_deferred_key_get(&perf_cgroup_key);
}

/**
 * perf_cgroup_disconnect - undo perf_cgroup_connect() or perf_cgroup_follow()
 * @event: event that no longer counts
 */
void perf_cgroup_disconnect(struct perf_event *event)
{
	if (!event->opened->cgrp)
		return;
	css_put(&event->opened->cgrp->css);
	event->opened->cgrp = NULL;
	perf_deferred_key_put(&perf_cgroup_key);
}

static void perf_cgroup_slots_out(struct perf_cpu_context *cpuctx, struct perf_cgroup *next,
				  u64 now)
{
	struct perf_event_slot *slot, *tmp;

	list_for_each_entry_safe(slot, tmp, &cpuctx->cgrp_slots, active_entry) {
		if (cgroup_is_descendant(next->css.cgroup, slot->cgrp->css.cgroup))
			continue;
		perf_sched_slot_out(cpuctx, slot, now);
		list_del_rcu(&slot->active_entry);
	}
}

static void perf_cgroup_slots_in(struct perf_cpu_context *cpuctx, struct perf_cgroup *next,
				 u64 now)
{
	struct cgroup_subsys_state *css;
	struct perf_event_slot *slot;

	for (css = &next->css; css; css = css->parent) {
		slot = perf_cgroup_this_slot(css);
		if (!slot || slot->clock.running)
			continue;
		list_add_tail_rcu(&slot->active_entry, &cpuctx->cgrp_slots);
		perf_sched_slot_in(cpuctx, slot, now);
	}
}

/**
 * __perf_cgroup_switch - activate the slots of a task's control group and ancestors
 * @next: the task that will run on this CPU
 *
 * Context: IRQs off, no context lock held.
 */
void __perf_cgroup_switch(struct task_struct *next)
{
	struct perf_cpu_context *cpuctx = this_cpu_ptr(&perf_cpu_context);
	struct perf_cgroup *cgrp;
	u64 now;

	guard(rcu)();
	cgrp = perf_cgroup_from_task(next, NULL);
	/* A new group may reuse an address, but css.serial_nr is never reused. */
	if (cpuctx->cgrp_serial == cgrp->css.serial_nr)
		return;
	cpuctx->cgrp_serial = cgrp->css.serial_nr;
	if (xa_empty(&cpuctx->ctx.slots))
		return;

	guard(perf_cpu)(cpuctx);
	now = perf_ctx_now();
	perf_cgroup_slots_out(cpuctx, cgrp, now);
	if (cpuctx->online)
		perf_cgroup_slots_in(cpuctx, cgrp, now);
	perf_sched_flush(cpuctx);
}

/*
 * Callbacks of perf_event_cgrp_subsys.
 */
static struct cgroup_subsys_state *perf_cgroup_css_alloc(struct cgroup_subsys_state *parent)
{
	struct perf_cgroup_slots *slots = kzalloc(sizeof(*slots), GFP_KERNEL);

	if (!slots)
		return ERR_PTR(-ENOMEM);
	slots->slot = alloc_percpu(struct perf_event_slot *);
	if (!slots->slot) {
		kfree(slots);
		return ERR_PTR(-ENOMEM);
	}
	return &slots->cgrp.css;
}

static void perf_cgroup_css_free(struct cgroup_subsys_state *css)
{
	struct perf_cgroup_slots *slots = container_of(css, struct perf_cgroup_slots, cgrp.css);

	free_percpu(slots->slot);
	kfree(slots);
}

static int perf_cgroup_css_online(struct cgroup_subsys_state *css)
{
	perf_sideband_cgroup(css->cgroup);
	return 0;
}

/* Runs on the CPU where perf_cgroup_attach() saw the moved task @info running. */
static void perf_cgroup_task_moved(void *info)
{
	if (current == info)
		perf_cgroup_switch(current);
}

static void perf_cgroup_attach(struct cgroup_taskset *tset)
{
	struct cgroup_subsys_state *css;
	struct task_struct *task;

	if (!static_branch_unlikely(&perf_cgroup_events))
		return;
	/* A task switched in from now on enters __perf_cgroup_switch() with its new group. */
	cgroup_taskset_for_each(task, css, tset) {
		if (task_curr(task))
			smp_call_function_single(task_cpu(task), perf_cgroup_task_moved, task, 1);
	}
}

struct cgroup_subsys perf_event_cgrp_subsys = {
	/* Enabled on the default hierarchy without being listed: any group can be monitored. */
	.implicit_on_dfl = true,
	.threaded	= true,
	.attach		= perf_cgroup_attach,
	.css_online	= perf_cgroup_css_online,
	.css_alloc	= perf_cgroup_css_alloc,
	.css_free	= perf_cgroup_css_free,
};
