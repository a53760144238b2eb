// SPDX-License-Identifier: GPL-2.0
/*
 * Moving a PMU's events from one CPU to another.
 *
 * An event that counts for a package, a memory controller or the like is bound to one CPU of
 * it. When that CPU goes offline, perf_pmu_migrate_context() moves the groups to the context of
 * another CPU, with their counts and times.
 *
 * perf_move_group_out() takes a group apart, sibling by sibling, and perf_move_all_in() puts it
 * together again, with perf_context_remove() and perf_context_install(). Side-band records and
 * AUX walk perf_context::event_list under RCU alone, so every event is on neither list for a
 * grace period.
 *
 * Locks: both contexts' mutexes, that of the lower CPU first; perf_event_ctx_lock(), after
 * waiting for a mutex, tests event->ctx again.
 * Context: task.
 */
#include <linux/perf_event.h>
#include <linux/rcupdate.h>

#include "base/context_types.h"
#include "ring/ring.h"
#include "sched/context.h"
#include "sched/install.h"
#include "sched/sched.h"
#include "sched/slot.h"

/**
 * struct perf_move - events on their way
 * @src:    context the events leave
 * @dst:    context the events join
 * @events: the events, linked by group_entry, each leader followed by its siblings
 */
struct perf_move {
	struct perf_context		*src;
	struct perf_context		*dst;
	struct list_head		events;
};

static void perf_move_lock(struct perf_move *move)
{
	struct perf_context *first = move->src, *second = move->dst;

	if (first->cpu > second->cpu)
		swap(first, second);
	mutex_lock(&first->mutex);
	mutex_lock_nested(&second->mutex, SINGLE_DEPTH_NESTING);
}

static void perf_move_unlock(struct perf_move *move)
{
	mutex_unlock(&move->src->mutex);
	mutex_unlock(&move->dst->mutex);
}

/*
 * A ring moves with the event whose mmap() made it (user_opened). Of the events redirected to
 * it only those that move as well still write to it; records of the others are lost.
 */
static void perf_move_ring(struct perf_event *event, int cpu)
{
	struct perf_buffer *rb = perf_ring_get(event->opened);

	if (!rb)
		return;
	if (rb->user_opened == event->opened)
		WRITE_ONCE(rb->cpu, cpu);
	perf_ring_put(rb);
}

static void perf_move_out(struct perf_move *move, struct perf_event *event)
{
	scoped_guard(raw_spinlock_irqsave, &move->src->lock) {
		if (event->state >= PERF_EVENT_STATE_INACTIVE)
			event->attach_state |= PERF_ATTACH_RESUME;
	}
	perf_context_remove(event, PERF_EVENT_STATE_OFF, true);
	perf_move_ring(event, PERF_RING_MOVING);
	list_add_tail(&event->group_entry, &move->events);
}

static void perf_move_group_out(struct perf_move *move, struct perf_event *leader)
{
	struct perf_event *sibling, *next;
	LIST_HEAD(siblings);

	/*
	 * The siblings leave first, so that perf_group_leave_aux() does not clear their
	 * aux_event. group_leader holds their leader meanwhile.
	 */
	list_for_each_entry_safe(sibling, next, &leader->sibling_list, sibling_list) {
		perf_move_out(move, sibling);
		sibling->group_leader = leader;
		list_move_tail(&sibling->group_entry, &siblings);
	}
	perf_move_out(move, leader);
	list_splice_tail(&siblings, &move->events);
}

/* A whole group is in the pmu context of its hardware members. */
static void perf_move_all_out(struct perf_move *move, const struct pmu *pmu)
{
	struct perf_event *event;

again:
	list_for_each_entry(event, &move->src->event_list, event_entry) {
		if (event->pmu_ctx->pmu == pmu) {
			/* Takes other members off event_list, too. */
			perf_move_group_out(move, event->group_leader);
			goto again;
		}
	}
}

static void perf_move_resume(struct perf_cpu_context *cpuctx, struct perf_context *ctx,
			     void *data)
{
	struct perf_event *event = data;

	/* control.c clears or sets PERF_ATTACH_RESUME if @event was disabled or enabled since. */
	if (event->attach_state & PERF_ATTACH_RESUME)
		perf_sched_enable(cpuctx, event);
	event->attach_state &= ~PERF_ATTACH_RESUME;
}

/*
 * control.c acts on an event under the lock of event->ctx, which is the new context now. A
 * caller that read the old one has finished once this has held the lock of @src.
 */
static void perf_move_drain(struct perf_context *src)
{
	guard(raw_spinlock_irqsave)(&src->lock);
}

static void perf_move_in(struct perf_move *move, struct perf_event *event)
{
	struct perf_context *ctx = move->dst;

	event->cpu = ctx->cpu;
	perf_move_ring(event, ctx->cpu);
	if (perf_context_reserve(ctx, event)) {
		/* @event stays in ERROR, on no list; event->ctx is @src and read() returns 0. */
		WRITE_ONCE(event->state, PERF_EVENT_STATE_ERROR);
		event->group_leader = event;
		return;
	}
	perf_move_drain(move->src);
	perf_context_put(move->src);
	perf_context_install(ctx, event);
	perf_context_run(ctx, perf_move_resume, event);
}

static void perf_move_all_in(struct perf_move *move)
{
	struct perf_event *event, *next;

	list_for_each_entry_safe(event, next, &move->events, group_entry) {
		/* perf_context_reserve() failed for the leader. */
		if (!(event->group_leader->attach_state & PERF_ATTACH_CONTEXT))
			event->group_leader = event;
		list_del_init(&event->group_entry);
		perf_move_in(move, event);
	}
}

/**
 * perf_pmu_migrate_context - move all events of a PMU to another CPU
 * @pmu:     PMU whose events are bound to CPUs and do not follow tasks
 * @src_cpu: CPU the events are bound to
 * @dst_cpu: online CPU to bind the events to
 *
 * Software events in their groups move along.
 *
 * Context: task, may sleep; no context's mutex held.
 */
void perf_pmu_migrate_context(struct pmu *pmu, int src_cpu, int dst_cpu)
{
	struct perf_move move = {
		.src	= &per_cpu_ptr(&perf_cpu_context, src_cpu)->ctx,
		.dst	= &per_cpu_ptr(&perf_cpu_context, dst_cpu)->ctx,
		.events	= LIST_HEAD_INIT(move.events),
	};

	if (src_cpu == dst_cpu)
		return;
	perf_move_lock(&move);
	perf_move_all_out(&move, pmu);
	if (!list_empty(&move.events)) {
		synchronize_rcu();
		perf_move_all_in(&move);
	}
	perf_move_unlock(&move);
}
EXPORT_SYMBOL_GPL(perf_pmu_migrate_context);
