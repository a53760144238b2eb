/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Writing one record: what the core has beyond the drivers' interface.
 *
 * Between begin and end a record is stored field by field. All fields of a record
 * are multiples of eight bytes and aligned to eight, up to those whose length is
 * counted in bytes, which perf_output_copy() and the like take.
 */
#ifndef _KERNEL_EVENTS_OUTPUT_H
#define _KERNEL_EVENTS_OUTPUT_H

#include <linux/indirect_call_wrapper.h>
#include <linux/perf_event.h>
#include <linux/sched/clock.h>

#include "ring.h"

void perf_output_id_fields(struct perf_sample_data *data, struct perf_event *event,
			   u64 sample_type);
unsigned long perf_output_copy_user(struct perf_output_handle *handle,
				    const void __user *buf, unsigned long len);
unsigned long perf_output_copy_with(struct perf_output_handle *handle, perf_copy_f copy,
				    const void *buf, unsigned long len);
void perf_output_zero(struct perf_output_handle *handle, unsigned int len);
void perf_output_wakeup(struct perf_event *event, struct perf_buffer *rb);
u32 perf_event_pid(const struct perf_event *event, struct task_struct *task);
u32 perf_event_tid(const struct perf_event *event, struct task_struct *task);

/* First byte behind the ring's data. */
static __always_inline void *perf_output_limit(const struct perf_output_handle *handle)
{
	return handle->rb->data + handle->rb->mask + 1;
}

/**
 * perf_output_straight - where to store the next fields in one go
 * @handle: an open record
 * @len:    bytes
 *
 * Return: their place, or NULL if it wraps around the end of the ring. Nothing is
 * advanced: perf_output_advance() says what was stored, unless it was the last.
 */
static __always_inline void *perf_output_straight(const struct perf_output_handle *handle,
						  unsigned long len)
{
	if (likely(len <= (unsigned long)(perf_output_limit(handle) - handle->addr)))
		return handle->addr;
	return NULL;
}

/* @len bytes at perf_output_straight() are stored: go behind them. */
static __always_inline void perf_output_advance(struct perf_output_handle *handle,
						unsigned long len)
{
	handle->addr += len;
	if (unlikely(handle->addr == perf_output_limit(handle)))
		handle->addr = handle->rb->data;
}

/* Store one word. Only where all that was stored before were whole words. */
static __always_inline void perf_output_word(struct perf_output_handle *handle, u64 word)
{
	*(u64 *)handle->addr = word;
	perf_output_advance(handle, sizeof(word));
}

/**
 * perf_output_count_sample - one more sample towards wakeup_events
 * @handle: the open record; its event's attr says how many make a wake-up
 *
 * Context: between begin and end, any context.
 */
static __always_inline void perf_output_count_sample(struct perf_output_handle *handle)
{
	const struct perf_event_attr *attr = &handle->event->attr;
	struct perf_buffer *rb = handle->rb;

	if (attr->watermark || !attr->wakeup_events)
		return;
	if (local_inc_return(&rb->samples) >= attr->wakeup_events) {
		local_sub(attr->wakeup_events, &rb->samples);
		WRITE_ONCE(rb->wakeups, READ_ONCE(rb->wakeups) + 1);
	}
}

/* Time stamp for a record of @event, ns of the clock it was opened with. */
static __always_inline u64 perf_event_clock(const struct perf_event *event)
{
	return INDIRECT_CALL_1(event->clock, local_clock);
}

/* Id of what the caller opened, which for an inherited instance is its parent's. */
static __always_inline u64 perf_event_primary_id(const struct perf_event *event)
{
	return event->parent ? event->parent->id : event->id;
}

#endif /* _KERNEL_EVENTS_OUTPUT_H */
