// SPDX-License-Identifier: GPL-2.0
/*
 * Side-band records: listeners and delivery.
 *
 * A listener is an instance whose attr requests at least one class of records. It gets
 * the records of its CPU or of its task: perf_sideband_deliver() walks the listeners in
 * this CPU's context and in the context of one task. Each class has a static key, so
 * that a class without listeners costs a no-op.
 *
 * Locks: none; perf_context::sb_list is walked as an RCU reader with preemption off.
 * An instance that is being detached may get one more record.
 */
#include <linux/init.h>
#include <linux/perf_event.h>

#include "base/context_types.h"
#include "base/deferred_key.h"
#include "sideband/sideband.h"

struct static_key_false perf_sideband_keys[PERF_SIDEBAND_MAX] = {
	[0 ... PERF_SIDEBAND_MAX - 1] = STATIC_KEY_FALSE_INIT,
};

DEFINE_STATIC_KEY_FALSE(perf_munmap_key);

static struct perf_deferred_key deferred_keys[PERF_SIDEBAND_MAX];

/* An early_initcall: no task can open an event yet. */
static int __init perf_sideband_init(void)
{
	unsigned int class;

	for (class = 0; class < PERF_SIDEBAND_MAX; class++) {
		deferred_keys[class].key = &perf_sideband_keys[class].key;
		INIT_DELAYED_WORK(&deferred_keys[class].off, perf_deferred_key_off);
	}
	deferred_keys[PERF_SIDEBAND_MUNMAP].key = &perf_munmap_key.key;
	return 0;
}
early_initcall(perf_sideband_init);

/**
 * perf_sideband_classes - the classes of records that an event requests
 * @attr: its attributes
 *
 * Return: BIT() of each enum perf_sideband_class, for perf_event::sideband.
 */
u32 perf_sideband_classes(const struct perf_event_attr *attr)
{
	u32 classes = 0;

	static_assert(8 * sizeof_field(struct perf_event, sideband) >= PERF_SIDEBAND_MAX);
	if (attr->mmap || attr->mmap2 || attr->mmap_data)
		classes |= BIT(PERF_SIDEBAND_MMAP);
	if (attr->mmap2 && attr->build_id)
		classes |= BIT(PERF_SIDEBAND_BUILD_ID);
	if (attr->comm)
		classes |= BIT(PERF_SIDEBAND_COMM);
	/* COMM and MMAP need FORK: a child inherits the name and the maps of its parent. */
	if (attr->task || attr->comm || attr->mmap || attr->mmap2 || attr->mmap_data)
		classes |= BIT(PERF_SIDEBAND_TASK);
	if (attr->namespaces)
		classes |= BIT(PERF_SIDEBAND_NAMESPACES);
	if (attr->ksymbol)
		classes |= BIT(PERF_SIDEBAND_KSYMBOL);
	if (attr->bpf_event)
		classes |= BIT(PERF_SIDEBAND_BPF);
	if (attr->text_poke)
		classes |= BIT(PERF_SIDEBAND_TEXT_POKE);
	if (attr->cgroup)
		classes |= BIT(PERF_SIDEBAND_CGROUP);
	if (attr->context_switch)
		classes |= BIT(PERF_SIDEBAND_SWITCH);
	if (attr->defer_output)
		classes |= BIT(PERF_SIDEBAND_DEFERRED);
	if (attr->munmap)
		classes |= BIT(PERF_SIDEBAND_MUNMAP);
	return classes;
}

/**
 * perf_sideband_account - count an opened event among the listeners
 * @event: an event that was opened, not an inherited instance
 * @delta: 1 when it is opened, -1 when it is freed
 *
 * Context: task, may sleep.
 */
void perf_sideband_account(struct perf_event *event, int delta)
{
	unsigned long classes = perf_sideband_classes(&event->attr);
	unsigned int class;

	for_each_set_bit(class, &classes, PERF_SIDEBAND_MAX) {
		if (delta > 0)
			perf_deferred_key_get(&deferred_keys[class]);
		else
			perf_deferred_key_put(&deferred_keys[class]);
	}
}

/* True if @event has a slot that is active or is not one of a control group. */
static bool perf_sideband_cgroup_matches(const struct perf_event *event)
{
	/* The cross-call of an attach or detach may change pmu_ctx here: preemption is off. */
	const struct perf_event_pmu_context *pmu_ctx = READ_ONCE(event->pmu_ctx);

	if (!pmu_ctx)
		return false;
	return !pmu_ctx->slot->cgrp || READ_ONCE(pmu_ctx->slot->clock.running);
}

static bool perf_sideband_listens(const struct perf_event *event, enum perf_sideband_class class)
{
	return READ_ONCE(event->state) >= PERF_EVENT_STATE_INACTIVE &&
	       (event->cpu == -1 || event->cpu == smp_processor_id()) &&
	       rcu_access_pointer(event->opened->rb) &&
	       event->sideband & BIT(class) &&
	       perf_sideband_cgroup_matches(event);
}

static void perf_sideband_deliver_to(struct perf_context *ctx, enum perf_sideband_class class,
				     perf_sideband_write_t write, const void *info)
{
	struct perf_event *event;

	list_for_each_entry_rcu(event, &ctx->sb_list, sb_entry) {
		if (perf_sideband_listens(event, class))
			write(event, info);
	}
}

/**
 * perf_sideband_deliver - write a record to the listeners of this CPU and of a task
 * @class: kind of record
 * @task:  the task whose listeners get it: current
 * @write: called for each listener of this class that has a ring
 * @info:  passed to @write
 *
 * Context: task or softirq, or the scheduler with IRQs off.
 */
void perf_sideband_deliver(enum perf_sideband_class class, struct task_struct *task,
			   perf_sideband_write_t write, const void *info)
{
	struct perf_context *ctx;

	guard(preempt)();
	perf_sideband_deliver_to(&this_cpu_ptr(&perf_cpu_context)->ctx, class, write, info);

	/*
	 * A context is freed after a grace period. current's is exchanged on this CPU
	 * only, with IRQs off, so @ctx stays current's while preemption is off.
	 */
	ctx = perf_task_context(task);
	if (ctx)
		perf_sideband_deliver_to(ctx, class, write, info);
}
