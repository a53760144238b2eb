/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The data ring: memory, life, and the writers' protocol.
 *
 * A ring is written by one CPU at a time: the one its events are bound to, or the
 * one their task runs on. Writers on that CPU nest (task, softirq, IRQ, NMI) and
 * the inner one always finishes first, so they need atomicity against interrupts
 * only, and they never wait. The rules:
 *
 *  - perf_ring_enter() and perf_ring_leave() count the nesting;
 *  - perf_ring_reserve() in between hands out a record's place by moving head on;
 *  - only the outermost perf_ring_leave() publishes head to the reader: then no
 *    record below it is incomplete. A writer that comes between its look at head
 *    and its end is seen by the second look, and head is published again. What
 *    the reader sees so never goes back.
 *
 * Head counts the bytes ever reserved. In a backward ring record N lies in front
 * of record N-1 and the reader is given the negated head; all else is the same.
 *
 * The reader owns data_tail and may store nonsense there: it is used modulo the
 * size of the ring only, and decides nothing but which of the reader's own data is
 * lost.
 */
#ifndef _KERNEL_EVENTS_RING_H
#define _KERNEL_EVENTS_RING_H

#include <linux/perf_event.h>
#include <asm/local.h>

/**
 * struct perf_ring_charge - pages taken from somebody's allowance
 * @user:       whose perf_event_mlock_kb
 * @mm:         whose RLIMIT_MEMLOCK
 * @user_pages: pages taken from @user
 * @mm_pages:   pages taken from @mm
 */
struct perf_ring_charge {
	struct user_struct	*user;
	struct mm_struct	*mm;
	unsigned long		user_pages;
	unsigned long		mm_pages;
};

/**
 * struct perf_aux_area - the AUX area of a ring
 * @pages:      kernel addresses, one for each page
 * @nr_pages:   number of pages, 0 without an AUX area
 * @pgoff:      its place in the file, in pages
 * @overwrite:  the reader only looks at snapshots: no tail, never full
 * @in_snapshot: a snapshot is being copied; an NMI must not begin another
 * @nest:       a transaction is open
 * @head:       bytes ever produced
 * @wakeup:     @head at the last wake-up
 * @watermark:  bytes between two wake-ups
 * @pmu:        whose it is, NULL when that has gone
 * @entry:      in the list of all areas
 * @priv:       the driver's handle, from pmu::setup_aux
 * @refcount:   its mappings as a whole, and each open transaction; zero: no area
 * @free_irq:   gets out of NMI context when a transaction is the last user
 * @free_work:  frees the area then
 * @charge:     who paid
 */
struct perf_aux_area {
	void			**pages;
	int			nr_pages;
	unsigned long		pgoff;
	bool			overwrite;
	bool			in_snapshot;
	int			nest;
	unsigned long		head;
	unsigned long		wakeup;
	unsigned long		watermark;
	struct pmu		*pmu;
	struct list_head	entry;
	void			*priv;
	refcount_t		refcount;
	struct irq_work		free_irq;
	struct work_struct	free_work;
	struct perf_ring_charge	charge;
};

/**
 * struct perf_buffer - a ring
 *
 * Lock keys: I constant; W the writing CPU, any context; E event_lock; A atomic;
 * X aux_mutex.
 *
 * @data:        I: the data area, contiguous
 * @mask:        I: its size in bytes minus one
 * @user_page:   I: first page of the mapping
 * @overwrite:   I: no reader moves a tail: old records are overwritten
 * @backward:    I: filled from the end
 * @refuse:      nothing may be written: paused, or a ring without data area
 * @cpu:         CPU that writes it, -1 for that of the task; PERF_RING_MOVING
 * @watermark:   I: bytes between two wake-ups
 * @head:        W: bytes reserved since the ring exists
 * @lost:        W: records that found no room since the last LOST record
 * @samples:     W: samples since the last wake-up by number
 * @nest:        W: open records
 * @wakeups:     W: changes with every wake-up that has become due
 * @wakeup_head: W: @head up to which bytes have caused wake-ups
 *
 * @nr_pages:    I: pages of the data area
 * @data_block:  I: @data is one block of pages, else it comes from vmalloc
 * @paused:      E: by PERF_EVENT_IOC_PAUSE_OUTPUT
 * @dead:        E: the last mapping is gone: no event may be attached any more
 * @poll:        A: what poll() reports next, EPOLL*
 * @event_lock:  protects the list; taken with IRQs off, never in NMI
 * @events:      E: listeners, perf_opened::rb_entry
 * @user_opened: E: event whose counter the user page describes; compared only
 * @user_nest:   the user page is being updated
 * @user_again:  an interrupt wanted to update it meanwhile
 * @refcount:    A: each listener, each mapping, the AUX area
 * @mmap_count:  A: mappings, of data or AUX
 * @aux_mmap_count: A: mappings of the AUX area, raised from zero under @aux_mutex
 * @charge:      who paid for data and user page
 * @aux_mutex:   serialises the AUX area's coming and going
 * @aux:         X: the AUX area
 * @rcu_head:    freeing waits for writers
 *
 * The first part is what writing a record touches.
 */
struct perf_buffer {
	void				*data;
	unsigned long			mask;
	struct perf_event_mmap_page	*user_page;
	bool				overwrite;
	bool				backward;
	bool				refuse;
	unsigned int			nest;
	unsigned int			wakeups;
	int				cpu;
	unsigned long			watermark;
	local_t				head;
	local_t				lost;
	unsigned long			wakeup_head;
	local_t				samples;

	int				nr_pages;
	bool				data_block;
	bool				paused;
	bool				dead;
	atomic_t			poll;
	spinlock_t			event_lock;	/* events, dead, paused */
	struct list_head		events;
	const struct perf_opened	*user_opened;
	unsigned int			user_nest;
	bool				user_again;
	refcount_t			refcount;
	refcount_t			mmap_count;
	atomic_t			aux_mmap_count;
	struct perf_ring_charge		charge;
	struct mutex			aux_mutex;	/* aux comes and goes */
	struct perf_aux_area		aux;
	struct rcu_head			rcu_head;
};

/* perf_buffer::cpu: no CPU writes it, those that did are being waited for. */
#define PERF_RING_MOVING	INT_MAX

/* How a ring shall be: perf_ring_alloc(). */
#define PERF_RING_OVERWRITE	BIT(0)	/* no reader moves a tail */
#define PERF_RING_BACKWARD	BIT(1)	/* filled from the end */

struct perf_buffer *perf_ring_alloc(int nr_pages, unsigned long watermark, int cpu,
				    unsigned int flags);
void perf_ring_put(struct perf_buffer *rb);
struct page *perf_ring_page(const struct perf_buffer *rb, unsigned long index);
void perf_ring_pause(struct perf_buffer *rb, bool pause);
int perf_ring_attach(struct perf_buffer *rb, struct perf_opened *opened);
void perf_ring_detach(struct perf_opened *opened);
void perf_ring_wakeup(struct perf_buffer *rb);
void perf_ring_kill(struct perf_buffer *rb);
struct perf_buffer *perf_ring_get(const struct perf_opened *opened);

/* Bytes of the data area. */
static inline unsigned long perf_ring_size(const struct perf_buffer *rb)
{
	return (unsigned long)rb->nr_pages << PAGE_SHIFT;
}

/* A writer begins. Preemption is off. */
static __always_inline void perf_ring_enter(struct perf_buffer *rb)
{
	/* an interrupt in between brings the value back to what it found */
	WRITE_ONCE(rb->nest, READ_ONCE(rb->nest) + 1);
	barrier(); /* counted in before it can move head */
}

/*
 * Are @size bytes free in front of @head? One byte always stays free, since a
 * reader may take "head equals tail, modulo size" for an empty ring.
 */
static __always_inline bool perf_ring_has_room(const struct perf_buffer *rb, unsigned long head,
					       unsigned long size, bool backward)
{
	unsigned long tail;

	if (rb->overwrite)
		return size <= rb->mask;

	/*
	 * The reader is done with what lies before its tail. Stores into the
	 * record depend on this load by control, so they cannot be made earlier.
	 */
	tail = READ_ONCE(rb->user_page->data_tail);
	if (backward)
		tail = -tail;
	return size <= rb->mask - ((head - tail) & rb->mask);
}

/**
 * perf_ring_reserve - a place for one record
 * @rb:       a ring with a data area, entered
 * @size:     bytes, a multiple of eight
 * @backward: rb->backward, as a constant where that is known
 * @offset:   where the record begins, in bytes from rb->data; it may wrap
 *
 * Context: any, NMI included.
 *
 * Return: false if there is no room.
 */
static __always_inline bool perf_ring_reserve(struct perf_buffer *rb, unsigned long size,
					      bool backward, unsigned long *offset)
{
	long head = local_read(&rb->head);
	unsigned long end;

	do {
		if (unlikely(!perf_ring_has_room(rb, head, size, backward)))
			return false;
		end = head + size;
	} while (unlikely(!local_try_cmpxchg(&rb->head, &head, end)));

	*offset = (backward ? -end : head) & rb->mask;

	/* A nested writer may do the same: it then wakes once more, or a bit early. */
	if (unlikely(end - READ_ONCE(rb->wakeup_head) > rb->watermark)) {
		WRITE_ONCE(rb->wakeup_head, READ_ONCE(rb->wakeup_head) + rb->watermark);
		WRITE_ONCE(rb->wakeups, READ_ONCE(rb->wakeups) + 1);
	}
	return true;
}

/**
 * perf_ring_leave - a writer is done
 * @rb: the ring it entered
 *
 * Context: any, NMI included, on the CPU and in the context of perf_ring_enter().
 *
 * Return: true for the outermost writer; all records are published then.
 */
static __always_inline bool perf_ring_leave(struct perf_buffer *rb)
{
	unsigned int nest = READ_ONCE(rb->nest) - 1;
	long head;

	barrier(); /* the record is stored before it counts as complete */
	if (unlikely(nest)) {
		WRITE_ONCE(rb->nest, nest);
		return false;
	}

	for (;;) {
		head = local_read(&rb->head);
		smp_wmb(); /* records before head; pairs with the reader's barrier */
		WRITE_ONCE(rb->user_page->data_head,
			   (unsigned long)(rb->backward ? -head : head));
		barrier(); /* published before others may publish */
		WRITE_ONCE(rb->nest, 0);
		barrier(); /* nobody counts on us any more: now look again */
		if (likely(head == local_read(&rb->head)))
			return true;
		WRITE_ONCE(rb->nest, 1);
		barrier(); /* counted in before head is read */
	}
}

#endif /* _KERNEL_EVENTS_RING_H */
