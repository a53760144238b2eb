/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The data ring: memory, lifetime, and the writers' protocol.
 *
 * One CPU at a time writes a ring: the CPU its events are bound to, or the CPU their
 * task runs on. Writers on that CPU nest (task, softirq, IRQ, NMI) and the inner
 * writer always finishes first, so writers need atomicity against interrupts only,
 * and never wait. The rules:
 *
 *  - perf_ring_enter() and perf_ring_leave() count the nesting;
 *  - perf_ring_reserve() in between reserves a record's bytes by advancing @head;
 *  - only the outermost perf_ring_leave() publishes @head in data_head: then every
 *    record below @head is complete. If a nested writer advances @head after that
 *    read, perf_ring_leave() reads @head again and publishes again. So data_head
 *    never goes back.
 *
 * @head counts the bytes ever reserved. In a backward ring record N lies in front of
 * record N-1 and data_head is the negated @head; all else is the same.
 *
 * The reader owns data_tail and may store any value there: perf_ring_has_room() uses
 * data_tail modulo the ring's size, so a wrong value only loses the reader's own data.
 */
#ifndef _KERNEL_EVENTS_RING_H
#define _KERNEL_EVENTS_RING_H

#include <linux/gfp.h>
#include <linux/perf_event.h>
#include <asm/local.h>

/**
 * struct perf_ring_charge - locked pages accounted to a user and an mm
 * @user:       user, limited by perf_event_mlock_kb
 * @mm:         address space, limited by RLIMIT_MEMLOCK
 * @user_pages: pages charged to @user
 * @mm_pages:   pages charged to @mm
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
 * @pgoff:      offset in the event's file, in pages
 * @overwrite:  the reader only uses snapshots: no tail, never full
 * @in_snapshot: a snapshot is being copied; an NMI must not begin another
 * @nest:       a transaction is open
 * @head:       bytes ever produced
 * @wakeup:     @head at the last wake-up, rounded down to @watermark
 * @watermark:  bytes between two wake-ups, 0 with @overwrite
 * @pmu:        PMU that set up @priv, NULL once it has been unregistered
 * @entry:      in the list of all areas
 * @priv:       the driver's handle, from pmu::setup_aux
 * @refcount:   one for all mappings, one for each open transaction or snapshot; zero:
 *              no area
 * @free_irq:   leaves NMI context when a transaction drops the last reference
 * @free_work:  then frees the area
 * @charge:     pages charged for the area
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
 * @overwrite:   I: the reader moves no tail: old records are overwritten
 * @backward:    I: filled from the end
 * @refuse:      no record may be written: PERF_EVENT_IOC_PAUSE_OUTPUT, or no data area
 * @cpu:         CPU that writes the ring, -1 for the task's CPU; PERF_RING_MOVING
 * @watermark:   I: bytes between two wake-ups
 * @head:        W: bytes reserved since the ring exists
 * @lost:        A: records lost since the last PERF_RECORD_LOST, by any CPU
 * @samples:     W: samples since the last wake-up due to attr.wakeup_events
 * @nest:        W: open records
 * @wakeups:     W: changes with every wake-up that becomes due
 * @wakeup_head: W: @head up to which bytes have caused wake-ups
 *
 * @nr_pages:    I: pages of the data area
 * @data_block:  I: @data is one block of pages, else vmalloc memory
 * @dead:        E: the last mapping is gone: no event may be attached any more
 * @poll:        A: EPOLL* that poll() returns next
 * @event_lock:  protects @events; taken with IRQs off, never in NMI
 * @events:      E: listeners, perf_event_file::rb_entry
 * @user_opened: E: event whose counter @user_page describes; compared only
 * @user_rcu:    clears the counter in @user_page once @user_opened has gone
 * @user_nest:   @user_page is being updated
 * @user_again:  set by an interrupt during that update, which then starts over
 * @refcount:    A: each listener, each mapping, the AUX area
 * @mmap_count:  A: mappings, of data or AUX
 * @aux_mmap_count: A: mappings of the AUX area, raised from zero under @aux_mutex
 * @charge:      pages charged for data and user page
 * @aux_mutex:   serialises allocating and freeing @aux
 * @aux:         X: the AUX area
 * @rcu_head:    freeing waits for writers
 *
 * Writing a record touches the fields up to @samples.
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
	atomic_long_t			lost;
	unsigned long			wakeup_head;
	local_t				samples;

	int				nr_pages;
	bool				data_block;
	bool				dead;
	atomic_t			poll;
	spinlock_t			event_lock;	/* events, dead */
	struct list_head		events;
	const struct perf_event_file	*user_opened;
	struct rcu_head			user_rcu;
	unsigned int			user_nest;
	bool				user_again;
	refcount_t			refcount;
	refcount_t			mmap_count;
	atomic_t			aux_mmap_count;
	struct perf_ring_charge		charge;
	struct mutex			aux_mutex;	/* allocating and freeing aux */
	struct perf_aux_area		aux;
	struct rcu_head			rcu_head;
};

/* perf_buffer::cpu: no CPU may write; perf_pmu_migrate_context() waits for open records. */
#define PERF_RING_MOVING	INT_MAX

/* Flags of perf_ring_alloc() and perf_aux_alloc(). */
#define PERF_RING_OVERWRITE	BIT(0)	/* no reader moves a tail */
#define PERF_RING_BACKWARD	BIT(1)	/* filled from the end */
#define PERF_RING_ACCOUNT	BIT(2)	/* charged to the active memory control group */

struct perf_buffer *perf_ring_alloc(int nr_pages, unsigned long watermark, int cpu,
				    unsigned int flags);
void perf_ring_put(struct perf_buffer *rb);
struct page *perf_ring_page(const struct perf_buffer *rb, unsigned long index);
int perf_event_pause_output(struct perf_event *event, bool pause);
int perf_ring_attach(struct perf_buffer *rb, struct perf_event_file *opened);
void perf_ring_detach(struct perf_event_file *opened);
void perf_ring_kill(struct perf_buffer *rb);
struct perf_buffer *perf_ring_get(const struct perf_event_file *opened);

/* At the limit of a memory control group, allocating a ring fails; it kills no task. */
static inline gfp_t perf_ring_gfp(unsigned int flags)
{
	return flags & PERF_RING_ACCOUNT ? GFP_KERNEL_ACCOUNT | __GFP_RETRY_MAYFAIL : GFP_KERNEL;
}

/* Bytes of the data area. */
static inline unsigned long perf_ring_size(const struct perf_buffer *rb)
{
	return (unsigned long)rb->nr_pages << PAGE_SHIFT;
}

/* Open a record. Preemption is off. */
static __always_inline void perf_ring_enter(struct perf_buffer *rb)
{
	/* an interrupt between load and store restores @nest before it returns */
	WRITE_ONCE(rb->nest, READ_ONCE(rb->nest) + 1);
	barrier(); /* @nest is raised before @head moves */
}

/*
 * Are @size bytes free in front of @head? One byte always stays free: readers may treat
 * a ring whose head equals its tail, modulo the size, as empty.
 */
static __always_inline bool perf_ring_has_room(const struct perf_buffer *rb, unsigned long head,
					       unsigned long size, bool backward)
{
	unsigned long tail;

	if (rb->overwrite)
		return size <= rb->mask;

	/*
	 * The reader has finished with the bytes before data_tail. Stores into the
	 * record depend on this load by control, so they cannot be made earlier.
	 */
	tail = READ_ONCE(rb->user_page->data_tail);
	if (backward)
		tail = -tail;
	return size <= rb->mask - ((head - tail) & rb->mask);
}

/**
 * perf_ring_reserve - reserve the bytes of one record
 * @rb:       a ring with a data area, after perf_ring_enter()
 * @size:     bytes, a multiple of eight
 * @backward: rb->backward, as a constant where that is known
 * @offset:   set to the record's start, in bytes from rb->data; the record may wrap
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

	/* If a nested writer does the same, the reader wakes once more, or a bit early. */
	if (unlikely(end - READ_ONCE(rb->wakeup_head) > rb->watermark)) {
		WRITE_ONCE(rb->wakeup_head, READ_ONCE(rb->wakeup_head) + rb->watermark);
		WRITE_ONCE(rb->wakeups, READ_ONCE(rb->wakeups) + 1);
	}
	return true;
}

/**
 * perf_ring_leave - complete a record
 * @rb: the ring, after perf_ring_enter()
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
		smp_wmb(); /* records before data_head; pairs with the reader's barrier */
		WRITE_ONCE(rb->user_page->data_head,
			   (unsigned long)(rb->backward ? -head : head));
		barrier(); /* published before an interrupt may publish */
		WRITE_ONCE(rb->nest, 0);
		barrier(); /* interrupts publish for themselves from here: recheck @head */
		if (likely(head == local_read(&rb->head)))
			return true;
		WRITE_ONCE(rb->nest, 1);
		barrier(); /* @nest is raised before @head is read */
	}
}

#endif /* _KERNEL_EVENTS_RING_H */
