// SPDX-License-Identifier: GPL-2.0
/*
 * Mapping rings into user space.
 *
 * The first mapping of an event allocates a ring, further mappings share it. Each mapping
 * holds a reference on the ring in vm_private_data, so the ring's memory does not depend
 * on the event. mmap() maps all pages of the data area, so the measured program takes no
 * page faults for them. The AUX area may be very large and be read in part only:
 * perf_mmap_fault() maps its pages on first access.
 *
 * User space can write only the user page, which holds the tails.
 *
 * perf_ring_charge() charges pages to the user up to perf_event_mlock_kb, the rest to the
 * mm that maps. perf_ring_charge::user and ::mm record both, and the last unmap credits
 * these two, whichever task unmaps. Both counters are raised before they are compared
 * with a limit, so two concurrent mappings cannot both pass where only one fits.
 *
 * With PERF_EXT_MEMCG the memory control group of the mapping task pays instead, if it or a
 * group above it has a limit: else a user could pin all memory. The pages hold the group
 * (struct obj_cgroup), so the charge ends when the last page is freed, whichever task unmaps,
 * also after the group was removed.
 *
 * Locks: mmap_lock (mm) > mmap_mutex (event) > aux_mutex (ring) > event_lock (ring).
 * No task holds the mmap_mutex of two events at once.
 * Context: task, may sleep.
 */
#include <linux/capability.h>
#include <linux/cleanup.h>
#include <linux/cpumask.h>
#include <linux/cred.h>
#include <linux/fs.h>
#include <linux/log2.h>
#include <linux/memcontrol.h>
#include <linux/mm.h>
#include <linux/page_counter.h>
#include <linux/pagemap.h>
#include <linux/perf_event.h>
#include <linux/sched/mm.h>
#include <linux/sched/signal.h>
#include <linux/sched/user.h>
#include <linux/security.h>

#include "base/instance.h"
#include "base/why.h"
#include "event/mmap.h"
#include "ring/aux.h"
#include "ring/output.h"
#include "ring/userpage.h"
#include "ring/wakeup.h"
#include "sched/context.h"

/* Pages per vm_insert_pages() call. */
#define PERF_MMAP_BATCH		16

/**
 * perf_mmap_check_data - check the size of a data mapping
 * @vma_pages: pages: one user page, plus zero or a power of two data pages
 *
 * Return: 0 or -EINVAL.
 */
int perf_mmap_check_data(unsigned long vma_pages)
{
	unsigned long data = vma_pages - 1;

	return vma_pages && (!data || is_power_of_2(data)) ? 0 : -EINVAL;
}

/**
 * perf_mmap_user_share - part of a ring that the user's own allowance covers
 * @pages: pages requested
 * @used:  pages of the allowance in use
 * @limit: the allowance in pages; may have been lowered below @used
 *
 * Return: pages, 0 to @pages.
 */
unsigned long perf_mmap_user_share(unsigned long pages, unsigned long used, unsigned long limit)
{
	return used < limit ? min(pages, limit - used) : 0;
}

/* Charge @pages to the current user and @mm. Return: 0, or -EPERM with nothing charged. */
static int perf_ring_charge(struct perf_ring_charge *charge, struct mm_struct *mm,
			    unsigned long pages)
{
	unsigned long limit = sysctl_perf_event_mlock >> (PAGE_SHIFT - 10);
	struct user_struct *user = current_user();
	long used = atomic_long_read(&user->perf_mlock);
	unsigned long share;
	u64 pinned;

	limit *= num_online_cpus();
	do {
		share = perf_mmap_user_share(pages, used, limit);
	} while (!atomic_long_try_cmpxchg(&user->perf_mlock, &used, used + share));

	pages -= share;
	if (pages) {
		pinned = atomic64_add_return(pages, &mm->pinned_vm);
		if (pinned > rlimit(RLIMIT_MEMLOCK) >> PAGE_SHIFT && perf_is_paranoid() &&
		    !capable(CAP_IPC_LOCK)) {
			atomic64_sub(pages, &mm->pinned_vm);
			atomic_long_sub(share, &user->perf_mlock);
			return -EPERM;
		}
	}

	mmgrab(mm);
	*charge = (struct perf_ring_charge) {
		.user		= get_uid(user),
		.mm		= mm,
		.user_pages	= share,
		.mm_pages	= pages,
	};
	return 0;
}

static void perf_ring_uncharge(struct perf_ring_charge *charge)
{
	atomic_long_sub(charge->user_pages, &charge->user->perf_mlock);
	atomic64_sub(charge->mm_pages, &charge->mm->pinned_vm);
	free_uid(charge->user);
	mmdrop(charge->mm);
	*charge = (struct perf_ring_charge) { };
}

DEFINE_FREE(mem_cgroup, struct mem_cgroup *, mem_cgroup_put(_T))

/* Is what @memcg pays for limited, by its own memory.max or by that of a group above it? */
static bool perf_memcg_is_limited(struct mem_cgroup *memcg)
{
	for (; memcg && !mem_cgroup_is_root(memcg); memcg = parent_mem_cgroup(memcg)) {
		if (mem_cgroup_get_max(memcg) < PAGE_COUNTER_MAX)
			return true;
	}
	return false;
}

/*
 * The control group that pays for the pages that current maps from @opened. NULL: none, so the
 * limits for locked memory apply. Both follow from one look at current's group: a task that is
 * moved meanwhile cannot get pages that nobody pays for.
 */
static struct mem_cgroup *perf_mmap_memcg_get(const struct perf_event_file *opened)
{
	struct mem_cgroup *memcg;

	if (!opened->memcg || !memcg_kmem_online())
		return NULL;
	memcg = get_mem_cgroup_from_mm(current->mm);
	if (perf_memcg_is_limited(memcg))
		return memcg;
	mem_cgroup_put(memcg);
	return NULL;
}

/* Drop one mapping of @rb. The caller holds a reference on @rb. */
static void perf_mmap_drop_ring(struct perf_buffer *rb)
{
	if (!refcount_dec_and_test(&rb->mmap_count))
		return;
	perf_ring_kill(rb);
	perf_ring_uncharge(&rb->charge);
}

/* Undo perf_mmap_share_ring() or perf_mmap_make_ring(), whose mapping has failed. */
static void perf_mmap_unshare_ring(struct perf_buffer *rb)
{
	perf_mmap_drop_ring(rb);
	perf_ring_put(rb);
}

/* Drop one mapping of the AUX area. */
static void perf_mmap_drop_aux(struct perf_buffer *rb)
{
	if (!atomic_dec_and_mutex_lock(&rb->aux_mmap_count, &rb->aux_mutex))
		return;
	perf_aux_stop_all(rb);
	perf_ring_uncharge(&rb->aux.charge);
	perf_aux_put(rb);
	mutex_unlock(&rb->aux_mutex);
}

static struct perf_event *perf_mmap_event(const struct vm_area_struct *vma)
{
	return vma->vm_file->private_data;
}

static void perf_mmap_call_pmu(struct vm_area_struct *vma, bool mapped)
{
	struct perf_event *event = perf_mmap_event(vma);
	void (*fn)(struct perf_event *event, struct mm_struct *mm);

	/* mmap_mutex keeps perf_revoke_pmu() from changing event->pmu. */
	guard(mutex)(&event->opened->mmap_mutex);
	fn = mapped ? event->pmu->event_mapped : event->pmu->event_unmapped;
	if (fn)
		fn(event, vma->vm_mm);
}

/* mremap() moves a mapping: until the old vma is closed, there are two. */
static void perf_mmap_open(struct vm_area_struct *vma)
{
	struct perf_buffer *rb = vma->vm_private_data;

	refcount_inc(&rb->refcount);
	refcount_inc(&rb->mmap_count);
	if (vma->vm_pgoff)
		atomic_inc(&rb->aux_mmap_count);
	atomic_inc(&perf_mmap_event(vma)->opened->mmap_count);
	perf_mmap_call_pmu(vma, true);
}

static void perf_mmap_close(struct vm_area_struct *vma)
{
	struct perf_event_file *opened = perf_mmap_event(vma)->opened;
	struct perf_buffer *rb = vma->vm_private_data;

	perf_mmap_call_pmu(vma, false);
	if (vma->vm_pgoff)
		perf_mmap_drop_aux(rb);
	perf_mmap_drop_ring(rb);
	if (atomic_dec_and_mutex_lock(&opened->mmap_count, &opened->mmap_mutex)) {
		/* Other events may still map the ring; this event's last mapping is gone. */
		perf_ring_detach(opened);
		mutex_unlock(&opened->mmap_mutex);
	}
	perf_ring_put(rb);
}

/* A mapping of a ring cannot be split. */
static int perf_mmap_may_split(struct vm_area_struct *vma, unsigned long addr)
{
	return -EINVAL;
}

static vm_fault_t perf_mmap_fault(struct vm_fault *vmf)
{
	struct vm_area_struct *vma = vmf->vma;
	const struct perf_buffer *rb = vma->vm_private_data;
	struct page *page;

	if (vma->vm_pgoff)
		page = perf_aux_page(rb, vmf->pgoff - vma->vm_pgoff);
	else
		page = perf_ring_page(rb, vmf->pgoff);
	if (!page || (vmf->flags & FAULT_FLAG_WRITE && vmf->pgoff))
		return VM_FAULT_SIGBUS;

	get_page(page);
	vmf->page = page;
	return 0;
}

/* First write to a page that is mapped read-only: only the user page (pgoff 0) may be written. */
static vm_fault_t perf_mmap_page_mkwrite(struct vm_fault *vmf)
{
	if (vmf->pgoff)
		return VM_FAULT_SIGBUS;
	lock_page(vmf->page);
	return VM_FAULT_LOCKED;
}

static const struct vm_operations_struct perf_mmap_ops = {
	.open		= perf_mmap_open,
	.close		= perf_mmap_close,
	.may_split	= perf_mmap_may_split,
	.fault		= perf_mmap_fault,
	.page_mkwrite	= perf_mmap_page_mkwrite,
};

/* Map the user page and the data area. On failure the mmap() core unmaps inserted pages. */
static int perf_mmap_insert(struct vm_area_struct *vma, const struct perf_buffer *rb)
{
	pgprot_t prot = vma->vm_page_prot;
	unsigned long index = 1;
	int ret;

	ret = vm_insert_page(vma, vma->vm_start, perf_ring_page(rb, 0));

	/*
	 * Data pages are read-only, even in a mapping with PROT_WRITE. A mapping with PROT_WRITE
	 * alone can be read: without VM_READ its pages would have no access at all, and a read
	 * would fault for ever.
	 */
	vma->vm_page_prot = vm_get_page_prot((vma->vm_flags & ~VM_WRITE) | VM_READ);
	while (!ret && index <= rb->nr_pages) {
		unsigned long addr = vma->vm_start + (index << PAGE_SHIFT);
		struct page *pages[PERF_MMAP_BATCH];
		unsigned long nr = 0, left;

		while (nr < PERF_MMAP_BATCH && index <= rb->nr_pages)
			pages[nr++] = perf_ring_page(rb, index++);
		left = nr;
		ret = vm_insert_pages(vma, addr, pages, &left);
	}
	vma->vm_page_prot = prot;
	return ret;
}

/* Arguments of mmap() are not worth a number: the reason names what is wrong with them. */
static int __cold perf_mmap_refuse(struct perf_event *event, int err, enum perf_event_why reason)
{
	return perf_refuse_event(event, err, reason, PERF_WHERE_NONE);
}

static struct perf_buffer *perf_mmap_alloc_ring(struct perf_event *event, unsigned long pages,
						unsigned int flags, struct mem_cgroup *memcg)
{
	unsigned long watermark = perf_ring_watermark(&event->attr, (pages - 1) << PAGE_SHIFT);
	struct mem_cgroup *before;
	struct perf_buffer *rb;

	if (pages > INT_MAX)
		return NULL;
	if (memcg)
		flags |= PERF_RING_ACCOUNT;
	before = set_active_memcg(memcg);
	rb = perf_ring_alloc(pages - 1, watermark, event->cpu, flags);
	set_active_memcg(before);
	return rb;
}

/* Allocate a ring for @event and map it in @vma; no event writes to the ring yet. */
static struct perf_buffer *perf_mmap_make_ring(struct perf_event *event,
					       struct vm_area_struct *vma)
{
	struct mem_cgroup *memcg __free(mem_cgroup) = perf_mmap_memcg_get(event->opened);
	unsigned long pages = vma_pages(vma);
	struct perf_ring_charge charge;
	struct perf_buffer *rb;
	unsigned int flags = 0;
	int ret;

	/* PERF_RING_OVERWRITE stays set even if mprotect() makes the page writable later. */
	if (!(vma->vm_flags & VM_WRITE))
		flags |= PERF_RING_OVERWRITE;
	if (is_write_backward(event))
		flags |= PERF_RING_BACKWARD;

	ret = perf_ring_charge(&charge, vma->vm_mm, memcg ? 0 : pages);
	if (ret)
		return ERR_PTR(perf_mmap_refuse(event, ret, PERF_WHY_MMAP_QUOTA));

	rb = perf_mmap_alloc_ring(event, pages, flags, memcg);
	if (!rb) {
		perf_ring_uncharge(&charge);
		return ERR_PTR(perf_mmap_refuse(event, -ENOMEM, memcg ? PERF_WHY_MMAP_MEMCG :
								PERF_WHY_NO_MEMORY));
	}
	rb->charge = charge;
	rb->user_opened = event->opened;
	perf_userpage_init(rb);

	ret = perf_mmap_insert(vma, rb);
	if (ret) {
		perf_mmap_unshare_ring(rb);
		return ERR_PTR(ret);
	}
	return rb;
}

static void perf_mmap_first_update(struct perf_cpu_context *cpuctx,
				   struct perf_context *ctx, void *data)
{
	perf_event_update_userpage(data);
}

/* Return: @opened's ring with mmap_count raised; NULL if @opened has no ring still mapped. */
static struct perf_buffer *perf_mmap_share_ring(struct perf_event_file *opened)
{
	struct perf_buffer *rb = perf_ring_get(opened);

	if (rb && !refcount_inc_not_zero(&rb->mmap_count)) {
		/* perf_mmap_drop_ring() of the last mapping is killing this ring. */
		perf_ring_put(rb);
		rb = NULL;
	}
	return rb;
}

static int perf_mmap_data(struct perf_event *event, struct vm_area_struct *vma)
{
	struct perf_event_file *opened = event->opened;
	struct perf_buffer *rb;
	int ret;

	ret = perf_mmap_check_data(vma_pages(vma));
	if (ret)
		return perf_mmap_refuse(event, ret, PERF_WHY_MMAP_PAGES);

	guard(mutex)(&opened->mmap_mutex);
	rb = perf_mmap_share_ring(opened);
	if (rb) {
		if (rb->nr_pages == vma_pages(vma) - 1)
			ret = perf_mmap_insert(vma, rb);
		else
			ret = perf_mmap_refuse(event, -EINVAL, PERF_WHY_MMAP_OTHER);
	} else {
		rb = perf_mmap_make_ring(event, vma);
		if (IS_ERR(rb))
			return PTR_ERR(rb);
		ret = perf_ring_attach(rb, opened);
	}
	if (ret) {
		perf_mmap_unshare_ring(rb);
		return ret;
	}

	vma->vm_private_data = rb;
	atomic_inc(&opened->mmap_count);
	if (event->ctx)
		perf_context_run(event->ctx, perf_mmap_first_update, event);
	return 0;
}

/* Does @vma match aux_offset and aux_size, written to the user page by the program? */
static int perf_mmap_check_aux(const struct perf_buffer *rb, struct vm_area_struct *vma)
{
	u64 offset = READ_ONCE(rb->user_page->aux_offset);
	u64 size = READ_ONCE(rb->user_page->aux_size);
	unsigned long pages = vma_pages(vma);

	lockdep_assert_held(&rb->aux_mutex);
	if (pages > INT_MAX)
		return -ENOMEM;
	if (offset < perf_ring_size(rb) + PAGE_SIZE || offset != (u64)vma->vm_pgoff << PAGE_SHIFT)
		return -EINVAL;
	if (size != (u64)pages << PAGE_SHIFT || !is_power_of_2(pages))
		return -EINVAL;
	if (perf_ring_has_aux(rb) &&
	    (rb->aux.pgoff != vma->vm_pgoff || rb->aux.nr_pages != pages))
		return -EINVAL;
	return 0;
}

static int perf_mmap_alloc_aux(struct perf_buffer *rb, struct perf_event *event,
			       struct vm_area_struct *vma, struct mem_cgroup *memcg)
{
	unsigned int flags = vma->vm_flags & VM_WRITE ? 0 : PERF_RING_OVERWRITE;
	struct mem_cgroup *before;
	int ret;

	if (memcg)
		flags |= PERF_RING_ACCOUNT;
	before = set_active_memcg(memcg);
	ret = perf_aux_alloc(rb, event, vma->vm_pgoff, vma_pages(vma), event->attr.aux_watermark,
			     flags);
	set_active_memcg(before);
	if (ret == -ENOMEM)
		return perf_mmap_refuse(event, ret, memcg ? PERF_WHY_MMAP_MEMCG :
							    PERF_WHY_NO_MEMORY);
	return ret ? perf_mmap_refuse(event, ret, PERF_WHY_AUX_NONE) : 0;
}

static int perf_mmap_make_aux(struct perf_buffer *rb, struct perf_event *event,
			      struct vm_area_struct *vma)
{
	struct mem_cgroup *memcg __free(mem_cgroup) = perf_mmap_memcg_get(event->opened);
	struct perf_ring_charge charge;
	int ret;

	ret = perf_ring_charge(&charge, vma->vm_mm, memcg ? 0 : vma_pages(vma));
	if (ret)
		return perf_mmap_refuse(event, ret, PERF_WHY_MMAP_QUOTA);
	ret = perf_mmap_alloc_aux(rb, event, vma, memcg);
	if (ret) {
		perf_ring_uncharge(&charge);
		return ret;
	}
	rb->aux.charge = charge;
	atomic_set(&rb->aux_mmap_count, 1);
	return 0;
}

/* Add a mapping of the ring's AUX area; the first mapping allocates the area. */
static int perf_mmap_join_aux(struct perf_buffer *rb, struct perf_event *event,
			      struct vm_area_struct *vma)
{
	int ret;

	guard(mutex)(&rb->aux_mutex);
	ret = perf_mmap_check_aux(rb, vma);
	if (ret)
		return perf_mmap_refuse(event, ret, PERF_WHY_AUX_RANGE);
	if (!perf_ring_has_aux(rb))
		return perf_mmap_make_aux(rb, event, vma);
	/* An open transaction may briefly keep an AUX area that is no longer mapped. */
	if (atomic_inc_not_zero(&rb->aux_mmap_count))
		return 0;
	return perf_mmap_refuse(event, -EBUSY, PERF_WHY_AUX_BUSY);
}

static int perf_mmap_aux(struct perf_event *event, struct vm_area_struct *vma)
{
	struct perf_event_file *opened = event->opened;
	struct perf_buffer *rb;
	int ret;

	guard(mutex)(&opened->mmap_mutex);
	rb = perf_mmap_share_ring(opened);
	if (!rb)
		return perf_mmap_refuse(event, -EINVAL, PERF_WHY_AUX_NO_RING);
	ret = perf_mmap_join_aux(rb, event, vma);
	if (ret) {
		perf_mmap_unshare_ring(rb);
		return ret;
	}
	vma->vm_private_data = rb;
	atomic_inc(&opened->mmap_count);
	return 0;
}

/**
 * perf_event_mmap_file - map an event's ring (offset 0) or AUX area
 * @file: the event's file
 * @vma:  the mapping
 *
 * Context: task, mmap_lock held for writing.
 *
 * Return: 0; -EINVAL for a private mapping, a wrong size or offset, or an event that may have
 * children and is not bound to a CPU; -EPERM if perf_event_mlock_kb and
 * RLIMIT_MEMLOCK do not cover the pages; -EBUSY while an unmapped AUX area is still being
 * written; -ENOMEM; -EOPNOTSUPP for a PMU without AUX area; the errno of
 * security_perf_event_read().
 */
int perf_event_mmap_file(struct file *file, struct vm_area_struct *vma)
{
	struct perf_event *event = file->private_data;
	int ret;

	/* The children of @event would write to one ring from several CPUs. */
	if (event->cpu == -1 && perf_event_may_have_children(event))
		return perf_mmap_refuse(event, -EINVAL, PERF_WHY_MMAP_INHERIT);
	if (!(vma->vm_flags & VM_SHARED))
		return perf_mmap_refuse(event, -EINVAL, PERF_WHY_MMAP_PRIVATE);
	ret = security_perf_event_read(event);
	if (ret)
		return ret;

	vm_flags_set(vma, VM_DONTCOPY | VM_DONTEXPAND | VM_DONTDUMP);
	vma->vm_ops = &perf_mmap_ops;

	ret = vma->vm_pgoff ? perf_mmap_aux(event, vma) : perf_mmap_data(event, vma);
	if (!ret)
		perf_mmap_call_pmu(vma, true);
	return ret;
}
