// SPDX-License-Identifier: GPL-2.0
/*
 * The PMU "breakpoint": events that count accesses to an address, by a debug
 * register of the CPU.
 *
 * reserve_bp_slot() reserves a register when an event is opened, for the event's whole
 * life, so perf_breakpoint_add() cannot fail. Architectures have one kind of register for
 * instructions and data (x86) or one kind for each (arm64); each kind is a
 * struct perf_bp_slots. An event takes one register on every architecture supported.
 *
 * ptrace and ioctl PERF_EVENT_IOC_MODIFY_ATTRIBUTES change the address, length and type
 * of an open event. perf_bp_parse() and perf_bp_prepare(), which may fail, run first.
 * perf_bp_commit() then changes the event and rewrites its register under the context's
 * lock, with IRQs off on the event's CPU. So an event never has half of the old
 * attributes and half of the new, and always has a register reserved.
 *
 * Locks: perf_bp_mutex, for perf_bp_kinds[].
 * Context: opening, changing and releasing may sleep; add and del run on the event's CPU
 * with IRQs off; a hit arrives in the debug exception, NMI-like.
 */
#include <linux/capability.h>
#include <linux/hw_breakpoint.h>
#include <linux/kdebug.h>
#include <linux/mutex.h>
#include <linux/notifier.h>
#include <linux/perf_event.h>

#include "base/instance.h"
#include "base/why.h"
#include "event/control.h"
#include "event/event.h"
#include "pmus/bp_slots.h"
#include "pmus/breakpoint.h"
#include "pmus/software.h"
#include "sched/context.h"

static DEFINE_MUTEX(perf_bp_mutex);
static struct perf_bp_slots perf_bp_kinds[TYPE_MAX];

static struct perf_bp_slots *perf_bp_kind(u32 bp_type)
{
	return &perf_bp_kinds[bp_type & HW_BREAKPOINT_RW ? TYPE_DATA : TYPE_INST];
}

static int perf_bp_reserve(const struct perf_event *bp, u32 bp_type)
{
	guard(mutex)(&perf_bp_mutex);
	return perf_bp_slots_reserve(perf_bp_kind(bp_type), bp->hw.target, bp->cpu);
}

static void perf_bp_release(const struct perf_event *bp, u32 bp_type)
{
	guard(mutex)(&perf_bp_mutex);
	perf_bp_slots_release(perf_bp_kind(bp_type), bp->hw.target, bp->cpu);
}

/**
 * reserve_bp_slot - reserve a register for a breakpoint
 * @bp: the event, with target, CPU and attributes
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL for no type, or instructions and data together; -ENOSPC; -ENOMEM.
 */
int reserve_bp_slot(struct perf_event *bp)
{
	u32 type = bp->attr.bp_type;

	if (type == HW_BREAKPOINT_EMPTY || type == HW_BREAKPOINT_INVALID)
		return -EINVAL;
	return perf_bp_reserve(bp, type);
}

/**
 * release_bp_slot - release a breakpoint's register
 * @bp: the event
 *
 * Context: task, may sleep.
 */
void release_bp_slot(struct perf_event *bp)
{
	perf_bp_release(bp, bp->attr.bp_type);
}

/**
 * dbg_reserve_bp_slot - reserve_bp_slot() for a debugger that has stopped all CPUs
 * @bp: event of a CPU
 *
 * With all other CPUs stopped, perf_bp_mutex stays as it is: free, or held by a stopped task.
 *
 * Context: any, all other CPUs stopped.
 * Return: 0; -1 if perf_bp_mutex is held or @bp is of a task; -ENOSPC.
 */
int dbg_reserve_bp_slot(struct perf_event *bp)
{
	if (mutex_is_locked(&perf_bp_mutex) || bp->hw.target)
		return -1;
	return perf_bp_slots_reserve(perf_bp_kind(bp->attr.bp_type), NULL, bp->cpu);
}

/**
 * dbg_release_bp_slot - release_bp_slot() for a debugger that has stopped all CPUs
 * @bp: event of a CPU
 *
 * Context: any, all other CPUs stopped.
 * Return: 0; -1 if perf_bp_mutex is held or @bp is of a task.
 */
int dbg_release_bp_slot(struct perf_event *bp)
{
	if (mutex_is_locked(&perf_bp_mutex) || bp->hw.target)
		return -1;
	perf_bp_slots_release(perf_bp_kind(bp->attr.bp_type), NULL, bp->cpu);
	return 0;
}

/**
 * hw_breakpoint_is_used - is any breakpoint open?
 *
 * Return: true if there is one.
 * Context: task, may sleep.
 */
bool hw_breakpoint_is_used(void)
{
	int type;

	guard(mutex)(&perf_bp_mutex);
	for (type = 0; type < TYPE_MAX; type++) {
		if (perf_bp_kinds[type].nr_used)
			return true;
	}
	return false;
}

/* Parse @attr into @info, and check that the caller may open such a breakpoint. */
static int perf_bp_parse(struct perf_event *bp, const struct perf_event_attr *attr,
			 struct arch_hw_breakpoint *info)
{
	int err;

	err = hw_breakpoint_arch_parse(bp, attr, info);
	if (err)
		return perf_refuse(err, PERF_WHY_BREAKPOINT_FORM, PERF_WHERE_FIELD(bp_len), 0,
				   attr->bp_len, 0);
	if (!arch_check_bp_in_kernelspace(info))
		return 0;
	if (attr->exclude_kernel)
		return perf_refuse_at(-EINVAL, PERF_WHY_BREAKPOINT_KERNEL,
				      PERF_WHERE_FIELD(bp_addr));
	/* A breakpoint on the wrong kernel address crashes the kernel. */
	if (capable(CAP_SYS_ADMIN))
		return 0;
	return perf_refuse_at(-EPERM, PERF_WHY_BREAKPOINT_KERNEL, PERF_WHERE_FIELD(bp_addr));
}

static int perf_breakpoint_init(struct perf_event *bp)
{
	struct arch_hw_breakpoint info = {};
	int err;

	if (bp->attr.type != PERF_TYPE_BREAKPOINT)
		return -ENOENT;
	if (has_branch_stack(bp))
		return perf_refuse_at(-EOPNOTSUPP, PERF_WHY_PMU_NO_BRANCHES,
				      PERF_WHERE_FIELD(branch_sample_type));

	err = reserve_bp_slot(bp);
	if (err == -ENOSPC)
		return perf_refuse_at(err, PERF_WHY_BREAKPOINT_SLOTS, PERF_WHERE_FIELD(type));
	if (err == -EINVAL)
		return perf_refuse(err, PERF_WHY_BREAKPOINT_TYPE, PERF_WHERE_FIELD(bp_type), 0,
				   bp->attr.bp_type, 0);
	if (err)
		return err;
	err = perf_bp_parse(bp, &bp->attr, &info);
	if (err) {
		release_bp_slot(bp);
		return err;
	}
	bp->hw.info = info;
	bp->destroy = release_bp_slot;
	return 0;
}

static int perf_breakpoint_clone(struct perf_event *child, const struct perf_event *parent)
{
	int err;

	err = reserve_bp_slot(child);
	if (err)
		return err;
	child->hw.info = parent->hw.info;
	child->destroy = release_bp_slot;
	return 0;
}

static int perf_breakpoint_add(struct perf_event *bp, int flags)
{
	if (is_sampling_event(bp)) {
		bp->hw.last_period = bp->hw.sample_period;
		perf_swevent_set_period(bp);
	}
	bp->hw.state = (flags & PERF_EF_START) ? 0 : PERF_HES_STOPPED;
	return arch_install_hw_breakpoint(bp);
}

static void perf_breakpoint_del(struct perf_event *bp, int flags)
{
	arch_uninstall_hw_breakpoint(bp);
}

static struct pmu perf_breakpoint = {
	.task_ctx_nr	= perf_sw_context,
	.capabilities	= PERF_PMU_CAP_STOP_IN_NMI,
	.event_init	= perf_breakpoint_init,
	.event_clone	= perf_breakpoint_clone,
	.add		= perf_breakpoint_add,
	.del		= perf_breakpoint_del,
	.start		= perf_swevent_start,
	.stop		= perf_swevent_stop,
	.read		= hw_breakpoint_pmu_read,
};

/**
 * perf_bp_event - count a hit of a breakpoint
 * @event: the breakpoint
 * @data:  struct pt_regs at the hit
 *
 * Context: the architecture's debug exception, on the event's CPU.
 */
void perf_bp_event(struct perf_event *event, void *data)
{
	struct perf_sample_data sample;
	struct pt_regs *regs = data;
	unsigned long flags;

	local_irq_save(flags);
	if (!event->hw.state && !perf_swevent_excluded(event, regs)) {
		perf_sample_data_init(&sample, event->attr.bp_addr, 0);
		perf_swevent_count(event, 1, &sample, regs);
	}
	local_irq_restore(flags);
}

/*
 * Changing the attributes of a breakpoint.
 */

/**
 * struct perf_bp_change - new attributes of a breakpoint
 * @bp:   the instance
 * @attr: new attributes
 * @info: @attr as parsed by the architecture
 */
struct perf_bp_change {
	struct perf_event		*bp;
	const struct perf_event_attr	*attr;
	struct arch_hw_breakpoint	info;
};

static void perf_bp_commit(struct perf_cpu_context *cpuctx, struct perf_context *ctx,
			   void *data)
{
	const struct perf_bp_change *change = data;
	struct perf_event *bp = change->bp;
	bool installed = bp->state == PERF_EVENT_STATE_ACTIVE;

	if (installed)
		arch_uninstall_hw_breakpoint(bp);
	bp->attr.bp_addr = change->attr->bp_addr;
	bp->attr.bp_len = change->attr->bp_len;
	bp->attr.bp_type = change->attr->bp_type;
	bp->attr.disabled = change->attr->disabled;
	bp->attr.sig_data = change->attr->sig_data;
	bp->hw.info = change->info;
	/* Cannot fail: @bp has just freed a register, or has reserved one of the other kind. */
	if (installed)
		WARN_ON_ONCE(arch_install_hw_breakpoint(bp));
}

/* Reserve a register of the other kind, if @new_type needs one. */
static int perf_bp_prepare(struct perf_event *bp, u32 new_type)
{
	if (perf_bp_kind(new_type) == perf_bp_kind(bp->attr.bp_type))
		return 0;
	return perf_bp_reserve(bp, new_type);
}

/* Release the register of @unused's kind, unless @used is of the same kind. */
static void perf_bp_cleanup(struct perf_event *bp, u32 unused, u32 used)
{
	if (perf_bp_kind(unused) != perf_bp_kind(used))
		perf_bp_release(bp, unused);
}

static void perf_bp_apply(struct perf_bp_change *change)
{
	struct perf_event *bp = change->bp;
	u32 old_type = bp->attr.bp_type;

	perf_context_run(bp->ctx, perf_bp_commit, change);
	perf_bp_cleanup(bp, old_type, change->attr->bp_type);
}

/* Called in the handler of a hit: ptrace disables a breakpoint at its first hit. */
static int perf_bp_disable_hit(struct perf_event *bp, const struct perf_event_attr *attr)
{
	if (WARN_ON_ONCE(!attr->disabled || bp->ctx->task != current))
		return -EINVAL;
	perf_event_disable_local(bp);
	bp->attr.disabled = 1;
	return 0;
}

/**
 * modify_user_hw_breakpoint - change a breakpoint of ptrace
 * @bp:   from register_user_hw_breakpoint()
 * @attr: new attributes: bp_addr, bp_len, bp_type, disabled and sig_data; all others are ignored
 *
 * The callers, ptrace of each architecture, pass a copy of bp->attr with those fields changed.
 *
 * Context: task, may sleep; or, to disable @bp, the handler of its hit, IRQs off.
 * Return: 0, or an errno and @bp is unchanged.
 */
int modify_user_hw_breakpoint(struct perf_event *bp, struct perf_event_attr *attr)
{
	struct perf_bp_change change = { .bp = bp, .attr = attr };
	int err;

	if (irqs_disabled())
		return perf_bp_disable_hit(bp, attr);

	err = perf_bp_parse(bp, attr, &change.info);
	if (err)
		return err;
	err = perf_bp_prepare(bp, attr->bp_type);
	if (err)
		return err;

	if (attr->disabled)
		perf_event_disable(bp);
	perf_bp_apply(&change);
	if (!attr->disabled)
		perf_event_enable(bp);
	return 0;
}
EXPORT_SYMBOL_GPL(modify_user_hw_breakpoint);

/* Does @attr differ from bp->attr only in the fields that may be changed? */
static bool perf_bp_may_become(const struct perf_event *bp, const struct perf_event_attr *attr)
{
	struct perf_event_attr same = bp->attr;

	same.bp_addr = attr->bp_addr;
	same.bp_len = attr->bp_len;
	same.bp_type = attr->bp_type;
	same.disabled = attr->disabled;
	same.sig_data = attr->sig_data;
	return !memcmp(&same, attr, sizeof(same));
}

/* Reserve registers for @event and all its children, or for none of them. */
static int perf_bp_prepare_all(struct perf_event *event, u32 new_type)
{
	struct list_head *children = &event->opened->child_list;
	struct perf_event *child;
	int err;

	err = perf_bp_prepare(event, new_type);
	if (err)
		return err;
	list_for_each_entry(child, children, child_entry) {
		err = perf_bp_prepare(child, new_type);
		if (err)
			goto undo;
	}
	return 0;

undo:
	list_for_each_entry_continue_reverse(child, children, child_entry)
		perf_bp_cleanup(child, new_type, event->attr.bp_type);
	perf_bp_cleanup(event, new_type, event->attr.bp_type);
	return err;
}

static int perf_bp_modify_all(struct perf_event *event, const struct perf_event_attr *attr)
{
	struct perf_bp_change change = { .bp = event, .attr = attr };
	struct perf_event *child;
	int err;

	err = perf_bp_parse(event, attr, &change.info);
	if (err)
		return err;
	if (!perf_bp_may_become(event, attr))
		return -EINVAL;

	lockdep_assert_held(&event->ctx->mutex);
	guard(mutex)(&event->opened->child_mutex);
	err = perf_bp_prepare_all(event, attr->bp_type);
	if (err)
		return err;
	perf_bp_apply(&change);
	list_for_each_entry(child, &event->opened->child_list, child_entry) {
		change.bp = child;
		perf_bp_apply(&change);
	}
	perf_event_children_changed(event->opened);
	return 0;
}

/**
 * perf_breakpoint_modify - ioctl PERF_EVENT_IOC_MODIFY_ATTRIBUTES
 * @event: an opened event
 * @attr:  its new attributes, checked
 *
 * bp_addr, bp_len, bp_type, disabled and sig_data may change. The change also applies to
 * all children of @event.
 *
 * Context: task, may sleep, event->ctx->mutex held.
 * Return: 0, or an errno and nothing has changed: -EINVAL if @attr has another type, differs
 * in other fields, or is no possible breakpoint; -EOPNOTSUPP if @event is no breakpoint;
 * -EPERM for a kernel address without CAP_SYS_ADMIN; -ENOSPC when registers run short;
 * -ENOMEM.
 */
int perf_breakpoint_modify(struct perf_event *event, const struct perf_event_attr *attr)
{
	int err;

	if (event->attr.type != attr->type)
		return -EINVAL;
	if (event->attr.type != PERF_TYPE_BREAKPOINT)
		return -EOPNOTSUPP;

	err = perf_bp_modify_all(event, attr);
	if (!err)
		perf_event_act(event,
			       attr->disabled ? PERF_ACTION_DISABLE : PERF_ACTION_ENABLE);
	return err;
}

/* INT_MAX: runs before all other handlers of a debug exception. */
static struct notifier_block perf_bp_notifier = {
	.notifier_call	= hw_breakpoint_exceptions_notify,
	.priority	= INT_MAX,
};

/**
 * init_hw_breakpoint - register the PMU "breakpoint"
 *
 * Context: boot, once.
 * Return: 0 or an errno.
 */
int __init init_hw_breakpoint(void)
{
	int type, err;

	for (type = 0; type < TYPE_MAX; type++) {
		err = perf_bp_slots_init(&perf_bp_kinds[type], hw_breakpoint_slots(type),
					 nr_cpu_ids);
		if (err)
			return err;
	}
	err = perf_pmu_register(&perf_breakpoint, "breakpoint", PERF_TYPE_BREAKPOINT);
	if (err)
		return err;
	return register_die_notifier(&perf_bp_notifier);
}
