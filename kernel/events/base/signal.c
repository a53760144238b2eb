// SPDX-License-Identifier: GPL-2.0
/*
 * SIGTRAP for the task that made an event overflow.
 *
 * The signal is sent by work that the task does on its way to user mode, so that
 * the task has not executed anything since when it arrives. There is one such
 * work per instance; overflows until it has run are part of one signal.
 *
 * Owns: struct perf_sigtrap. Locks: none.
 * Queuing: on the event's CPU with IRQs off, or NMI. Delivery: in the task.
 */
#include <linux/perf_event.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/task_work.h>

#include "base/signal.h"

static void perf_sigtrap_deliver(struct callback_head *work)
{
	struct perf_sigtrap *sigtrap = container_of(work, struct perf_sigtrap, work);
	struct perf_event *event = sigtrap->event;
	u64 addr = sigtrap->addr;

	/* From here on it may be queued again, with a reference of its own. */
	atomic_set_release(&sigtrap->pending, 0);

	/* Exec and close take an instance away; its signal goes with it. */
	if (READ_ONCE(event->state) > PERF_EVENT_STATE_EXIT && !(current->flags & PF_EXITING))
		send_sig_perf(u64_to_user_ptr(addr), event->orig_type, event->attr.sig_data);
	sigtrap->put(event);
}

/**
 * perf_sigtrap_alloc - prepare for sending signals
 * @event: instance with attr.sigtrap
 * @put:   drops a reference on it, in task context
 *
 * Context: task.
 * Return: to be freed together with @event; NULL: out of memory.
 */
struct perf_sigtrap *perf_sigtrap_alloc(struct perf_event *event,
					void (*put)(struct perf_event *event))
{
	struct perf_sigtrap *sigtrap = kzalloc(sizeof(*sigtrap), GFP_KERNEL_ACCOUNT);

	if (!sigtrap)
		return NULL;
	init_task_work(&sigtrap->work, perf_sigtrap_deliver);
	sigtrap->event = event;
	sigtrap->put = put;
	return sigtrap;
}

/**
 * perf_sigtrap_free - free what perf_sigtrap_alloc() gave
 * @sigtrap: not queued, since @event has no reference left; or NULL
 *
 * Context: any.
 */
void perf_sigtrap_free(struct perf_sigtrap *sigtrap)
{
	kfree(sigtrap);
}

/* An event that must not see the kernel must not tell what the kernel accessed. */
static bool perf_sigtrap_may_tell(const struct perf_event *event, struct pt_regs *regs)
{
	return !event->attr.exclude_kernel || (regs && user_mode(regs));
}

/**
 * perf_sigtrap_queue - the event overflowed: trap its task
 * @sigtrap: of the instance, which is ACTIVE
 * @data:    the sample: data address if known
 * @regs:    registers at the overflow, or NULL
 *
 * The task is the one that runs, since the instance is active.
 *
 * Context: on the event's CPU with IRQs off, or NMI.
 */
void perf_sigtrap_queue(struct perf_sigtrap *sigtrap, const struct perf_sample_data *data,
			struct pt_regs *regs)
{
	enum task_work_notify_mode mode = in_nmi() ? TWA_NMI_CURRENT : TWA_RESUME | TWAF_NO_ALLOC;
	struct perf_event *event = sigtrap->event;

	/* A kernel thread never returns to user mode. */
	if (current->flags & PF_KTHREAD)
		return;
	if (atomic_cmpxchg_acquire(&sigtrap->pending, 0, 1))
		return;

	sigtrap->addr = 0;
	if ((data->sample_flags & PERF_SAMPLE_ADDR) && perf_sigtrap_may_tell(event, regs))
		sigtrap->addr = data->addr;

	if (!refcount_inc_not_zero(&event->refcount))
		goto clear;
	if (!task_work_add(current, &sigtrap->work, mode))
		return;

	/* The task is exiting. Not the last reference: an active instance has one. */
	refcount_dec(&event->refcount);
clear:
	atomic_set_release(&sigtrap->pending, 0);
}
