// SPDX-License-Identifier: GPL-2.0
/*
 * The AUX area: memory that hardware writes a trace to, next to a ring.
 *
 * One producer, an event whose PMU has AUX operations, opens a *transaction* with
 * perf_aux_output_begin(), the hardware writes from handle->head on, and
 * perf_aux_output_end() writes a PERF_RECORD_AUX with the number of bytes into the
 * ring. The reader moves aux_tail, or only uses snapshots (an area in overwrite mode).
 *
 * The mappings, all together, hold one reference on the area, and each transaction
 * holds one; the area holds the ring. The last unmapping stops all producers before it
 * drops its reference; a transaction still open then (its event was redirected
 * meanwhile) frees the area when it ends.
 *
 * When the PMU is unregistered, perf_aux_revoke() leaves the area as plain memory.
 *
 * Locks: aux_mutex to allocate and free the area, perf_aux_areas_lock for the list of
 * all.
 * Context: mapping, unmapping and revocation may sleep; transactions run on the
 * producer's CPU with IRQs off, or in NMI, and take no lock.
 */
#include <linux/export.h>
#include <linux/gfp.h>
#include <linux/irq_work.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/perf_event.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/workqueue.h>

#include "base/context_types.h"
#include "base/upcalls.h"
#include "ring/aux.h"
#include "ring/output.h"

static unsigned long perf_aux_size(const struct perf_aux_area *aux)
{
	return (unsigned long)aux->nr_pages << PAGE_SHIFT;
}

/*
 * Memory: chunks of pages. For drivers that can use larger chunks, page_private() of a
 * chunk's first page holds its order, and PG_private is set there.
 */
static int perf_aux_alloc_chunk(int node, int max_order, gfp_t gfp, void **pages)
{
	struct page *page = NULL;
	int order, i;

	for (order = min(max_order, MAX_PAGE_ORDER); order > 0; order--) {
		page = alloc_pages_node(node, gfp | __GFP_NOWARN | __GFP_NORETRY, order);
		if (page)
			break;
	}
	if (!page)
		page = alloc_pages_node(node, gfp, 0);
	if (!page)
		return -ENOMEM;
	if (order) {
		split_page(page, order);
		SetPagePrivate(page);
		set_page_private(page, order);
	}
	for (i = 0; i < 1 << order; i++)
		pages[i] = page_address(page + i);
	return 1 << order;
}

static void perf_aux_free_pages(void **pages, int nr_pages)
{
	int i;

	for (i = 0; i < nr_pages; i++) {
		struct page *page = virt_to_page(pages[i]);

		ClearPagePrivate(page);
		set_page_private(page, 0);
		__free_page(page);
	}
	kvfree(pages);
}

static void **perf_aux_alloc_pages(int nr_pages, int max_order, bool one_chunk, int node,
				   gfp_t gfp)
{
	int filled = 0, got = 0, order;
	void **pages;

	pages = kvcalloc_node(nr_pages, sizeof(*pages), gfp | __GFP_NOWARN, node);
	if (!pages)
		return NULL;
	while (filled < nr_pages) {
		order = ilog2(nr_pages - filled);
		got = perf_aux_alloc_chunk(node, min(max_order, order), gfp | __GFP_ZERO,
					   pages + filled);
		if (got < 0 || (one_chunk && got < nr_pages)) {
			perf_aux_free_pages(pages, filled + max(got, 0));
			return NULL;
		}
		filled += got;
	}
	return pages;
}

/* Order of the chunks that @pmu needs or prefers. */
static int perf_aux_order(const struct pmu *pmu, int nr_pages, unsigned long watermark)
{
	if (pmu->capabilities & PERF_PMU_CAP_AUX_NO_SG)
		return ilog2(nr_pages);
	if (!(pmu->capabilities & PERF_PMU_CAP_AUX_PREFER_LARGE))
		return 0;
	/* with one chunk for each wake-up, a driver can wake the reader when a chunk is full */
	return watermark ? get_order(watermark) : ilog2(nr_pages);
}

/* All areas, for perf_aux_revoke(). */
static LIST_HEAD(perf_aux_areas);
static DEFINE_SPINLOCK(perf_aux_areas_lock);

/* Free the driver's handle. From here on @aux has no PMU. */
static void perf_aux_give_back(struct perf_aux_area *aux)
{
	if (aux->pmu)
		aux->pmu->free_aux(aux->priv);
	WRITE_ONCE(aux->pmu, NULL);
	aux->priv = NULL;
}

static void perf_aux_free(struct perf_buffer *rb)
{
	struct perf_aux_area *aux = &rb->aux;

	lockdep_assert_held(&rb->aux_mutex);
	/* Still listed while free_aux() runs: perf_aux_revoke() must wait for aux_mutex. */
	perf_aux_give_back(aux);
	scoped_guard(spinlock, &perf_aux_areas_lock)
		list_del(&aux->entry);
	perf_aux_free_pages(aux->pages, aux->nr_pages);
	aux->pages = NULL;
	aux->nr_pages = 0;
}

static void perf_aux_free_work(struct work_struct *work)
{
	struct perf_buffer *rb = container_of(work, struct perf_buffer, aux.free_work);

	scoped_guard(mutex, &rb->aux_mutex)
		perf_aux_free(rb);
	perf_ring_put(rb);
}

static void perf_aux_free_irq(struct irq_work *work)
{
	struct perf_buffer *rb = container_of(work, struct perf_buffer, aux.free_irq);

	schedule_work(&rb->aux.free_work);
}

/**
 * perf_aux_alloc - allocate the AUX area of a ring
 * @rb:        ring without an AUX area; aux_mutex is held
 * @event:     event whose PMU will write the area
 * @pgoff:     offset of the mapping in the event's file, in pages
 * @nr_pages:  size of the area, a power of two
 * @watermark: bytes between two wake-ups, 0 for half of the area
 * @flags:     PERF_RING_OVERWRITE: the reader only uses snapshots; PERF_RING_ACCOUNT
 *
 * The caller gets the area's first reference, which stands for all mappings, and
 * drops it with perf_aux_put().
 *
 * Context: task, may sleep.
 *
 * Return: 0, -EOPNOTSUPP if the PMU does not support AUX areas, -ENOMEM.
 */
int perf_aux_alloc(struct perf_buffer *rb, struct perf_event *event, unsigned long pgoff,
		   int nr_pages, unsigned long watermark, unsigned int flags)
{
	bool overwrite = flags & PERF_RING_OVERWRITE;
	int node = event->cpu < 0 ? NUMA_NO_NODE : cpu_to_node(event->cpu);
	struct perf_aux_area *aux = &rb->aux;
	struct pmu *pmu = event->pmu;
	void **pages, *priv;
	int order;

	lockdep_assert_held(&rb->aux_mutex);
	if (!has_aux(event))
		return -EOPNOTSUPP;

	if (overwrite)
		watermark = 0;
	else if (!watermark)
		watermark = (unsigned long)nr_pages << (PAGE_SHIFT - 1);
	order = perf_aux_order(pmu, nr_pages, watermark);
	pages = perf_aux_alloc_pages(nr_pages, order,
				     pmu->capabilities & PERF_PMU_CAP_AUX_NO_SG, node,
				     perf_ring_gfp(flags));
	if (!pages)
		return -ENOMEM;
	priv = pmu->setup_aux(event, pages, nr_pages, overwrite);
	if (!priv) {
		perf_aux_free_pages(pages, nr_pages);
		return -ENOMEM;
	}

	refcount_inc(&rb->refcount);
	aux->pages = pages;
	aux->nr_pages = nr_pages;
	aux->pgoff = pgoff;
	aux->overwrite = overwrite;
	aux->head = 0;
	aux->wakeup = 0;
	aux->watermark = watermark;
	aux->priv = priv;
	aux->pmu = pmu;
	scoped_guard(spinlock, &perf_aux_areas_lock)
		list_add_tail(&aux->entry, &perf_aux_areas);
	init_irq_work(&aux->free_irq, perf_aux_free_irq);
	INIT_WORK(&aux->free_work, perf_aux_free_work);
	smp_wmb(); /* @aux is complete before perf_aux_acquire() gets a reference */
	refcount_set(&aux->refcount, 1);
	return 0;
}

/**
 * perf_aux_put - drop the AUX area's reference of all mappings
 * @rb: ring, referenced by the caller; aux_mutex is held
 *
 * Context: task, may sleep.
 */
void perf_aux_put(struct perf_buffer *rb)
{
	lockdep_assert_held(&rb->aux_mutex);
	if (!refcount_dec_and_test(&rb->aux.refcount))
		return;
	perf_aux_free(rb);
	perf_ring_put(rb);
}

/* Returns a ring whose AUX area @pmu has set up, with a reference, or NULL. */
static struct perf_buffer *perf_aux_find(const struct pmu *pmu)
{
	struct perf_aux_area *aux;

	guard(spinlock)(&perf_aux_areas_lock);
	list_for_each_entry(aux, &perf_aux_areas, entry) {
		/* An area on the list holds its ring. */
		if (READ_ONCE(aux->pmu) == pmu) {
			struct perf_buffer *rb = container_of(aux, struct perf_buffer, aux);

			refcount_inc(&rb->refcount);
			return rb;
		}
	}
	return NULL;
}

/**
 * perf_aux_revoke - free the driver's handles of all AUX areas of a PMU
 * @pmu: PMU being unregistered, which has no events any more
 *
 * The areas stay mapped as plain memory.
 *
 * Context: task, may sleep.
 */
void perf_aux_revoke(const struct pmu *pmu)
{
	struct perf_buffer *rb;

	while ((rb = perf_aux_find(pmu))) {
		scoped_guard(mutex, &rb->aux_mutex) {
			if (rb->aux.pmu == pmu)
				perf_aux_give_back(&rb->aux);
		}
		perf_ring_put(rb);
	}
}

/* Drop the reference of a transaction or snapshot. Context: any, NMI included. */
static void perf_aux_release(struct perf_buffer *rb)
{
	if (refcount_dec_and_test(&rb->aux.refcount))
		irq_work_queue(&rb->aux.free_irq);
}

/**
 * perf_aux_page - a page of the AUX area
 * @rb:    ring with a mapped AUX area
 * @index: number of the page in the area, from 0
 *
 * Context: any.
 *
 * Return: the page, without a reference; NULL if there is no such page.
 */
struct page *perf_aux_page(const struct perf_buffer *rb, unsigned long index)
{
	if (index >= rb->aux.nr_pages)
		return NULL;
	return virt_to_page(rb->aux.pages[index]);
}

static void perf_aux_stop_list(struct perf_context *ctx, struct perf_buffer *rb)
{
	struct perf_event *event;

	list_for_each_entry_rcu(event, &ctx->event_list, event_entry) {
		if (event->state != PERF_EVENT_STATE_ACTIVE || !has_aux(event) ||
		    rcu_access_pointer(event->opened->rb) != rb ||
		    event->oncpu != smp_processor_id())
			continue;
		event->pmu->stop(event, PERF_EF_UPDATE);
	}
}

/* Runs on each CPU in perf_aux_producer_cpus(), or on all. IRQs are off. */
static void perf_aux_stop_local(void *data)
{
	struct perf_cpu_context *cpuctx = this_cpu_ptr(&perf_cpu_context);

	guard(rcu)();
	perf_aux_stop_list(&cpuctx->ctx, data);
	if (cpuctx->task_ctx)
		perf_aux_stop_list(cpuctx->task_ctx, data);
}

/* Set in @cpus each CPU on which an event that outputs to @rb may be counting. */
static void perf_aux_producer_cpus(struct perf_buffer *rb, struct cpumask *cpus)
{
	struct perf_event_file *opened;

	spin_lock_irq(&rb->event_lock);
	list_for_each_entry(opened, &rb->events, rb_entry) {
		int cpu = opened->event->cpu;

		if (cpu < 0)
			cpu = READ_ONCE(opened->event->oncpu);
		if (cpu >= 0)
			cpumask_set_cpu(cpu, cpus);
	}
	spin_unlock_irq(&rb->event_lock);
}

/**
 * perf_aux_stop_all - stop all events that write to an AUX area
 * @rb: ring, whose aux_mmap_count is zero already: no transaction can begin
 *
 * An event that moves to another CPU meanwhile ends its transaction on the way.
 *
 * Context: task, may sleep.
 */
void perf_aux_stop_all(struct perf_buffer *rb)
{
	cpumask_var_t cpus;

	if (zalloc_cpumask_var(&cpus, GFP_KERNEL)) {
		perf_aux_producer_cpus(rb, cpus);
		on_each_cpu_mask(cpus, perf_aux_stop_local, rb, true);
		free_cpumask_var(cpus);
	} else {
		on_each_cpu(perf_aux_stop_local, rb, true);
	}
}

/* Write PERF_RECORD_AUX into @rb, the area's ring: @event may have another ring by now. */
static void perf_aux_record(struct perf_buffer *rb, struct perf_event *event,
			    unsigned long offset, unsigned long size, u64 flags)
{
	struct perf_output_handle handle;
	struct perf_sample_data sample;
	struct {
		struct perf_event_header	header;
		u64				offset;
		u64				size;
		u64				flags;
	} record = { .offset = offset, .size = size, .flags = flags };

	perf_event_header__init(&record.header, &sample, PERF_RECORD_AUX, 0, sizeof(record), event);
	preempt_disable_notrace(); /* until perf_output_end() */
	if (perf_output_open_ring(&handle, rb, event, record.header.size, rb->backward)) {
		preempt_enable_notrace();
		return;
	}
	perf_output_put(&handle, record);
	perf_event__output_id_sample(event, &handle, &sample);
	perf_output_end(&handle);
}

static void perf_aux_publish(struct perf_buffer *rb)
{
	smp_wmb(); /* data the CPU copied to the area before aux_head; pairs with the reader */
	WRITE_ONCE(rb->user_page->aux_head, rb->aux.head);
}

/* Is a wake-up due? Then aux->wakeup advances: the caller must wake the reader. */
static bool perf_aux_wakeup_due(struct perf_aux_area *aux)
{
	if (aux->overwrite || aux->head - aux->wakeup < aux->watermark)
		return false;
	aux->wakeup += rounddown(aux->head - aux->wakeup, aux->watermark);
	return true;
}

/*
 * Returns the ring of @event with a reference on the AUX area for a transaction or
 * snapshot; NULL if the area is not mapped, or its driver handle (aux->priv) belongs to
 * another PMU or has been revoked.
 */
static struct perf_buffer *perf_aux_acquire(struct perf_event *event)
{
	struct perf_buffer *rb;

	guard(rcu)();
	rb = rcu_dereference(event->opened->rb);
	if (!rb || !atomic_read(&rb->aux_mmap_count) ||
	    !refcount_inc_not_zero(&rb->aux.refcount))
		return NULL;
	smp_rmb(); /* the area's fields after its reference; pairs with perf_aux_alloc() */
	/* While the area has a reference, aux->pmu does not become another PMU. */
	if (READ_ONCE(rb->aux.pmu) == event->pmu)
		return rb;
	perf_aux_release(rb);
	return NULL;
}

/**
 * perf_aux_output_begin - open a transaction
 * @handle: filled in: @head is the position to write at, @size the bytes free (without
 *          overwrite mode), @wakeup the position at which the reader is to be woken
 * @event:  event whose hardware writes
 *
 * If the area is full, @event is disabled and the reader woken.
 *
 * Context: IRQs off or NMI, on the event's CPU.
 *
 * Return: value that pmu::setup_aux returned, NULL if no transaction can be opened now.
 */
void *perf_aux_output_begin(struct perf_output_handle *handle, struct perf_event *event)
{
	struct perf_buffer *rb = perf_aux_acquire(event);
	struct perf_aux_area *aux;

	handle->event = NULL;
	if (!rb)
		return NULL;
	aux = &rb->aux;
	if (WARN_ON_ONCE(aux->nest))
		goto release;

	handle->rb = rb;
	handle->head = aux->head;
	handle->wakeup = aux->wakeup + aux->watermark;
	handle->size = 0;
	handle->aux_flags = 0;
	if (!aux->overwrite) {
		/* one byte stays free: head equal to tail means empty */
		unsigned long used = aux->head - READ_ONCE(rb->user_page->aux_tail);
		unsigned long mask = perf_aux_size(aux) - 1;

		handle->size = mask - (used & mask);
		if (!handle->size) {
			perf_upcalls.disable_soon(event);
			perf_output_wakeup(event, rb);
			goto release;
		}
	}
	handle->event = event;
	WRITE_ONCE(aux->nest, 1);
	return aux->priv;

release:
	perf_aux_release(rb);
	return NULL;
}
EXPORT_SYMBOL_GPL(perf_aux_output_begin);

/**
 * perf_aux_output_end - close a transaction
 * @handle: from perf_aux_output_begin(); in overwrite mode the driver has moved @head
 *          to the hardware's position
 * @size:   bytes written
 *
 * With PERF_AUX_FLAG_TRUNCATED the event is disabled: data was lost, and more would be
 * lost until the reader has made room.
 *
 * Context: IRQs off or NMI, on the event's CPU.
 */
void perf_aux_output_end(struct perf_output_handle *handle, unsigned long size)
{
	struct perf_event *event = handle->event;
	struct perf_buffer *rb = handle->rb;
	struct perf_aux_area *aux = &rb->aux;
	u64 flags = handle->aux_flags;
	unsigned long offset;
	bool wakeup;

	if (aux->overwrite) {
		flags |= PERF_AUX_FLAG_OVERWRITE;
		offset = handle->head;
		aux->head = offset;
	} else {
		flags &= ~PERF_AUX_FLAG_OVERWRITE;
		offset = aux->head;
		aux->head += size;
	}
	perf_aux_publish(rb);
	wakeup = perf_aux_wakeup_due(aux);

	if (size || flags & ~(u64)PERF_AUX_FLAG_OVERWRITE)
		perf_aux_record(rb, event, offset, size, flags);
	if (flags & PERF_AUX_FLAG_TRUNCATED) {
		perf_upcalls.disable_soon(event);
		wakeup = true;
	}
	if (wakeup)
		perf_output_wakeup(event, rb);

	handle->event = NULL;
	WRITE_ONCE(aux->nest, 0);
	perf_aux_release(rb);
}
EXPORT_SYMBOL_GPL(perf_aux_output_end);

/**
 * perf_aux_output_skip - leave a gap, for alignment
 * @handle: an open transaction of an area without overwrite mode
 * @size:   bytes
 *
 * Context: IRQs off or NMI, on the event's CPU.
 *
 * Return: 0, or -ENOSPC if less than @size is free.
 */
int perf_aux_output_skip(struct perf_output_handle *handle, unsigned long size)
{
	struct perf_buffer *rb = handle->rb;
	struct perf_aux_area *aux = &rb->aux;

	if (size > handle->size)
		return -ENOSPC;

	aux->head += size;
	perf_aux_publish(rb);
	if (perf_aux_wakeup_due(aux)) {
		perf_output_wakeup(handle->event, rb);
		handle->wakeup = aux->wakeup + aux->watermark;
	}
	handle->head = aux->head;
	handle->size -= size;
	return 0;
}
EXPORT_SYMBOL_GPL(perf_aux_output_skip);

/**
 * perf_get_aux - get the driver's handle of the area
 * @handle: an open transaction, or one that failed to open
 *
 * Return: value that pmu::setup_aux returned; NULL without a transaction.
 */
void *perf_get_aux(struct perf_output_handle *handle)
{
	return handle->event ? handle->rb->aux.priv : NULL;
}
EXPORT_SYMBOL_GPL(perf_get_aux);

/**
 * perf_aux_output_flag - add flags to the PERF_RECORD_AUX of a transaction
 * @handle: an open transaction
 * @flags:  PERF_AUX_FLAG_*
 */
void perf_aux_output_flag(struct perf_output_handle *handle, u64 flags)
{
	handle->aux_flags |= flags;
}
EXPORT_SYMBOL_GPL(perf_aux_output_flag);

/**
 * perf_output_copy_aux - store part of an AUX area in a record
 * @aux_handle: open transaction of the area
 * @handle:     open record, with room for it
 * @from:       first byte; positions are taken modulo the size of the area
 * @to:         byte behind the last; @from plus the area's size copies the whole area
 *
 * Context: IRQs off or NMI.
 *
 * Return: bytes stored.
 */
long perf_output_copy_aux(struct perf_output_handle *aux_handle,
			  struct perf_output_handle *handle,
			  unsigned long from, unsigned long to)
{
	const struct perf_aux_area *aux = &aux_handle->rb->aux;
	unsigned long mask = perf_aux_size(aux) - 1;
	unsigned long left = to - from;
	long stored = 0;

	if (left > perf_aux_size(aux))
		left &= mask; /* the driver passed positions modulo the size */
	while (left) {
		unsigned long pos = (from + stored) & mask;
		unsigned long part = min(left, PAGE_SIZE - offset_in_page(pos));

		perf_output_copy(handle, aux->pages[pos >> PAGE_SHIFT] + offset_in_page(pos), part);
		stored += part;
		left -= part;
	}
	return stored;
}
EXPORT_SYMBOL_GPL(perf_output_copy_aux);

/* event->aux_event, whose data a sample of @event holds; NULL unless active on this CPU. */
static struct perf_event *perf_aux_sampler(const struct perf_event *event)
{
	struct perf_event *sampler = event->aux_event;

	if (!sampler || READ_ONCE(sampler->state) != PERF_EVENT_STATE_ACTIVE ||
	    READ_ONCE(sampler->oncpu) != smp_processor_id())
		return NULL;
	return sampler;
}

/**
 * perf_aux_sample_size - set the size of a sample's AUX data
 * @event: event with PERF_SAMPLE_AUX
 * @data:  aux_size is set to a multiple of eight
 * @room:  bytes the record may still grow by, a multiple of eight
 *
 * Context: any, NMI included, preemption off.
 *
 * Return: aux_size.
 */
unsigned long perf_aux_sample_size(struct perf_event *event, struct perf_sample_data *data,
				   unsigned long room)
{
	struct perf_event *sampler = perf_aux_sampler(event);
	struct perf_buffer *rb;
	unsigned long size;

	data->aux_size = 0;
	if (!sampler)
		return 0;
	guard(rcu)();
	rb = rcu_dereference(sampler->opened->rb);
	if (!rb || READ_ONCE(rb->aux.in_snapshot) || !perf_ring_has_aux(rb))
		return 0;
	size = min_t(unsigned long, event->attr.aux_sample_size, perf_aux_size(&rb->aux));
	data->aux_size = min(ALIGN(size, sizeof(u64)), room);
	return data->aux_size;
}

/*
 * IRQs are off so that @sampler is not stopped meanwhile. pmu->stop() and pmu->start()
 * must not be called here: an NMI may have interrupted them.
 */
static long perf_aux_snapshot(struct perf_event *sampler, struct perf_output_handle *handle,
			      unsigned long size)
{
	struct perf_buffer *rb;
	unsigned long flags;
	long stored = 0;

	local_irq_save(flags);
	rb = perf_aux_acquire(sampler);
	if (rb) {
		if (!READ_ONCE(rb->aux.in_snapshot)) {
			WRITE_ONCE(rb->aux.in_snapshot, true);
			barrier(); /* in_snapshot keeps an NMI out of snapshot_aux() */
			stored = sampler->pmu->snapshot_aux(sampler, handle, size);
			barrier();
			WRITE_ONCE(rb->aux.in_snapshot, false);
		}
		perf_aux_release(rb);
	}
	local_irq_restore(flags);
	return stored;
}

/**
 * perf_aux_sample_write - store a sample's AUX data
 * @event:  event with PERF_SAMPLE_AUX
 * @handle: the open record
 * @data:   aux_size bytes are stored, zeroes behind the data
 *
 * The caller writes the word that holds aux_size.
 *
 * Context: between begin and end, any context.
 */
void perf_aux_sample_write(struct perf_event *event, struct perf_output_handle *handle,
			   struct perf_sample_data *data)
{
	struct perf_event *sampler = perf_aux_sampler(event);
	long stored = 0;

	if (!data->aux_size)
		return;
	if (sampler && sampler->pmu->snapshot_aux)
		stored = perf_aux_snapshot(sampler, handle, data->aux_size);
	/* If snapshot_aux() returns an error, it has stored no bytes. */
	stored = clamp_t(long, stored, 0, data->aux_size);
	perf_output_zero(handle, data->aux_size - stored);
}
