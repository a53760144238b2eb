// SPDX-License-Identifier: GPL-2.0
/*
 * SIGTRAP for the task that made an event overflow, and SIGIO for the listeners of its file.
 *
 * A task work sends the signal on the task's return to user mode, so the task executes no user
 * code between the overflow and the signal. Each instance has one work; overflows before
 * perf_sigtrap_deliver() runs share one signal.
 *
 * Owns: struct perf_sigtrap; perf_event_file::poll_band, until perf_event_wakeup_work() reads it.
 * Locks: none.
 * Context: queuing on the event's CPU with IRQs off, or NMI; delivery in the task.
 */
#include <linux/atomic.h>
#include <linux/irq_work.h>
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

	/* From here on an overflow may queue @work again, with another reference. */
	atomic_set_release(&sigtrap->pending, 0);

	/* Exec and close of the event move it to EXIT or below and cancel the signal. */
	if (READ_ONCE(event->state) > PERF_EVENT_STATE_EXIT && !(current->flags & PF_EXITING))
		send_sig_perf(u64_to_user_ptr(addr), event->opened->orig_type,
			      event->attr.sig_data);
	sigtrap->put(event);
}

/**
 * perf_sigtrap_alloc - allocate the state for sending signals
 * @event: instance with attr.sigtrap
 * @put:   drops a reference on @event, in task context
 *
 * Context: task.
 * Return: the state, which the caller frees together with @event; NULL: out of memory.
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
 * perf_sigtrap_free - undo perf_sigtrap_alloc()
 * @sigtrap: not queued, since @event has no reference left; or NULL
 *
 * Context: any.
 */
void perf_sigtrap_free(struct perf_sigtrap *sigtrap)
{
	kfree(sigtrap);
}

/* False if si_addr would be a kernel mode access, which attr.exclude_kernel hides. */
static bool perf_sigtrap_may_tell(const struct perf_event *event, struct pt_regs *regs)
{
	return !event->attr.exclude_kernel || (regs && user_mode(regs));
}

/**
 * perf_sigtrap_queue - queue the signal after an overflow
 * @sigtrap: of the instance, which is ACTIVE
 * @data:    the sample, with the data address if known
 * @regs:    registers at the overflow, or NULL
 *
 * The instance is ACTIVE, so its task is current.
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

	/* The task is exiting. This is not the last reference: an ACTIVE instance has another. */
	refcount_dec(&event->refcount);
clear:
	atomic_set_release(&sigtrap->pending, 0);
}

/**
 * perf_sigio_queue - queue SIGIO for the listeners of an event's file
 * @opened: the opened event
 * @band:   POLL_IN, POLL_ERR or POLL_HUP
 *
 * Calls before perf_event_wakeup_work() runs share one signal, with the highest of their bands:
 * the last overflow, POLL_HUP, is reported whatever other instances do meanwhile.
 *
 * Context: any, NMI included.
 */
void perf_sigio_queue(struct perf_event_file *opened, int band)
{
	int old = READ_ONCE(opened->poll_band);

	static_assert(POLL_IN < POLL_ERR && POLL_ERR < POLL_HUP);
	while (old < band && !try_cmpxchg(&opened->poll_band, &old, band))
		;
	atomic_or(PERF_PENDING_WAKEUP, &opened->pending_wakeup);
	irq_work_queue(&opened->wakeup_work);
}
