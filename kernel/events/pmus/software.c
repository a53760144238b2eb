// SPDX-License-Identifier: GPL-2.0
/*
 * The software PMU: events that the kernel itself counts.
 *
 * Each slot (context_types.h) has a list per event id of the instances that count.
 * perf_sw_fire() walks the lists of the slots that are active on this CPU, so its cost
 * depends on nothing else, and a context switch need not touch these instances.
 *
 * Owns: the lists' entries (perf_event::sw_entry); perf_swevent_enabled[], the static keys
 * that are on while an event of the id is open; the recursion guard.
 *
 * Locks: add and del run under the context's lock; firing runs with IRQs off on
 * the CPU where the slots are active and needs none.
 * Context: firing: any, NMI included.
 */
#include <linux/cgroup.h>
#include <linux/device.h>
#include <linux/nospec.h>
#include <linux/perf_event.h>
#include <linux/ptrace.h>
#include <linux/sysfs.h>

#include "base/context_types.h"
#include "base/deferred_key.h"
#include "base/ext.h"
#include "base/period.h"
#include "base/why.h"
#include "overflow/overflow.h"
#include "pmus/software.h"
#include "sched/cgroup_slots.h"

struct static_key perf_swevent_enabled[PERF_COUNT_SW_MAX];

#define PERF_SW_KEY(_id) \
	[_id] = PERF_DEFERRED_KEY_INIT(perf_sw_keys[_id], &perf_swevent_enabled[_id])

static struct perf_deferred_key perf_sw_keys[PERF_COUNT_SW_MAX] = {
	PERF_SW_KEY(PERF_COUNT_SW_PAGE_FAULTS),
	PERF_SW_KEY(PERF_COUNT_SW_CONTEXT_SWITCHES),
	PERF_SW_KEY(PERF_COUNT_SW_CPU_MIGRATIONS),
	PERF_SW_KEY(PERF_COUNT_SW_PAGE_FAULTS_MIN),
	PERF_SW_KEY(PERF_COUNT_SW_PAGE_FAULTS_MAJ),
	PERF_SW_KEY(PERF_COUNT_SW_ALIGNMENT_FAULTS),
	PERF_SW_KEY(PERF_COUNT_SW_EMULATION_FAULTS),
	PERF_SW_KEY(PERF_COUNT_SW_DUMMY),
	PERF_SW_KEY(PERF_COUNT_SW_BPF_OUTPUT),
	PERF_SW_KEY(PERF_COUNT_SW_CGROUP_SWITCHES),
};

/*
 * Recursion: events that fire while an event is handled at the same level of interruption
 * (task, softirq, IRQ, NMI) must not be counted.
 */

/**
 * perf_swevent_get_recursion_context - begin handling a software event
 *
 * Return: a token for perf_swevent_put_recursion_context(), or -1 if this level of
 * interruption is handling an event already.
 * Context: any, preemption off.
 */
int perf_swevent_get_recursion_context(void)
{
	return perf_swevent_enter();
}
EXPORT_SYMBOL_GPL(perf_swevent_get_recursion_context);

void perf_swevent_put_recursion_context(int rctx)
{
	perf_swevent_leave(rctx);
}

static void perf_swevent_sample(struct perf_event *event, u64 overflows,
				struct perf_sample_data *data, struct pt_regs *regs)
{
	bool throttle = false;

	for (; overflows; overflows--) {
		if (perf_swevent_overflow(event, throttle, data, regs))
			break;
		throttle = true;
	}
}

/**
 * perf_swevent_add - write a sample for each period that has ended
 * @event: ACTIVE sampling instance that matched, its count updated
 * @nr:    number of occurrences
 * @data:  as perf_swevent_period()
 * @regs:  registers for the sample
 *
 * Context: any, IRQs off, on the instance's CPU.
 */
void perf_swevent_add(struct perf_event *event, u64 nr, struct perf_sample_data *data,
		      struct pt_regs *regs)
{
	data->period = event->hw.last_period;
	if (!local64_add_negative(nr, &event->hw.period_left))
		perf_swevent_sample(event, perf_swevent_set_period(event), data, regs);
}

static noinline void perf_sw_fire_list(struct perf_event *event, u64 nr, u64 addr,
				       struct pt_regs *regs)
{
	struct perf_sample_data data __uninitialized;

	do {
		if ((event->hw.state & PERF_HES_STOPPED) || perf_swevent_excluded(event, regs))
			continue;
		local64_add(nr, &event->count);
		if (!is_sampling_event(event) || !regs)
			continue;
		perf_sample_data_init(&data, addr, 0);
		perf_swevent_period(event, nr, &data, regs);
	} while ((event = hlist_entry_safe(rcu_dereference_raw(hlist_next_rcu(&event->sw_entry)),
					   struct perf_event, sw_entry)));
}

static __always_inline void perf_sw_fire_slot(struct perf_event_slot *slot, u32 event_id, u64 nr,
					      u64 addr, struct pt_regs *regs)
{
	struct hlist_node *first = READ_ONCE(slot->sw_events[event_id].first);

	/* sw_events of a CPU's own slot is nearly always empty. */
	if (first)
		perf_sw_fire_list(hlist_entry(first, struct perf_event, sw_entry), nr, addr, regs);
}

/* Runs with IRQs off, or in an NMI, so no slot becomes active or inactive meanwhile. */
static __always_inline void perf_sw_fire(u32 event_id, u64 nr, struct pt_regs *regs, u64 addr)
{
	struct perf_cpu_context *cpuctx = this_cpu_ptr(&perf_cpu_context);
	struct perf_context *ctx = READ_ONCE(cpuctx->task_ctx);
	struct perf_event_slot *slot;

	if (ctx) {
		perf_sw_fire_slot(&ctx->any, event_id, nr, addr, regs);
		if (ctx->cpu_slot)
			perf_sw_fire_slot(ctx->cpu_slot, event_id, nr, addr, regs);
	}
	perf_sw_fire_slot(&cpuctx->ctx.any, event_id, nr, addr, regs);
	list_for_each_entry_rcu(slot, &cpuctx->cgrp_slots, active_entry, true)
		perf_sw_fire_slot(slot, event_id, nr, addr, regs);
}

/**
 * __perf_sw_event - fire a software event
 * @event_id: PERF_COUNT_SW_*
 * @nr:       number of occurrences
 * @regs:     registers where the event happened
 * @addr:     address that the event is about, or 0
 *
 * local_irq_save() pins the caller to the CPU; it does not change the level of interruption.
 *
 * Context: any.
 */
void __perf_sw_event(u32 event_id, u64 nr, struct pt_regs *regs, u64 addr)
{
	unsigned long flags;
	int rctx;

	local_irq_save(flags);
	rctx = perf_swevent_enter();
	if (likely(rctx >= 0)) {
		perf_sw_fire(event_id, nr, regs, addr);
		perf_swevent_leave(rctx);
	}
	local_irq_restore(flags);
}

/*
 * The scheduler fires these events with the runqueue locked, IRQs off and no pt_regs, so
 * perf_sw_fire_here() takes its own registers.
 */
static DEFINE_PER_CPU(struct pt_regs, perf_switch_regs);

static void perf_sw_fire_here(u32 event_id)
{
	struct pt_regs *regs = this_cpu_ptr(&perf_switch_regs);

	perf_fetch_caller_regs(regs);
	__perf_sw_event(event_id, 1, regs, 0);
}

/**
 * perf_sw_event_switch_out - fire the events of switching from @prev to @next
 * @prev: the running task
 * @next: the task that runs next
 */
void perf_sw_event_switch_out(struct task_struct *prev, struct task_struct *next)
{
	if (__perf_sw_enabled(PERF_COUNT_SW_CONTEXT_SWITCHES))
		perf_sw_fire_here(PERF_COUNT_SW_CONTEXT_SWITCHES);
	if (__perf_sw_enabled(PERF_COUNT_SW_CGROUP_SWITCHES) && perf_cgroup_differs(prev, next))
		perf_sw_fire_here(PERF_COUNT_SW_CGROUP_SWITCHES);
}

/**
 * perf_sw_event_migrated - fire the migration event of @task
 * @task: the running task, just switched in on another CPU than before
 */
void perf_sw_event_migrated(struct task_struct *task)
{
	perf_sw_fire_here(PERF_COUNT_SW_CPU_MIGRATIONS);
	task->sched_migrated = 0;
}

/*
 * PMU operations.
 */
static int perf_sw_add(struct perf_event *event, int flags)
{
	struct perf_event_slot *slot = perf_event_slot(event);

	if (is_sampling_event(event)) {
		event->hw.last_period = event->hw.sample_period;
		perf_swevent_set_period(event);
	}
	event->hw.state = flags & PERF_EF_START ? 0 : PERF_HES_STOPPED;
	hlist_add_head_rcu(&event->sw_entry, &slot->sw_events[event->attr.config]);
	return 0;
}

static void perf_sw_del(struct perf_event *event, int flags)
{
	hlist_del_rcu(&event->sw_entry);
}

void perf_swevent_start(struct perf_event *event, int flags)
{
	event->hw.state &= ~PERF_HES_STOPPED;
}

void perf_swevent_stop(struct perf_event *event, int flags)
{
	event->hw.state |= PERF_HES_STOPPED;
}

/* perf_sw_fire_list() keeps event->count up to date. */
void perf_swevent_read(struct perf_event *event)
{
}

static void perf_sw_destroy(struct perf_event *event)
{
	perf_deferred_key_put(&perf_sw_keys[event->attr.config]);
}

/* BPF output goes to an event's ring only while it is ACTIVE, so it cannot be resident. */
static u16 perf_sw_caps(const struct perf_event *event)
{
	if (event->attr.config == PERF_COUNT_SW_BPF_OUTPUT)
		return PERF_EV_CAP_SOFTWARE;
	return PERF_EV_CAP_SOFTWARE | PERF_EV_CAP_RESIDENT | PERF_EV_CAP_KEEPS_COUNT;
}

/*
 * cpu-clock and task-clock have PMUs of their own, whose types are known only after
 * perf_clock_pmus_register().
 */
static u32 perf_sw_clock_types[2] __ro_after_init;

/**
 * perf_software_set_clock_type - set the type of a clock event's own PMU
 * @event_id: PERF_COUNT_SW_CPU_CLOCK or PERF_COUNT_SW_TASK_CLOCK
 * @type:     the PMU's type
 */
void __init perf_software_set_clock_type(u64 event_id, u32 type)
{
	perf_sw_clock_types[event_id] = type;
}

static bool perf_sw_is_clock(struct perf_event *event)
{
	unsigned long id;

	if (event->attr.config >= ARRAY_SIZE(perf_sw_clock_types))
		return false;
	id = array_index_nospec((unsigned long)event->attr.config,
				ARRAY_SIZE(perf_sw_clock_types));
	event->attr.type = perf_sw_clock_types[id];
	return true;
}

static int perf_sw_event_init(struct perf_event *event)
{
	if (event->attr.type != PERF_TYPE_SOFTWARE)
		return -ENOENT;
	if (has_branch_stack(event))
		return perf_refuse_at(-EOPNOTSUPP, PERF_WHY_PMU_NO_BRANCHES,
				      PERF_WHERE_FIELD(branch_sample_type));
	if (event->attr.config >= PERF_COUNT_SW_MAX)
		return -ENOENT;
	if (perf_sw_is_clock(event))
		return -ENOENT;

	event->attr.config = array_index_nospec((unsigned long)event->attr.config,
						PERF_COUNT_SW_MAX);
	event->event_caps |= perf_sw_caps(event);
	perf_deferred_key_get(&perf_sw_keys[event->attr.config]);
	event->destroy = perf_sw_destroy;
	return 0;
}

/* The parent holds the static key for as long as it has children. */
static int perf_sw_event_clone(struct perf_event *child, const struct perf_event *parent)
{
	return 0;
}

/* caps/ext lists the extensions of perf_event_open(), a word each, for scripts. */
static ssize_t ext_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return perf_ext_emit(page);
}
static DEVICE_ATTR_RO(ext);

static struct attribute *perf_sw_caps_attrs[] = {
	&dev_attr_ext.attr,
	NULL,
};

static const struct attribute_group perf_sw_caps_group = {
	.name	= "caps",
	.attrs	= perf_sw_caps_attrs,
};

static const struct attribute_group *perf_sw_groups[] = {
	&perf_sw_caps_group,
	NULL,
};

static struct pmu perf_software_pmu = {
	.task_ctx_nr	= perf_sw_context,
	.attr_groups	= perf_sw_groups,
	.capabilities	= PERF_PMU_CAP_NO_NMI | PERF_PMU_CAP_STOP_IN_NMI,
	.event_init	= perf_sw_event_init,
	.event_clone	= perf_sw_event_clone,
	.add		= perf_sw_add,
	.del		= perf_sw_del,
	.start		= perf_swevent_start,
	.stop		= perf_swevent_stop,
	.read		= perf_swevent_read,
};

/**
 * perf_software_register - register the PMU "software"
 *
 * Context: boot, once.
 * Return: 0 or an errno.
 */
int __init perf_software_register(void)
{
	return perf_pmu_register(&perf_software_pmu, "software", PERF_TYPE_SOFTWARE);
}
