// SPDX-License-Identifier: GPL-2.0
/*
 * Rings: their memory, and the events attached to them (listeners).
 *
 * The data area is contiguous in the kernel's virtual memory: one block of pages if
 * the allocator has one, since a writer then needs no extra TLB entries, else vmalloc
 * memory. Both consist of single pages, which user space maps one by one and may
 * keep longer than the ring lives.
 *
 * A ring is alive while it is mapped. The last unmapping calls perf_ring_kill(): every
 * listener is detached and none can be attached again. Writers may still be at work
 * then: the memory is freed a grace period after the last reference.
 *
 * perf_event_file::rb changes from NULL to a ring under the event's mmap_mutex and the
 * ring's event_lock, back to NULL under that event_lock alone. So under mmap_mutex
 * perf_event_file::rb may become NULL, but no other task sets it to a ring.
 *
 * Locks: event_lock, IRQs off; two of them by address. No function here runs in NMI.
 */
#include <linux/gfp.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/perf_event.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "base/why.h"
#include "ring/ring.h"

/* SHMLBA: alignment that two mappings of a page need on caches indexed by virtual address. */
#ifndef SHMLBA
#include <asm/shmparam.h>
#endif

/* One block, split into single pages. NULL: too large, or memory too fragmented. */
static void *perf_ring_alloc_block(int nr_pages, int node, gfp_t gfp)
{
	unsigned int order = ilog2(nr_pages);
	struct page *page;

	if (IS_ENABLED(CONFIG_PERF_USE_VMALLOC) || order > MAX_PAGE_ORDER)
		return NULL;
	if (order)
		gfp |= __GFP_NOWARN | __GFP_NORETRY;
	page = alloc_pages_node(node, gfp, order);
	if (!page)
		return NULL;
	if (order)
		split_page(page, order);
	return page_address(page);
}

static int perf_ring_alloc_data(struct perf_buffer *rb, int nr_pages, int node, gfp_t gfp)
{
	unsigned long size = (nr_pages + 1UL) << PAGE_SHIFT;
	void *area;

	if (!nr_pages)
		return 0;

	area = perf_ring_alloc_block(nr_pages, node, gfp);
	if (area) {
		rb->data_block = true;
	} else {
		/*
		 * user_page lies in front, as in the user's mapping: so both
		 * mappings of each page have the same cache colour.
		 */
		area = __vmalloc_node_range(size, SHMLBA, VMALLOC_START, VMALLOC_END,
					    gfp | __GFP_NOWARN, PAGE_KERNEL, VM_USERMAP, node,
					    __builtin_return_address(0));
		if (!area)
			return -ENOMEM;
		rb->user_page = area;
		area += PAGE_SIZE;
	}
	rb->data = area;
	rb->nr_pages = nr_pages;
	rb->mask = perf_ring_size(rb) - 1;
	return 0;
}

static void perf_ring_free(struct perf_buffer *rb)
{
	unsigned long i;

	if (rb->data && !rb->data_block) {
		vfree(rb->user_page);
	} else {
		for (i = 0; i < rb->nr_pages; i++)
			free_page((unsigned long)rb->data + (i << PAGE_SHIFT));
		free_page((unsigned long)rb->user_page);
	}
	kfree(rb);
}

static void perf_ring_free_rcu(struct rcu_head *head)
{
	perf_ring_free(container_of(head, struct perf_buffer, rcu_head));
}

/**
 * perf_ring_alloc - allocate a ring
 * @nr_pages:  pages of the data area, a power of two; 0: only a user page
 * @watermark: bytes between two wake-ups, more than 0 unless @nr_pages is 0
 * @cpu:       CPU that will write the ring, -1 for no particular CPU
 * @flags:     PERF_RING_*
 *
 * The ring has mmap_count and refcount 1, both the caller's, and no listener.
 *
 * Context: task, may sleep.
 *
 * Return: the ring, NULL without memory.
 */
struct perf_buffer *perf_ring_alloc(int nr_pages, unsigned long watermark, int cpu,
				    unsigned int flags)
{
	int node = cpu < 0 ? NUMA_NO_NODE : cpu_to_node(cpu);
	gfp_t gfp = perf_ring_gfp(flags) | __GFP_ZERO;
	struct perf_buffer *rb;

	rb = kzalloc_node(sizeof(*rb), gfp, node);
	if (!rb)
		return NULL;
	if (perf_ring_alloc_data(rb, nr_pages, node, gfp))
		goto fail;
	if (!rb->user_page) {
		struct page *page = alloc_pages_node(node, gfp, 0);

		if (!page)
			goto fail;
		rb->user_page = page_address(page);
	}

	rb->cpu = cpu;
	rb->watermark = watermark;
	rb->overwrite = flags & PERF_RING_OVERWRITE;
	rb->backward = flags & PERF_RING_BACKWARD;
	rb->refuse = !nr_pages;
	spin_lock_init(&rb->event_lock);
	INIT_LIST_HEAD(&rb->events);
	mutex_init(&rb->aux_mutex);
	refcount_set(&rb->refcount, 1);
	refcount_set(&rb->mmap_count, 1);
	return rb;

fail:
	perf_ring_free(rb);
	return NULL;
}

/**
 * perf_ring_put - drop a reference
 * @rb: the ring
 *
 * Context: any but NMI.
 */
void perf_ring_put(struct perf_buffer *rb)
{
	if (refcount_dec_and_test(&rb->refcount))
		call_rcu(&rb->rcu_head, perf_ring_free_rcu);
}

/**
 * perf_ring_page - a page of a ring, for mapping
 * @rb:    the ring
 * @index: 0 for the user page, then the pages of the data area
 *
 * Context: any, with a reference on the ring.
 *
 * Return: the page, without a reference; NULL if there is no such page.
 */
struct page *perf_ring_page(const struct perf_buffer *rb, unsigned long index)
{
	const void *addr = rb->user_page;

	if (index > rb->nr_pages)
		return NULL;
	if (index)
		addr = rb->data + ((index - 1) << PAGE_SHIFT);
	return is_vmalloc_addr(addr) ? vmalloc_to_page(addr) : virt_to_page(addr);
}

/**
 * perf_ring_get - get the ring that an event outputs to
 * @opened: the event
 *
 * Context: any but NMI.
 *
 * Return: the ring, maybe dead, with a reference for the caller; or NULL.
 */
struct perf_buffer *perf_ring_get(const struct perf_event_file *opened)
{
	struct perf_buffer *rb;

	guard(rcu)();
	rb = rcu_dereference(opened->rb);
	if (rb && !refcount_inc_not_zero(&rb->refcount))
		rb = NULL;
	return rb;
}

/**
 * perf_event_pause_output - pause or resume writing to an event's ring
 * @event: the event
 * @pause: true to pause
 *
 * An open record is completed. Records refused while paused count as lost.
 *
 * Context: task.
 *
 * Return: 0; -EINVAL if @event has no ring with a data area.
 */
int perf_event_pause_output(struct perf_event *event, bool pause)
{
	struct perf_buffer *rb = perf_ring_get(event->opened);
	bool paused = rb && rb->nr_pages;

	if (paused)
		WRITE_ONCE(rb->refuse, pause);
	if (rb)
		perf_ring_put(rb);
	if (paused)
		return 0;
	return perf_refuse_event(event, -EINVAL, PERF_WHY_NO_RING, PERF_WHERE_NONE);
}

static void perf_ring_orphan_page_rcu(struct rcu_head *head)
{
	struct perf_buffer *rb = container_of(head, struct perf_buffer, user_rcu);

	WRITE_ONCE(rb->user_page->index, 0);
	perf_ring_put(rb);
}

/*
 * The event that user_page describes leaves @rb, and no other one follows. The page is not
 * updated from here on, so index must name no counter. perf_userpage_update() on the event's CPU
 * may have seen user_opened before and store an index yet: the callback clears that one.
 */
static void perf_ring_orphan_page(struct perf_buffer *rb)
{
	lockdep_assert_held(&rb->event_lock);
	WRITE_ONCE(rb->user_opened, NULL);
	WRITE_ONCE(rb->user_page->index, 0);
	/* Nobody maps the page of a dead ring. */
	if (rb->dead)
		return;
	refcount_inc(&rb->refcount);
	call_rcu(&rb->user_rcu, perf_ring_orphan_page_rcu);
}

/* Remove @opened from @rb->events. The listener's reference passes to the caller. */
static void perf_ring_unlist(struct perf_buffer *rb, struct perf_event_file *opened)
{
	lockdep_assert_held(&rb->event_lock);
	list_del_init(&opened->rb_entry);
	if (rb->user_opened == opened)
		perf_ring_orphan_page(rb);
}

/* Is @rb still the ring of @opened? Stable under rb->event_lock. */
static bool perf_ring_is_listener(const struct perf_buffer *rb,
				  const struct perf_event_file *opened)
{
	lockdep_assert_held(&rb->event_lock);
	return rcu_access_pointer(opened->rb) == rb;
}

/* Add @opened to @rb->events. Returns -EINVAL if @rb is dead. */
static int perf_ring_enlist(struct perf_buffer *rb, struct perf_event_file *opened)
{
	lockdep_assert_held(&rb->event_lock);
	if (rb->dead)
		return -EINVAL;
	refcount_inc(&rb->refcount);
	list_add_tail(&opened->rb_entry, &rb->events);
	rcu_assign_pointer(opened->rb, rb);
	return 0;
}

/* Move @opened from @old to @rb. Returns -EINVAL if @rb is dead. */
static int perf_ring_move(struct perf_buffer *old, struct perf_buffer *rb,
			  struct perf_event_file *opened)
{
	struct perf_buffer *first = min(old, rb);
	struct perf_buffer *second = max(old, rb);
	bool listener = false;
	int ret = -EINVAL;

	spin_lock_irq(&first->event_lock);
	spin_lock_nested(&second->event_lock, SINGLE_DEPTH_NESTING);
	if (!rb->dead) {
		/* @old may have been killed before its lock was taken */
		listener = perf_ring_is_listener(old, opened);
		if (listener)
			perf_ring_unlist(old, opened);
		ret = perf_ring_enlist(rb, opened);
	}
	spin_unlock(&second->event_lock);
	spin_unlock_irq(&first->event_lock);

	if (listener)
		perf_ring_put(old);
	return ret;
}

/**
 * perf_ring_attach - let an event output to a ring
 * @rb:     the ring; the caller holds a reference
 * @opened: the event; its mmap_mutex is held. An event with another ring changes
 *          over without a gap.
 *
 * Context: task.
 *
 * Return: -EINVAL if the ring is dead.
 */
int perf_ring_attach(struct perf_buffer *rb, struct perf_event_file *opened)
{
	struct perf_buffer *old = perf_ring_get(opened);
	int ret = 0;

	lockdep_assert_held(&opened->mmap_mutex);
	if (!old) {
		spin_lock_irq(&rb->event_lock);
		ret = perf_ring_enlist(rb, opened);
		spin_unlock_irq(&rb->event_lock);
		return ret;
	}
	if (old != rb)
		ret = perf_ring_move(old, rb, opened);
	perf_ring_put(old);
	return ret;
}

/**
 * perf_ring_detach - end an event's output to its ring
 * @opened: the event, with or without a ring
 *
 * Context: task.
 */
void perf_ring_detach(struct perf_event_file *opened)
{
	struct perf_buffer *rb = perf_ring_get(opened);
	bool listener;

	if (!rb)
		return;
	spin_lock_irq(&rb->event_lock);
	listener = perf_ring_is_listener(rb, opened);
	if (listener) {
		perf_ring_unlist(rb, opened);
		RCU_INIT_POINTER(opened->rb, NULL);
	}
	spin_unlock_irq(&rb->event_lock);
	if (listener)
		perf_ring_put(rb);
	perf_ring_put(rb);
}

/**
 * perf_ring_kill - detach all events of a ring for good
 * @rb: the ring, whose mmap_count is zero; the caller holds a reference
 *
 * Context: task.
 */
void perf_ring_kill(struct perf_buffer *rb)
{
	struct perf_event_file *opened, *next;
	unsigned int listeners = 0;

	spin_lock_irq(&rb->event_lock);
	rb->dead = true;
	list_for_each_entry_safe(opened, next, &rb->events, rb_entry) {
		perf_ring_unlist(rb, opened);
		RCU_INIT_POINTER(opened->rb, NULL);
		listeners++;
	}
	spin_unlock_irq(&rb->event_lock);

	while (listeners--)
		perf_ring_put(rb);
}
