/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Contexts: where instances live while they may count.
 *
 * There is a context per CPU and one per task that has events. Inside it,
 * instances that come and go together share a *slot*:
 *
 *	context of a task:  one slot for "any CPU", one per CPU events are bound to
 *	context of a CPU:   one slot for "any task", one per control group
 *
 * A slot has a clock that runs exactly while its instances may count, and one
 * list per software event id. An instance that is matched where it fires
 * (PERF_EV_CAP_RESIDENT) is on such a list all the time it is enabled; making
 * its slot active or inactive is all a context switch does for it, however many
 * there are. Instances that occupy something of the CPU (counters, timers) are
 * in a pmu context, one for each PMU in the slot, and are put onto the PMU and
 * taken off it group by group.
 *
 * Locks, outermost first:
 *	context mutex  attach, detach, fork, reads of a group: task context
 *	CPU context's lock > task context's lock: raw, IRQs off: lists, state
 * Fields with key L change under the context's lock and, while the context is
 * active, only on its CPU. So code that runs on that CPU with IRQs off (firing,
 * overflow, NMI) reads them without a lock.
 */
#ifndef _KERNEL_EVENTS_CONTEXT_TYPES_H
#define _KERNEL_EVENTS_CONTEXT_TYPES_H

#include <linux/cleanup.h>
#include <linux/llist.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/xarray.h>

#include "base/clock.h"

/* Most members of a group that is put onto PMUs and taken off as a whole. */
#define PERF_SWITCHED_GROUP_MAX	256

/**
 * struct perf_event_pmu_context - instances of one PMU in a slot
 * @pmu:       I: the PMU
 * @slot:      I: the slot
 * @entry:     L: in slot's pmu_ctxs
 * @active_entry: L: in perf_cpu_pmu_context::active while the slot is active
 * @pinned:    L: groups that must count, in order of attachment
 * @flexible:  L: groups that take turns; rotation moves the first to the end
 * @nr_events: L: instances whose pmu_ctx this is, or is about to be
 * @starved:   L: a flexible group found no room: rotation is needed
 * @turn:      L: perf_context::turn when its groups last came first
 * @rcu_head:  for freeing it
 */
struct perf_event_pmu_context {
	struct pmu			*pmu;
	struct perf_event_slot		*slot;
	struct list_head		entry;
	struct list_head		active_entry;
	struct list_head		pinned;
	struct list_head		flexible;
	int				nr_events;
	bool				starved;
	u64				turn;
	struct rcu_head			rcu_head;
};

/**
 * struct perf_event_slot - instances of a context that come and go together
 * @ctx:       I: its context
 * @cpu:       I: CPU the instances are bound to, -1 for any
 * @cgrp:      I: control group they are bound to, NULL for none
 * @clock:     L: runs while the slot is active: "time running"
 * @enabled_clock: I: clock of "time enabled": the context's, or @clock
 *             itself for a control group
 * @sw_events: L: ACTIVE instances by software event id (perf_event::sw_entry)
 * @nr_events: L: instances attached or about to be: the slot lives while there are any
 * @chains:    L: first events of the chains of trace events (tracelist.c)
 * @nr_to_place: L: what becoming active has to look at: groups that are put onto PMUs
 *             and taken off, and @chains
 * @nr_placed: L: what becoming inactive has to look at: pmu contexts whose groups have a
 *             place in perf_cpu_pmu_context::active, and @chains on the CPU's lists
 * @pmu_ctxs:  L: struct perf_event_pmu_context
 * @software:  L: the one of the software PMU, in nearly every slot: never freed
 * @active_entry: L: control group's slot: in perf_cpu_context::cgrp_slots while active
 * @rcu_head:  for freeing
 */
struct perf_event_slot {
	struct perf_context		*ctx;
	int				cpu;
	int				nr_events;
	int				nr_to_place;
	int				nr_placed;
	struct perf_cgroup		*cgrp;
	struct perf_run_clock		clock;
	struct perf_run_clock		*enabled_clock;
	struct hlist_head		sw_events[PERF_COUNT_SW_MAX];
	struct hlist_head		chains;
	struct list_head		pmu_ctxs;
	struct perf_event_pmu_context	software;
	struct list_head		active_entry;
	struct rcu_head			rcu_head;
};

/**
 * enum perf_due - a thing that an overflow leaves to be done for its instance
 * @PERF_DUE_DISABLE:   perf_event::pending_disable is set
 * @PERF_DUE_THROTTLE:  hw_perf_event::throttle_due is set
 * @PERF_DUE_RELEASE:   the instance is throttled until the next tick
 * @PERF_DUE_RELEASING: the instance was throttled in a window that has ended
 * @PERF_DUE_NR:        number of lists
 */
enum perf_due {
	PERF_DUE_DISABLE,
	PERF_DUE_THROTTLE,
	PERF_DUE_RELEASE,
	PERF_DUE_RELEASING,
	PERF_DUE_NR,
};

/**
 * struct perf_context - instances of one task or one CPU
 * @head:        what PMU drivers may read; first, so that none is none of the other
 * @lock:        see the top of this file
 * @mutex:       see the top of this file
 * @task:        L: the task; NULL: a CPU's; TASK_TOMBSTONE: the task has exited
 * @active:      L: scheduled in on a CPU
 * @clock:       L: runs while active and non-empty: "time enabled"
 * @cpu:         I: the CPU; -1 for a task's context
 * @any:         the slot for any CPU (task) or any task (CPU)
 * @slots:       L: further slots, by CPU number (task) or css id (CPU)
 * @cpu_slot:    L: task: the slot of the CPU it runs on, active with @any, or NULL
 * @event_list:  L,R: all instances (perf_event::event_entry)
 * @sb_list:     L,R: instances that want side-band records (::sb_entry)
 * @unsettled:   L: leaders of resident groups whose siblings have not all followed them
 *               (::group_entry)
 * @nr_events:   L: instances
 * @nr_switched: L: groups that are put onto PMUs and taken off, all slots
 * @freq:        L: ones in frequency mode whose periods the next tick adjusts (::freq_entry)
 * @freq_due:    L: ones whose periods the last tick has still to adjust
 * @raised:      A: instances that have overflowed and are on none of @due yet
 *               (::raised_entry)
 * @due:         L: instances that an overflow has left something to do for (::due_entry)
 * @nr_stat:     L: ones with attr.inherit_stat
 * @nr_no_swap:  L: reasons not to change hands at a context switch
 * @parent:      M: context this one was cloned from, while still equal to it
 * @parent_generation: M: @generation of @parent at that time
 * @generation:  M: changes whenever an instance comes or goes
 * @pin_count:   L: while non-zero the context stays with its task
 * @turn:        L: counts turns, so that slots remember who was first when
 * @deferred:    A: on a CPU's list of contexts with something left to do (overflow.c)
 * @deferred_node: in that list
 * @refcount:    A: the task, each instance, each clone, that list
 * @rcu_head:    for freeing
 */
struct perf_context {
	struct perf_event_context	head;
	int				cpu;
	raw_spinlock_t			lock;
	bool				active;
	bool				deferred;
	struct task_struct		*task;
	struct perf_run_clock		clock;
	struct perf_event_slot		*cpu_slot;
	struct xarray			slots;
	struct list_head		event_list;
	struct list_head		sb_list;
	struct list_head		unsettled;
	struct list_head		freq;
	struct list_head		freq_due;
	struct llist_head		raised;
	struct list_head		due[PERF_DUE_NR];
	int				nr_events;
	int				nr_switched;
	int				nr_stat;
	int				nr_no_swap;
	int				pin_count;
	u64				turn;
	refcount_t			refcount;
	struct llist_node		deferred_node;
	struct mutex			mutex;
	struct perf_context		*parent;
	u64				parent_generation;
	u64				generation;
	struct rcu_head			rcu_head;
	struct perf_event_slot		any;
};

static_assert(offsetof(struct perf_context, head) == 0);

/* The task's context; NULL if it has none. */
static inline struct perf_context *perf_task_context(const struct task_struct *task)
{
	return container_of(READ_ONCE(task->perf_event_ctxp), struct perf_context, head);
}

static inline void perf_task_set_context(struct task_struct *task, struct perf_context *ctx)
{
	WRITE_ONCE(task->perf_event_ctxp, &ctx->head);
}

#define TASK_TOMBSTONE	((struct task_struct *)-1L)

/* Who goes onto a PMU before whom (perf_event_open(2), attr.pinned). */
enum perf_prio {
	PERF_PRIO_CPU_PINNED,
	PERF_PRIO_TASK_PINNED,
	PERF_PRIO_CPU_FLEXIBLE,
	PERF_PRIO_TASK_FLEXIBLE,
	PERF_PRIO_NONE,
};

/**
 * struct perf_cpu_pmu_context - one PMU on one CPU
 * @pmu:          I: the PMU
 * @active:       L: struct perf_event_pmu_context: [0] of the CPU's context, [1] of
 *                the task's
 * @nr_active:    P: instances on the PMU now
 * @exclusive:    P: a group that suffers no other is on the PMU
 * @dirty:        L: priority from which on groups have to be placed again
 * @dirty_entry:  L: in perf_cpu_context::dirty while @dirty is not PERF_PRIO_NONE
 * @sched_cb_usage: P: users of pmu::sched_task
 * @sched_cb_entry: P: in the CPU's list of such PMUs
 * @mux_timer:    rotates the flexible groups
 * @mux_interval: time between rotations
 * @mux_ready:    @mux_timer is initialised
 * @mux_armed:    P: @mux_timer is running
 *
 * Key L is the CPU context's lock here.
 */
struct perf_cpu_pmu_context {
	struct pmu			*pmu;
	struct list_head		active[2];
	int				nr_active;
	bool				exclusive;
	bool				mux_ready;
	bool				mux_armed;
	u8				dirty;
	struct list_head		dirty_entry;
	int				sched_cb_usage;
	struct list_head		sched_cb_entry;
	struct hrtimer			mux_timer;
	ktime_t				mux_interval;
};

/**
 * struct perf_cpu_context - a CPU and what counts on it
 * @ctx:          the CPU's own context
 * @task_ctx:     L: context of the running task, NULL if it has none
 * @cgrp_serial:  P: serial number of the running task's control group, as of the
 *                last switch while any group was watched
 * @cgrp_slots:   L: active slots of control groups: the running task's and its
 *                ancestors
 * @dirty:        L: PMUs whose groups have to be placed again
 * @online:       L: the CPU may count
 * @now:          P: perf_clock() of the operation under way, or of the last one; 0: not
 *                read yet
 * @sched_cb_list: P: PMUs whose sched_task wants to be called
 * @throttle_seq: P: counts ticks: the windows interrupts are limited in
 */
struct perf_cpu_context {
	struct perf_context		ctx;
	struct perf_context		*task_ctx;
	u64				cgrp_serial;
	struct list_head		cgrp_slots;
	struct list_head		dirty;
	bool				online;
	u64				now;
	u64				throttle_seq;
	struct list_head		sched_cb_list;
};

DECLARE_PER_CPU(struct perf_cpu_context, perf_cpu_context);

/*
 * An operation uses one moment for all it does: clocks are started and stopped, states
 * change, and the members of a group are read at the same time, or the time an event was
 * enabled would seem to differ from the time it was counting, and one clock from
 * another. IRQs off.
 */
static inline void perf_new_moment(struct perf_cpu_context *cpuctx)
{
	cpuctx->now = 0;
}

static inline u64 perf_this_moment(void)
{
	struct perf_cpu_context *cpuctx = this_cpu_ptr(&perf_cpu_context);

	if (!cpuctx->now)
		cpuctx->now = perf_clock();
	return cpuctx->now;
}

/*
 * A moment of its own for what may come in the midst of an operation, as an NMI, and for
 * a sample; the operation goes on with the old one. IRQs off.
 */
static inline u64 perf_moment_enter(void)
{
	return __this_cpu_xchg(perf_cpu_context.now, perf_clock());
}

static inline void perf_moment_leave(u64 old)
{
	__this_cpu_write(perf_cpu_context.now, old);
}

DEFINE_CLASS(perf_moment, u64, perf_moment_leave(_T), perf_moment_enter(), void)

static inline struct perf_event_slot *perf_event_slot(const struct perf_event *event)
{
	return event->pmu_ctx->slot;
}

static inline bool perf_context_is_task(const struct perf_context *ctx)
{
	return ctx->cpu < 0;
}

#endif /* _KERNEL_EVENTS_CONTEXT_TYPES_H */
