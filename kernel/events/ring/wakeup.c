// SPDX-License-Identifier: GPL-2.0
/*
 * Waking the readers of a ring.
 *
 * perf_ring_reserve() and perf_output_count_sample() find a wake-up due. The outermost writer
 * calls perf_output_wakeup(), which queues an irq_work, since an NMI cannot wake a task. The
 * work calls perf_ring_wakeup(), and a woken poll() returns perf_event_ring_poll().
 *
 * Locks: event_lock of the ring, except in perf_output_wakeup().
 */
#include <linux/irq_work.h>
#include <linux/minmax.h>
#include <linux/perf_event.h>
#include <linux/poll.h>
#include <linux/wait.h>

#include "ring/wakeup.h"

/**
 * perf_ring_watermark - bytes between two wake-ups of a ring's reader
 * @attr: attributes of the event that allocates the ring
 * @size: size of the data area in bytes
 *
 * Return: attr.wakeup_watermark if attr.watermark, at most @size; half of @size by default.
 */
unsigned long perf_ring_watermark(const struct perf_event_attr *attr, unsigned long size)
{
	if (attr->watermark && attr->wakeup_watermark)
		return min_t(unsigned long, attr->wakeup_watermark, size);
	return size / 2;
}

/**
 * perf_output_wakeup - wake the waiters of a ring
 * @event: event that caused the wake-up; its O_ASYNC listeners get SIGIO
 * @rb:    the ring
 *
 * The irq_work perf_event_file::wakeup_work does the waking, outside of NMI context.
 *
 * Context: any, NMI included.
 */
void perf_output_wakeup(struct perf_event *event, struct perf_buffer *rb)
{
	struct perf_event_file *opened = event->opened;

	atomic_set(&rb->poll, (__force int)(EPOLLIN | EPOLLRDNORM));
	atomic_or(PERF_PENDING_WAKEUP, &opened->pending_wakeup);
	irq_work_queue(&opened->wakeup_work);
}

/**
 * perf_ring_wakeup - wake poll() waiters of all events of a ring
 * @rb: the ring, kept by a reference or RCU
 *
 * Context: any but NMI; called in an irq_work.
 */
void perf_ring_wakeup(struct perf_buffer *rb)
{
	struct perf_event_file *opened;
	unsigned long flags;

	spin_lock_irqsave(&rb->event_lock, flags);
	list_for_each_entry(opened, &rb->events, rb_entry)
		wake_up_all(&opened->waitq);
	spin_unlock_irqrestore(&rb->event_lock, flags);
}

/**
 * perf_event_ring_poll - read and clear the poll() state of an event's ring
 * @event: the event
 *
 * perf_buffer::poll holds the bits set since the last call.
 *
 * Context: any but NMI.
 *
 * Return: EPOLLIN and EPOLLRDNORM, or 0; EPOLLHUP for an event without a ring.
 */
__poll_t perf_event_ring_poll(struct perf_event *event)
{
	struct perf_buffer *rb;

	guard(rcu)();
	rb = rcu_dereference(event->opened->rb);
	if (!rb)
		return EPOLLHUP;
	return (__force __poll_t)atomic_xchg(&rb->poll, 0);
}
