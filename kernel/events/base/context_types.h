/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Contexts: the instances that may count on a CPU or in a task.
 *
 * Each CPU has a context, and each task with events. Instances of a context that become
 * active and inactive together share a *slot*:
 *
 *	context of a task:  one slot for "any CPU", one per CPU events are bound to, one for
 *			    groups that count the time off the CPU (struct perf_off_cpu)
 *	context of a CPU:   one slot for "any task", one per control group
 *
 * perf_event_slot::clock runs exactly while the slot's instances may count. A resident
 * instance (PERF_EV_CAP_RESIDENT) is matched at the point where it fires and stays on a list
 * of its slot while it is enabled; a context switch only makes the slot active or inactive,
 * however many resident instances it has. Instances that occupy a resource of the CPU
 * (counters, timers) are in a struct perf_event_pmu_context, one for each PMU in the slot;
 * a context switch schedules these switched groups in and out one by one.
 *
 * Locks, outermost first:
 *	context mutex  install, removal, fork, reads of a group: task context
 *	CPU context's lock > task context's lock: raw, IRQs off: lists, state
 * Fields with key L change under the context's lock and, while the context is active, only
 * on its CPU. So code on that CPU with IRQs off (firing, overflow, NMI) reads them without a
 * lock. Other keys: I: immutable; M: changes under the context's mutex and lock; R: readable
 * under RCU; A: atomic; P: accessed only on its CPU, IRQs off.
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
 * @entry:     L: in perf_event_slot::pmu_ctxs
 * @active_entry: L: in perf_cpu_pmu_context::active while the slot is active
 * @pinned:    L: pinned groups, in order of installation
 * @flexible:  L: multiplexed groups; rotation moves the first group to the end
 * @nr_events: L: instances with this perf_event::pmu_ctx, installed or about to be
 * @starved:   L: a flexible group did not fit: rotation is needed
 * @turn:      L: perf_context::turn at the end of its last turn as first in @active_entry's list
 * @rcu_head:  for freeing
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
 * struct perf_event_slot - instances of a context that become active together
 * @ctx:       I: the context
 * @cpu:       I: CPU that the instances are bound to, -1 for any
 * @cgrp:      I: control group that the instances are bound to, NULL for none
 * @clock:     L: runs while the slot is active: "time running"
 * @enabled_clock: I: clock of "time enabled": perf_context::clock, or @clock if @cgrp is set
 * @sw_events: L: ACTIVE instances by software event id (perf_event::sw_entry)
 * @off_events: L: ACTIVE instances of the PMU "offcpu" that act when the task is switched in
 *             (perf_event::sw_entry)
 * @nr_events: L: instances installed or about to be; the slot is freed at 0
 * @chains:    L: first events of the chains of trace events (tracelist.c)
 * @nr_sched: L: number of switched groups plus @chains; 0: perf_sched_slot_in() has only
 *             @clock to start
 * @nr_sched_in: L: number of pmu contexts in perf_cpu_pmu_context::active plus @chains on the
 *             CPU's lists; 0: perf_sched_slot_out() has only @clock to stop
 * @pmu_ctxs:  L: list of struct perf_event_pmu_context
 * @software:  L: pmu context of the software PMU, which nearly every slot uses; never freed
 * @active_entry: L: in perf_cpu_context::cgrp_slots while a slot with @cgrp is active
 * @rcu_head:  for freeing
 */
struct perf_event_slot {
	struct perf_context		*ctx;
	int				cpu;
	int				nr_events;
	int				nr_sched;
	int				nr_sched_in;
	struct perf_cgroup		*cgrp;
	struct perf_run_clock		clock;
	struct perf_run_clock		*enabled_clock;
	struct hlist_head		sw_events[PERF_COUNT_SW_MAX];
	struct hlist_head		off_events;
	struct hlist_head		chains;
	struct list_head		pmu_ctxs;
	struct perf_event_pmu_context	software;
	struct list_head		active_entry;
	struct rcu_head			rcu_head;
};

/**
 * struct perf_off_cpu - the time that the task of a context spends off the CPU
 * @slot:      slot of the groups that an event of the PMU "offcpu" leads. Its clock always
 *             runs, so these groups are enabled, and count, while their task does not run
 * @since:     L: perf_clock() at the last switch-out
 * @last:      L: length of the last interval off the CPU, ns
 * @preempted: L: sum of the intervals that began with the task runnable, ns
 * @last_runnable: L: the task was runnable when that interval began
 * @runnable:  L: the task was runnable at @since; valid while it is off the CPU
 * @nr_active: L: ACTIVE instances of the PMU; the fields above are kept while it is not 0
 * @to_visit:  L: the time off the CPU after which an instance on any CPU in
 *             perf_event_slot::off_events has to be visited, ns; 0 or less: at the next switch-in
 */
struct perf_off_cpu {
	struct perf_event_slot	slot;
	u64			since;
	u64			last;
	u64			preempted;
	bool			last_runnable;
	bool			runnable;
	int			nr_active;
	s64			to_visit;
};

/**
 * enum perf_due - an action that an overflow leaves pending for its instance
 * @PERF_DUE_DISABLE:   disable the instance: perf_event::pending_disable was set
 * @PERF_DUE_THROTTLE:  throttle the instance: hw_perf_event::throttle_due was set
 * @PERF_DUE_RELEASE:   end the throttling at the next tick
 * @PERF_DUE_RELEASING: end the throttling, whose window has ended
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
 * @head:        the part that PMU drivers may read; first, so that container_of(NULL) is NULL
 * @lock:        described at the top of this file
 * @mutex:       described at the top of this file
 * @task:        L: the task; NULL: context of a CPU; TASK_TOMBSTONE: the task has exited
 * @active:      L: scheduled in on a CPU
 * @clock:       L: runs while @active: "time enabled"
 * @cpu:         I: the CPU; -1: context of a task
 * @any:         the slot for any CPU (task) or any task (CPU)
 * @slots:       L: further slots, by CPU number (task) or css id (CPU)
 * @off:         M,R: time off the CPU, made with the first event that counts it; or NULL
 * @cpu_slot:    L: task: slot of the CPU that the task runs on, active with @any; or NULL
 * @event_list:  L,R: all instances (perf_event::event_entry)
 * @sb_list:     L,R: instances that get side-band records (::sb_entry)
 * @unsynced:    L: leaders of resident groups with siblings still to follow the leader's
 *               state (::group_entry)
 * @unsynced_next: L: the sibling that is next, of the first leader on @unsynced; NULL: its first
 * @nr_events:   L: number of instances
 * @nr_switched: L: number of switched groups in all slots
 * @freq:        L: instances in frequency mode; the next tick adjusts their periods
 *               (perf_event_rate::entry)
 * @freq_due:    L: those whose periods the last tick has yet to adjust
 * @raised:      A: instances that overflowed and are not sorted into @due yet
 *               (::raised_entry)
 * @due:         L: instances with an action pending, by enum perf_due (::due_entry)
 * @nr_stat:     L: number of instances with attr.inherit_stat
 * @nr_no_swap:  L: number of instances that bar swapping contexts at a context switch
 * @parent:      M: context that this context was cloned from, NULL once they differ
 * @parent_generation: M: @generation of @parent at that time
 * @generation:  M: incremented by every change that ends equality with clones
 * @pin_count:   L: while non-zero the context stays with its task
 * @turn:        L: number of turns so far, see perf_event_pmu_context::turn
 * @deferred:    A: 1: on a CPU's list of contexts with pending actions (overflow.c); a u8, as
 *               xchg() of a bool is true on some powerpcs if a byte beside it is not 0
 * @deferred_node: entry in that list
 * @refcount:    A: held by the task, each instance, each clone and that list
 * @rcu_head:    for freeing
 */
struct perf_context {
	struct perf_event_context	head;
	int				cpu;
	raw_spinlock_t			lock;
	bool				active;
	u8				deferred;
	struct task_struct		*task;
	struct perf_run_clock		clock;
	struct perf_event_slot		*cpu_slot;
	struct xarray			slots;
	struct perf_off_cpu		*off;
	struct list_head		event_list;
	struct list_head		sb_list;
	struct list_head		unsynced;
	struct perf_event		*unsynced_next;
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

/* The context of @task, or NULL. A switch may swap it for another meanwhile (event/switch.c). */
static inline struct perf_context *perf_task_context(const struct task_struct *task)
{
	return container_of(READ_ONCE(task->perf_event_ctxp), struct perf_context, head);
}

static inline void perf_task_set_context(struct task_struct *task, struct perf_context *ctx)
{
	WRITE_ONCE(task->perf_event_ctxp, &ctx->head);
}

#define TASK_TOMBSTONE	((struct task_struct *)-1L)

/* Order in which groups are scheduled in, first to last (perf_event_open(2), attr.pinned). */
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
 * @active:       L: list of struct perf_event_pmu_context: [0] of the CPU's context, [1] of
 *                the task's context
 * @nr_active:    P: number of switched instances scheduled in, software events excluded
 * @exclusive:    P: an instance with attr.exclusive is scheduled in
 * @dirty:        L: first enum perf_prio whose groups must be scheduled again
 * @dirty_entry:  L: in perf_cpu_context::dirty while @dirty is not PERF_PRIO_NONE
 * @sched_cb_usage: P: perf_sched_cb_inc() calls less perf_sched_cb_dec() calls
 * @sched_cb_entry: P: in perf_cpu_context::sched_cb_list while @sched_cb_usage is not 0
 * @mux_timer:    rotates the flexible groups
 * @mux_interval: time between rotations
 * @mux_ready:    @mux_timer is initialised
 * @mux_armed:    P: @mux_timer is running
 *
 * Here key L means perf_cpu_context::ctx.lock.
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
 * struct perf_cpu_context - a CPU with its own and its current task's context
 * @ctx:          context of the CPU
 * @task_ctx:     L: active context of the running task, or NULL
 * @cgrp_serial:  P: css.serial_nr of the running task's control group at the last switch
 *                with cgroup events open; 0: unknown
 * @cgrp_slots:   L: active slots of control groups: the running task's group and its
 *                ancestors
 * @dirty:        L: list of struct perf_cpu_pmu_context whose groups must be scheduled again
 * @online:       L: @ctx and its slots may be active
 * @now:          P: perf_clock() of the current operation, or of the last operation; 0: not
 *                read yet
 * @sched_cb_list: P: PMUs whose pmu::sched_task is called at context switches
 * @switching_in: P: the groups of a task that is being switched in are scheduled in
 * @throttle_seq: P: number of ticks; overflows are limited in each window between two ticks
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
	bool				switching_in;
};

DECLARE_PER_CPU(struct perf_cpu_context, perf_cpu_context);

/*
 * perf_ctx_now() returns one perf_clock() value throughout an operation, which begins
 * with perf_ctx_now_invalidate(). All clocks are started and stopped, states changed and members
 * of a group read at that time; otherwise an event's time running would differ from its time
 * enabled, and one clock from another. Context: IRQs off.
 */
static inline void perf_ctx_now_invalidate(struct perf_cpu_context *cpuctx)
{
	cpuctx->now = 0;
}

static inline u64 perf_ctx_now(void)
{
	struct perf_cpu_context *cpuctx = this_cpu_ptr(&perf_cpu_context);

	if (!cpuctx->now)
		cpuctx->now = perf_clock();
	return cpuctx->now;
}

/*
 * CLASS(perf_fresh_now) reads the clock anew for a sample or for code that may interrupt an
 * operation, as in an NMI, and restores the operation's value at the end of its scope.
 * Context: IRQs off.
 */
static inline u64 perf_fresh_now_enter(void)
{
	return __this_cpu_xchg(perf_cpu_context.now, perf_clock());
}

static inline void perf_fresh_now_leave(u64 old)
{
	__this_cpu_write(perf_cpu_context.now, old);
}

DEFINE_CLASS(perf_fresh_now, u64, perf_fresh_now_leave(_T), perf_fresh_now_enter(), void)

static inline struct perf_event_slot *perf_event_slot(const struct perf_event *event)
{
	return event->pmu_ctx->slot;
}

static inline bool perf_context_is_task(const struct perf_context *ctx)
{
	return ctx->cpu < 0;
}

#endif /* _KERNEL_EVENTS_CONTEXT_TYPES_H */
