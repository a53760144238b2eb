// SPDX-License-Identifier: GPL-2.0
/*
 * Side-band records: who listens to what, and delivery.
 *
 * A listener is an instance whose attr asks for at least one class of records. It
 * gets what happens on its CPU, or to its task: so a record is offered to the
 * listeners of this CPU's context and of one task's, and to nobody else. Each
 * class has a static key, so that what nobody listens to costs a no-op.
 *
 * Locks: none; the lists of listeners are walked as RCU readers with preemption
 * off. An instance that is just being taken away may get one more record.
 */
#include <linux/init.h>
#include <linux/perf_event.h>

#include "base/context_types.h"
#include "base/lazykey.h"
#include "sideband/sideband.h"

struct static_key_false perf_sideband_keys[PERF_SIDEBAND_MAX] = {
	[0 ... PERF_SIDEBAND_MAX - 1] = STATIC_KEY_FALSE_INIT,
};

static struct perf_lazy_key lazy_keys[PERF_SIDEBAND_MAX];

/* Before anybody can open an event. */
static int __init perf_sideband_init(void)
{
	unsigned int class;

	for (class = 0; class < PERF_SIDEBAND_MAX; class++) {
		lazy_keys[class].key = &perf_sideband_keys[class].key;
		INIT_DELAYED_WORK(&lazy_keys[class].off, perf_lazy_key_off);
	}
	return 0;
}
early_initcall(perf_sideband_init);

/**
 * perf_sideband_classes - the classes of records an event asks for
 * @attr: its attributes
 *
 * Return: a bit for each enum perf_sideband_class.
 */
u32 perf_sideband_classes(const struct perf_event_attr *attr)
{
	u32 classes = 0;

	if (attr->mmap || attr->mmap2 || attr->mmap_data)
		classes |= BIT(PERF_SIDEBAND_MMAP);
	if (attr->mmap2 && attr->build_id)
		classes |= BIT(PERF_SIDEBAND_BUILD_ID);
	if (attr->comm)
		classes |= BIT(PERF_SIDEBAND_COMM);
	/* Names and maps mean nothing without knowing who came from whom. */
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
	return classes;
}

/**
 * perf_sideband_wants - does an event ask for any side-band record?
 * @attr: its attributes
 *
 * Return: true if its instances belong on their contexts' sb_list.
 */
bool perf_sideband_wants(const struct perf_event_attr *attr)
{
	return perf_sideband_classes(attr);
}

/**
 * perf_sideband_account - count an opened event among the listeners
 * @event: an event that was opened, not an inherited instance
 * @delta: 1 when it comes, -1 when it goes
 *
 * Context: task, may sleep.
 */
void perf_sideband_account(struct perf_event *event, int delta)
{
	unsigned long classes = perf_sideband_classes(&event->attr);
	unsigned int class;

	for_each_set_bit(class, &classes, PERF_SIDEBAND_MAX) {
		if (delta > 0)
			perf_lazy_key_get(&lazy_keys[class]);
		else
			perf_lazy_key_put(&lazy_keys[class]);
	}
}

/* Is the slot of @event active, if it is one of a control group? */
static bool cgroup_matches(const struct perf_event *event)
{
	/* Attaching goes on below us: by interrupt, as preemption is off. */
	const struct perf_event_pmu_context *pmu_ctx = READ_ONCE(event->pmu_ctx);

	if (!pmu_ctx)
		return false;
	return !pmu_ctx->slot->cgrp || READ_ONCE(pmu_ctx->slot->clock.running);
}

static bool listens(const struct perf_event *event, enum perf_sideband_class class)
{
	return READ_ONCE(event->state) >= PERF_EVENT_STATE_INACTIVE &&
	       (event->cpu == -1 || event->cpu == smp_processor_id()) &&
	       rcu_access_pointer(event->opened->rb) &&
	       perf_sideband_classes(&event->attr) & BIT(class) &&
	       cgroup_matches(event);
}

static void deliver_to(struct perf_context *ctx, enum perf_sideband_class class,
		       perf_sideband_write_t write, const void *info)
{
	struct perf_event *event;

	list_for_each_entry_rcu(event, &ctx->sb_list, sb_entry) {
		if (listens(event, class))
			write(event, info);
	}
}

/**
 * perf_sideband_deliver - offer a record to all who may want it
 * @class: kind of record
 * @task:  task it happened to: current
 * @write: called for each listener of this class that has a ring
 * @info:  what happened, for @write
 *
 * Context: task, or the scheduler with IRQs off.
 */
void perf_sideband_deliver(enum perf_sideband_class class, struct task_struct *task,
			   perf_sideband_write_t write, const void *info)
{
	struct perf_context *ctx;

	guard(preempt)();
	deliver_to(&this_cpu_ptr(&perf_cpu_context)->ctx, class, write, info);

	/*
	 * Freed after a grace period; it changes hands with IRQs off on this CPU
	 * only, so the one found is current's until preemption is back on.
	 */
	ctx = perf_task_context(task);
	if (ctx)
		deliver_to(ctx, class, write, info);
}
