// SPDX-License-Identifier: GPL-2.0
/*
 * Writing one record into an event's ring.
 *
 * perf_output_begin() reserves the whole record, perf_output_copy() and its variants
 * store into it, and perf_output_end() publishes it. Preemption is off in between: it
 * pins the writer to its CPU, as ring.h requires, and keeps the ring from being freed.
 *
 * perf_output_lose() counts a record without room, per event and per ring; the ring's
 * next record with room is preceded by a PERF_RECORD_LOST with the ring's count.
 *
 * An inherited instance writes to the ring of the opened event, on the CPU that the
 * event is bound to.
 *
 * Context: any, NMI included. No locks.
 */
#include <linux/bitops.h>
#include <linux/export.h>
#include <linux/perf_event.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "ring/output.h"

/**
 * perf_output_lose - count a record that was not written
 * @rb:    ring without room for the record
 * @event: event that the record belongs to
 *
 * Context: any, preemption off.
 *
 * Return: -ENOSPC.
 */
int perf_output_lose(struct perf_buffer *rb, struct perf_event *event)
{
	/* a ring without data area only has a user page: no record is expected in it */
	if (rb->nr_pages) {
		atomic_long_inc(&rb->lost); /* perf_output_is_local() may be false */
		perf_output_count_lost(event);
	}
	return -ENOSPC;
}

/**
 * perf_output_reserve_lost - reserve a record with a LOST record in front
 * @handle: @rb and @event are set
 * @size:   bytes of the record
 *
 * Context: any, preemption off.
 *
 * Return: 0 or -ENOSPC.
 */
int perf_output_reserve_lost(struct perf_output_handle *handle, unsigned long size)
{
	struct perf_event *event = handle->event;
	struct perf_buffer *rb = handle->rb;
	struct perf_sample_data data;
	struct {
		struct perf_event_header	header;
		u64				id;
		u64				lost;
	} record;
	int ret;

	/* The caller's sample data has a time stamp of its own, so @data is separate. */
	perf_event_header__init(&record.header, &data, PERF_RECORD_LOST, 0, sizeof(record), event);
	ret = perf_output_reserve(handle, record.header.size + size, rb->backward);
	if (ret)
		return ret;

	record.id = perf_event_primary_id(event);
	record.lost = atomic_long_xchg(&rb->lost, 0);
	perf_output_put(handle, record);
	perf_event__output_id_sample(event, handle, &data);
	handle->size = size;
	return 0;
}

static __always_inline int perf_output_open(struct perf_output_handle *handle,
					    struct perf_event *event, unsigned int size,
					    bool backward)
{
	struct perf_buffer *rb;
	int ret = -ENOSPC;

	preempt_disable_notrace();
	rb = rcu_dereference_sched(event->opened->rb);
	if (likely(rb))
		ret = perf_output_open_ring(handle, rb, event, size, backward);
	if (unlikely(ret))
		preempt_enable_notrace();
	return ret;
}

/**
 * perf_output_begin_forward - open a record, for an event without write_backward
 * @handle: filled in
 * @data:   not used; kept for callers
 * @event:  event that the record belongs to, and whose ring gets it
 * @size:   bytes, a multiple of eight, all of which the caller then stores
 *
 * Preemption is off until perf_output_end().
 *
 * Context: any, NMI included.
 *
 * Return: -ENOSPC if there is no ring, or the record is lost.
 */
int perf_output_begin_forward(struct perf_output_handle *handle, struct perf_sample_data *data,
			      struct perf_event *event, unsigned int size)
{
	return perf_output_open(handle, event, size, false);
}

/**
 * perf_output_begin_backward - open a record, for an event with write_backward
 * @handle: filled in
 * @data:   not used
 * @event:  event that the record belongs to, and whose ring gets it
 * @size:   bytes, a multiple of eight
 *
 * Return: as perf_output_begin_forward().
 */
int perf_output_begin_backward(struct perf_output_handle *handle, struct perf_sample_data *data,
			       struct perf_event *event, unsigned int size)
{
	return perf_output_open(handle, event, size, true);
}

/**
 * perf_output_begin - open a record, in either direction
 * @handle: filled in
 * @data:   not used
 * @event:  event that the record belongs to, and whose ring gets it
 * @size:   bytes, a multiple of eight
 *
 * Return: as perf_output_begin_forward().
 */
int perf_output_begin(struct perf_output_handle *handle, struct perf_sample_data *data,
		      struct perf_event *event, unsigned int size)
{
	return perf_output_open(handle, event, size, is_write_backward(event));
}

/**
 * perf_output_end - complete the record
 * @handle: from perf_output_begin()
 *
 * Context: that of perf_output_begin().
 */
void perf_output_end(struct perf_output_handle *handle)
{
	perf_output_close(handle->rb, handle->event, handle->wakeup);
	preempt_enable_notrace();
}

/*
 * Bytes of a field of @len that fit before the end of the ring. perf_ring_reserve()
 * never reserves a field larger than the ring.
 */
static unsigned long perf_output_room(const struct perf_output_handle *handle, unsigned long len)
{
	unsigned long room = perf_output_limit(handle) - handle->addr;

	if (likely(len <= room))
		return len;
	return WARN_ON_ONCE(len > handle->rb->mask + 1) ? 0 : room;
}

/* Most of what is stored is a few words, for which a loop is shorter than memcpy(). */
static __always_inline void perf_output_store(void *to, const void *from, unsigned long len)
{
	if (unlikely(len % sizeof(u64) || len > 16 * sizeof(u64))) {
		memcpy(to, from, len);
		return;
	}
	for (; len; len -= sizeof(u64)) {
		memcpy(to, from, sizeof(u64));
		to += sizeof(u64);
		from += sizeof(u64);
	}
}

/**
 * perf_output_copy - store bytes
 * @handle: an open record
 * @buf:    kernel memory
 * @len:    bytes
 *
 * Return: bytes not stored: 0, unless the caller stores more than it reserved.
 */
unsigned int perf_output_copy(struct perf_output_handle *handle, const void *buf,
			      unsigned int len)
{
	unsigned long part = perf_output_room(handle, len);

	perf_output_store(handle->addr, buf, part);
	perf_output_advance(handle, part);
	len -= part;
	if (unlikely(len && part)) {
		memcpy(handle->addr, buf + part, len);
		perf_output_advance(handle, len);
		len = 0;
	}
	return len;
}

/**
 * perf_output_skip - leave bytes of the record as they are
 * @handle: an open record
 * @len:    bytes
 *
 * The skipped bytes show old records, which the reader was allowed to see.
 *
 * Return: bytes not skipped, as perf_output_copy().
 */
unsigned int perf_output_skip(struct perf_output_handle *handle, unsigned int len)
{
	unsigned long part = perf_output_room(handle, len);

	perf_output_advance(handle, part);
	len -= part;
	if (unlikely(len && part)) {
		perf_output_advance(handle, len);
		len = 0;
	}
	return len;
}

/**
 * perf_output_zero - store zeroes
 * @handle: an open record
 * @len:    bytes
 */
void perf_output_zero(struct perf_output_handle *handle, unsigned int len)
{
	unsigned long part;

	while (len) {
		part = perf_output_room(handle, len);
		if (!part)
			return;
		memset(handle->addr, 0, part);
		perf_output_advance(handle, part);
		len -= part;
	}
}

/**
 * perf_output_copy_with - store bytes with a copy function
 * @handle: an open record
 * @copy:   called with destination, @buf, offset in @buf and length, for at most
 *          two pieces; returns the number of bytes not copied
 * @buf:    for @copy
 * @len:    bytes
 *
 * The next field is stored behind the last byte copied.
 *
 * Return: bytes not stored.
 */
unsigned long perf_output_copy_with(struct perf_output_handle *handle, perf_copy_f copy,
				    const void *buf, unsigned long len)
{
	unsigned long done = 0;

	while (done < len) {
		unsigned long part = perf_output_room(handle, len - done);
		unsigned long stored = part - copy(handle->addr, buf, done, part);

		perf_output_advance(handle, stored);
		done += stored;
		if (!part || stored < part)
			break;
	}
	return len - done;
}

#ifndef arch_perf_out_copy_user
/* Copy the part of user memory that is present. Returns the bytes not copied. */
static unsigned long arch_perf_out_copy_user(void *to, const void __user *from, unsigned long len)
{
	unsigned long left = len;

	if (access_ok(from, len)) {
		pagefault_disable();
		left = __copy_from_user_inatomic(to, from, len);
		pagefault_enable();
	}
	return left;
}
#endif

static unsigned long perf_output_from_user(void *to, const void *from, unsigned long offset,
					   unsigned long len)
{
	return arch_perf_out_copy_user(to, (const void __force __user *)from + offset, len);
}

/**
 * perf_output_copy_user - store bytes of the current task's user memory
 * @handle: an open record
 * @buf:    user memory; any part may be absent
 * @len:    bytes
 *
 * Context: any, NMI included; nothing is faulted in.
 *
 * Return: bytes not stored, for the caller to fill.
 */
unsigned long perf_output_copy_user(struct perf_output_handle *handle,
				    const void __user *buf, unsigned long len)
{
	return perf_output_copy_with(handle, perf_output_from_user,
				     (const void __force *)buf, len);
}

static u32 perf_event_pid_nr(const struct perf_event *event, struct task_struct *task,
			     enum pid_type type)
{
	const struct perf_event *origin = event->parent ?: event;
	u32 nr;

	/* The task's own numbers are those of the first namespace. */
	if (origin->ns == &init_pid_ns && pid_alive(task))
		return type == PIDTYPE_TGID ? task->tgid : task->pid;
	nr = __task_pid_nr_ns(task, type, origin->ns);

	/* 0: an idle task, or a task outside the opener's namespace; -1: a task that is gone */
	return nr || pid_alive(task) ? nr : -1;
}

/**
 * perf_event_pid - a task's process id in the pid namespace of an event's opener
 * @event: the event
 * @task:  the task, kept by a reference or RCU
 *
 * Context: any, NMI included.
 *
 * Return: 0 for an idle task or outside that namespace, -1 for a task that is gone.
 */
u32 perf_event_pid(const struct perf_event *event, struct task_struct *task)
{
	return perf_event_pid_nr(event, task, PIDTYPE_TGID);
}

/**
 * perf_event_tid - a task's thread id in the pid namespace of an event's opener
 * @event: the event
 * @task:  the task, kept by a reference or RCU
 *
 * Context: any, NMI included.
 *
 * Return: as perf_event_pid().
 */
u32 perf_event_tid(const struct perf_event *event, struct task_struct *task)
{
	return perf_event_pid_nr(event, task, PIDTYPE_PID);
}

/**
 * perf_output_id_fields - fill in the fields of PERF_SAMPLE_ID_FIELDS
 * @data:        ID (and IDENTIFIER) and STREAM_ID are set; TID, TIME and CPU only if
 *               in @sample_type
 * @event:       the event
 * @sample_type: PERF_SAMPLE_* bits wanted; bits of other fields are ignored
 *
 * No other field is changed, nor is sample_flags.
 *
 * Context: any, NMI included, preemption off.
 */
void perf_output_id_fields(struct perf_sample_data *data, struct perf_event *event,
			   u64 sample_type)
{
	/* storing the ids is cheaper than testing their bits */
	data->id = perf_event_primary_id(event);
	data->stream_id = event->id;
	if (sample_type & PERF_SAMPLE_CPU)
		data->cpu_entry = perf_output_cpu();
	if (sample_type & PERF_SAMPLE_TID)
		data->tid_entry = perf_output_tid(event);
	if (sample_type & PERF_SAMPLE_TIME)
		data->time = perf_event_clock(event);
}

/**
 * perf_event_header__init - prepare header and trailer of a record other than a sample
 * @header: filled in
 * @data:   values of the trailer, filled in with attr.sample_id_all
 * @type:   PERF_RECORD_*
 * @misc:   PERF_RECORD_MISC_*
 * @size:   bytes without the trailer; header->size includes it
 * @event:  the event
 *
 * Context: any, NMI included, preemption off.
 */
void perf_event_header__init(struct perf_event_header *header, struct perf_sample_data *data,
			     u32 type, u16 misc, u16 size, struct perf_event *event)
{
	const struct perf_event_attr *attr = &event->attr;
	u16 trailer = attr->sample_id_all ? event->opened->id_header_size : 0;

	*header = (struct perf_event_header) {
		.type = type,
		.misc = misc,
		.size = size + trailer,
	};
	if (trailer)
		perf_output_id_fields(data, event, attr->sample_type);
}

/**
 * perf_output_trailer - fill in the trailer of a record other than a sample
 * @words:  room for PERF_OUTPUT_TRAILER_WORDS
 * @sample: from perf_event_header__init()
 * @type:   attr.sample_type of the event, which has attr.sample_id_all
 *
 * Return: number of words of the trailer; those behind them may have been written as well.
 * Context: any.
 */
unsigned int perf_output_trailer(u64 *words, const struct perf_sample_data *sample, u64 type)
{
	unsigned int nr = 0;

	static_assert(sizeof(sample->tid_entry) == sizeof(*words));
	static_assert(sizeof(sample->cpu_entry) == sizeof(*words));

	/* each word is stored at words[nr]; @nr advances only if @type has its bit */
	memcpy(&words[nr], &sample->tid_entry, sizeof(*words));
	nr += !!(type & PERF_SAMPLE_TID);
	words[nr] = sample->time;
	nr += !!(type & PERF_SAMPLE_TIME);
	words[nr] = sample->id;
	nr += !!(type & PERF_SAMPLE_ID);
	words[nr] = sample->stream_id;
	nr += !!(type & PERF_SAMPLE_STREAM_ID);
	memcpy(&words[nr], &sample->cpu_entry, sizeof(*words));
	nr += !!(type & PERF_SAMPLE_CPU);
	words[nr] = sample->id;
	nr += !!(type & PERF_SAMPLE_IDENTIFIER);
	return nr;
}

/**
 * perf_event__output_id_sample - write the trailer of a record other than a sample
 * @event:  the event
 * @handle: the open record, whose other fields are stored
 * @sample: from perf_event_header__init()
 *
 * Context: between begin and end, any context.
 */
void perf_event__output_id_sample(struct perf_event *event, struct perf_output_handle *handle,
				  struct perf_sample_data *sample)
{
	u64 words[PERF_OUTPUT_TRAILER_WORDS];

	if (event->attr.sample_id_all) {
		unsigned int nr = perf_output_trailer(words, sample, event->attr.sample_type);

		perf_output_copy(handle, words, nr * sizeof(*words));
	}
}
