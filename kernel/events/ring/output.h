/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Writing one record: the core's functions beyond those in <linux/perf/output.h>.
 *
 * A record is stored field by field between perf_output_begin() and perf_output_end().
 * Its fields are multiples of eight bytes and aligned to eight, until the first field
 * with a length in bytes, which perf_output_copy() and its variants store.
 */
#ifndef _KERNEL_EVENTS_OUTPUT_H
#define _KERNEL_EVENTS_OUTPUT_H

#include <linux/perf_event.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/sched.h>
#include <linux/sched/clock.h>

#include "ring/ring.h"
#include "ring/wakeup.h"

/* The id fields: in a sample, and in the trailer of every other record. */
#define PERF_SAMPLE_ID_FIELDS						\
	(PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID |		\
	 PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_IDENTIFIER)

/* Id fields that a trailer may have, one word each. */
#define PERF_OUTPUT_TRAILER_WORDS	HWEIGHT32(PERF_SAMPLE_ID_FIELDS)

void perf_output_id_fields(struct perf_sample_data *data, struct perf_event *event,
			   u64 sample_type);
unsigned long perf_output_copy_user(struct perf_output_handle *handle,
				    const void __user *buf, unsigned long len);
unsigned long perf_output_copy_with(struct perf_output_handle *handle, perf_copy_f copy,
				    const void *buf, unsigned long len);
unsigned int perf_output_trailer(u64 *words, const struct perf_sample_data *sample, u64 type);
void perf_output_zero(struct perf_output_handle *handle, unsigned int len);
int perf_output_lose(struct perf_buffer *rb, struct perf_event *event);
int perf_output_reserve_lost(struct perf_output_handle *handle, unsigned long size);
u32 perf_event_pid(const struct perf_event *event, struct task_struct *task);
u32 perf_event_tid(const struct perf_event *event, struct task_struct *task);

/* Count a sample that is not written (PERF_FORMAT_LOST). Any context. */
static inline void perf_output_count_lost(struct perf_event *event)
{
	atomic64_inc(&event->lost_samples);
	atomic64_inc(&event->opened->lost_samples);
}

/* First byte behind the ring's data. */
static __always_inline void *perf_output_limit(const struct perf_output_handle *handle)
{
	return handle->rb->data + handle->rb->mask + 1;
}

/* Do the next @len bytes not wrap around the end of the ring? */
static __always_inline bool perf_output_is_straight(const struct perf_output_handle *handle,
						    unsigned long len)
{
	return likely(len <= (unsigned long)(perf_output_limit(handle) - handle->addr));
}

/**
 * perf_output_straight - where to store the next fields in one go
 * @handle: an open record
 * @len:    bytes
 *
 * After storing, the caller calls perf_output_advance(), unless no field follows.
 *
 * Return: address of the next @len bytes, or NULL if they wrap around the end of the ring.
 */
static __always_inline void *perf_output_straight(const struct perf_output_handle *handle,
						  unsigned long len)
{
	return perf_output_is_straight(handle, len) ? handle->addr : NULL;
}

/* Move @handle behind @len bytes stored at perf_output_straight(). */
static __always_inline void perf_output_advance(struct perf_output_handle *handle,
						unsigned long len)
{
	handle->addr += len;
	if (unlikely(handle->addr == perf_output_limit(handle)))
		handle->addr = handle->rb->data;
}

/* Store one word. All fields stored before must be whole words. */
static __always_inline void perf_output_word(struct perf_output_handle *handle, u64 word)
{
	*(u64 *)handle->addr = word;
	perf_output_advance(handle, sizeof(word));
}

/* May this CPU write @rb? A CPU must not write the rings of other CPUs. */
static __always_inline bool perf_output_is_local(const struct perf_buffer *rb)
{
	int cpu = READ_ONCE(rb->cpu);

	return cpu < 0 || cpu == raw_smp_processor_id();
}

/* Complete a record. Returns true if the caller has to wake the ring's waiters. */
static __always_inline bool perf_output_leave(struct perf_buffer *rb, unsigned int wakeups)
{
	/*
	 * A nested writer leaves waking to the outermost one, which publishes the
	 * records of both.
	 */
	return perf_ring_leave(rb) && unlikely(READ_ONCE(rb->wakeups) != wakeups);
}

/* Reserve @size bytes and set up @handle, whose @rb and @event are set. */
static __always_inline int perf_output_reserve(struct perf_output_handle *handle,
					       unsigned long size, bool backward)
{
	struct perf_event *event = handle->event;
	struct perf_buffer *rb = handle->rb;
	unsigned int wakeups = READ_ONCE(rb->wakeups);
	unsigned long offset;

	/*
	 * rb->wakeups is read before entering: this writer wakes for wake-ups that
	 * become due from here on, earlier ones have been delivered.
	 */
	barrier();
	perf_ring_enter(rb);
	if (unlikely(!perf_ring_reserve(rb, size, backward, &offset))) {
		if (perf_output_leave(rb, wakeups))
			perf_output_wakeup(event, rb);
		return perf_output_lose(rb, event);
	}
	handle->wakeup = wakeups;
	handle->size = size;
	handle->flags = 0;
	handle->addr = rb->data + offset;
	return 0;
}

/**
 * perf_output_open_ring - open a record in a given ring
 * @handle:   filled in
 * @rb:       ring of @event
 * @event:    event that the record belongs to
 * @size:     bytes, a multiple of eight, all of which the caller then stores
 * @backward: attr.write_backward of @event, as a constant where that is known
 *
 * Context: any, NMI included; preemption is off up to perf_output_close().
 *
 * Return: -ENOSPC if the record is lost.
 */
static __always_inline int perf_output_open_ring(struct perf_output_handle *handle,
						 struct perf_buffer *rb,
						 struct perf_event *event, unsigned int size,
						 bool backward)
{
	if (unlikely(READ_ONCE(rb->refuse) || !perf_output_is_local(rb)))
		return perf_output_lose(rb, event);

	handle->rb = rb;
	handle->event = event;
	if (unlikely(atomic_long_read(&rb->lost)))
		return perf_output_reserve_lost(handle, size);
	return perf_output_reserve(handle, size, backward);
}

/**
 * perf_output_close - complete a record
 * @rb:      ring with the record
 * @event:   event that the record belongs to
 * @wakeups: perf_output_handle::wakeup as perf_output_open_ring() set it
 *
 * Context: that of perf_output_open_ring().
 */
static __always_inline void perf_output_close(struct perf_buffer *rb, struct perf_event *event,
					      unsigned int wakeups)
{
	if (perf_output_leave(rb, wakeups))
		perf_output_wakeup(event, rb);
}

/**
 * perf_output_count_sample - one more sample towards wakeup_events
 * @rb:    ring with an open record
 * @event: the record's event; attr.wakeup_events samples cause a wake-up
 *
 * Context: between begin and end, any context.
 */
static __always_inline void perf_output_count_sample(struct perf_buffer *rb,
						     const struct perf_event *event)
{
	const struct perf_event_attr *attr = &event->attr;

	if (attr->watermark || !attr->wakeup_events)
		return;
	if (local_inc_return(&rb->samples) >= attr->wakeup_events) {
		local_sub(attr->wakeup_events, &rb->samples);
		WRITE_ONCE(rb->wakeups, READ_ONCE(rb->wakeups) + 1);
	}
}

/*
 * Time stamp for a record of @event, in ns of the clock that the opener chose. Preemption
 * is off, so local_clock_noinstr() may replace local_clock(), which disables it.
 */
static __always_inline u64 perf_event_clock(const struct perf_event *event)
{
	return likely(event->clock == local_clock) ? local_clock_noinstr() : event->clock();
}

/* Id of the opened event: for an inherited instance, the id of event->parent. */
static __always_inline u64 perf_event_primary_id(const struct perf_event *event)
{
	return event->parent ? event->parent->id : event->id;
}

/* Process and thread id of current in the pid namespace of the opener of @event. */
static __always_inline struct perf_sample_tid perf_output_tid(const struct perf_event *event)
{
	/* Global ids need no lookup. An inherited instance has the event->ns of its parent. */
	if (likely(event->ns == &init_pid_ns && pid_alive(current)))
		return (struct perf_sample_tid) { .pid = current->tgid, .tid = current->pid };
	return (struct perf_sample_tid) {
		.pid = perf_event_pid(event, current),
		.tid = perf_event_tid(event, current),
	};
}

static __always_inline struct perf_sample_cpu perf_output_cpu(void)
{
	return (struct perf_sample_cpu) { .cpu = raw_smp_processor_id() };
}

#endif /* _KERNEL_EVENTS_OUTPUT_H */
