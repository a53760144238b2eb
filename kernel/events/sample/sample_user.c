// SPDX-License-Identifier: GPL-2.0
/*
 * Sample fields read from the interrupted task and its memory: registers, stack,
 * physical address and size of pages, cgroup.
 *
 * Locks: none. Context: any, NMI included, preemption off. Page tables are read
 * with IRQs off, which keeps them from being freed; user memory is read with page
 * faults off, so absent memory is not sampled.
 */
#include <linux/cgroup.h>
#include <linux/io.h>
#include <linux/mm.h>
#include <linux/perf_event.h>
#include <linux/perf_regs.h>
#include <linux/pgtable.h>
#include <linux/sched/mm.h>
#include <linux/sched/signal.h>

#include "ring/output.h"
#include "sample/sample_user.h"

/*
 * Does current have a user mode to sample? Kernel threads and PF_USER_WORKER threads do
 * not, nor does an exiting task that has dropped current->mm.
 */
static bool perf_sample_task_has_user(void)
{
	return current->mm && !(current->flags & (PF_KTHREAD | PF_USER_WORKER));
}

/**
 * perf_sample_regs_user - get the registers that current had in user mode
 * @user: filled in; PERF_SAMPLE_REGS_ABI_NONE and NULL if current has no user mode
 * @regs: registers at the moment of the sample
 */
void perf_sample_regs_user(struct perf_regs *user, struct pt_regs *regs)
{
	if (user_mode(regs)) {
		user->abi = perf_reg_abi(current);
		user->regs = regs;
	} else if (perf_sample_task_has_user()) {
		perf_get_regs_user(user, regs);
	} else {
		user->abi = PERF_SAMPLE_REGS_ABI_NONE;
		user->regs = NULL;
	}
}

/**
 * perf_sample_regs_intr - get the registers at the moment of the sample
 * @intr: filled in
 * @regs: the registers
 */
void perf_sample_regs_intr(struct perf_regs *intr, struct pt_regs *regs)
{
	intr->regs = regs;
	intr->abi = perf_reg_abi(current);
}

/**
 * perf_sample_regs_size - size of registers in a sample
 * @regs: the registers
 * @mask: one bit for each register sampled
 *
 * Return: bytes that perf_sample_put_regs() writes.
 */
u32 perf_sample_regs_size(const struct perf_regs *regs, u64 mask)
{
	return sizeof(u64) + (regs->regs ? hweight64(mask) * sizeof(u64) : 0);
}

void __weak perf_reg_values(u64 *to, struct pt_regs *regs, u64 mask)
{
	for (; mask; mask &= mask - 1)
		*to++ = perf_reg_value(regs, __ffs64(mask));
}

/**
 * perf_sample_put_regs - write registers: regs->abi, then their values
 * @handle: an open record
 * @regs:   the registers
 * @mask:   one bit for each register sampled
 */
void perf_sample_put_regs(struct perf_output_handle *handle, const struct perf_regs *regs,
			  u64 mask)
{
	const u32 size = hweight64(mask) * sizeof(u64);
	u64 *dst;

	perf_output_word(handle, regs->regs ? regs->abi : PERF_SAMPLE_REGS_ABI_NONE);
	if (!regs->regs)
		return;

	dst = perf_output_straight(handle, size);
	if (likely(dst)) {
		perf_reg_values(dst, regs->regs, mask);
		perf_output_advance(handle, size);
		return;
	}
	for (; mask; mask &= mask - 1)
		perf_output_word(handle, perf_reg_value(regs->regs, __ffs64(mask)));
}

#ifdef CONFIG_HAVE_PERF_USER_STACK_DUMP
static unsigned long stack_pointer_of(struct pt_regs *regs)
{
	return user_stack_pointer(regs);
}
#else
/* Never sampled: events with PERF_SAMPLE_STACK_USER cannot be opened. */
static unsigned long stack_pointer_of(struct pt_regs *regs)
{
	return TASK_SIZE;
}
#endif

/**
 * perf_sample_stack_size - how much of the user stack to copy
 * @wanted: attr.sample_stack_user, a multiple of eight
 * @room:   bytes the record may still grow by
 * @regs:   user registers, NULL if there are none
 *
 * Return: bytes, a multiple of eight: @wanted, or less at the end of the address space
 * or of the record.
 */
u32 perf_sample_stack_size(u32 wanted, u32 room, struct pt_regs *regs)
{
	unsigned long stack;

	/* An exiting task has user registers even after it has dropped current->mm. */
	if (!regs || !current->mm)
		return 0;
	stack = stack_pointer_of(regs);
	if (!stack || stack >= TASK_SIZE)
		return 0;
	return round_down(min3((unsigned long)wanted, (unsigned long)room, TASK_SIZE - stack),
			  sizeof(u64));
}

/**
 * perf_sample_put_stack - write the user stack
 * @handle: an open record
 * @size:   from perf_sample_stack_size()
 * @regs:   user registers
 *
 * Writes @size; then, unless @size is zero, @size bytes from the stack pointer up, and
 * the number of bytes that could be read.
 */
void perf_sample_put_stack(struct perf_output_handle *handle, u32 size, struct pt_regs *regs)
{
	unsigned long left;

	perf_output_word(handle, size);
	if (!size)
		return;

	left = perf_output_copy_user(handle, (void __user *)stack_pointer_of(regs), size);
	perf_output_zero(handle, left);
	perf_output_word(handle, size - left);
}

/**
 * perf_sample_phys_addr - the physical address of a virtual address
 * @addr: a kernel address, or a user address of current
 *
 * Return: the physical address; 0 for memory that is not present and for vmalloc memory.
 */
u64 perf_sample_phys_addr(u64 addr)
{
	struct page *page;
	u64 phys = 0;

	if (!addr)
		return 0;

	if (addr >= TASK_SIZE) {
		void *kernel = (void *)(uintptr_t)addr;

		return virt_addr_valid(kernel) ? virt_to_phys(kernel) : 0;
	}

	if (!perf_sample_task_has_user())
		return 0;
	pagefault_disable();
	if (get_user_page_fast_only(addr, 0, &page)) {
		phys = page_to_phys(page) + offset_in_page(addr);
		put_page(page);
	}
	pagefault_enable();
	return phys;
}

#if defined(CONFIG_MMU) && defined(CONFIG_HAVE_GUP_FAST)
/*
 * A page table walk, one function a level. Each entry is read once, since it may change
 * at any time, and only the value read decides: no entry, a page, or a further table.
 */
static u64 pte_page_size(pmd_t pmd, unsigned long addr)
{
	pte_t *ptep = pte_offset_map(&pmd, addr);
	u64 size = 0;
	pte_t pte;

	if (!ptep)
		return 0;
	__acquire(RCU); /* done by pte_offset_map() */
	pte = ptep_get_lockless(ptep);
	if (pte_present(pte))
		size = __pte_leaf_size(pmd, pte);
	pte_unmap(ptep);
	return size;
}

static u64 pmd_page_size(pud_t *table, pud_t pud, unsigned long addr)
{
	const pmd_t pmd = pmdp_get_lockless(pmd_offset_lockless(table, pud, addr));

	if (pmd_present(pmd) && !pmd_leaf(pmd))
		return pte_page_size(pmd, addr);
	return pmd_present(pmd) ? pmd_leaf_size(pmd) : 0;
}

static u64 pud_page_size(p4d_t *table, p4d_t p4d, unsigned long addr)
{
	pud_t *entry = pud_offset_lockless(table, p4d, addr);
	const pud_t pud = READ_ONCE(*entry);

	if (pud_present(pud) && !pud_leaf(pud))
		return pmd_page_size(entry, pud, addr);
	return pud_present(pud) ? pud_leaf_size(pud) : 0;
}

static u64 p4d_page_size(pgd_t *table, pgd_t pgd, unsigned long addr)
{
	p4d_t *entry = p4d_offset_lockless(table, pgd, addr);
	const p4d_t p4d = READ_ONCE(*entry);

	if (p4d_present(p4d) && !p4d_leaf(p4d))
		return pud_page_size(entry, p4d, addr);
	return p4d_present(p4d) ? p4d_leaf_size(p4d) : 0;
}

/* Size of the page that maps @addr, 0 without a page. IRQs are off: no table is freed. */
static u64 mapped_page_size(struct mm_struct *mm, unsigned long addr)
{
	pgd_t *entry = pgd_offset(mm, addr);
	const pgd_t pgd = READ_ONCE(*entry);

	if (pgd_none(pgd))
		return 0;
	return pgd_leaf(pgd) ? pgd_leaf_size(pgd) : p4d_page_size(entry, pgd, addr);
}
#else
static u64 mapped_page_size(struct mm_struct *mm, unsigned long addr)
{
	return 0;
}
#endif

/**
 * perf_sample_page_size - size of the page that maps an address
 * @addr: a kernel address, or a user address of current
 *
 * Return: bytes, 0 if @addr is not mapped.
 */
u64 perf_sample_page_size(unsigned long addr)
{
	struct mm_struct *mm = current->mm;

	if (!addr)
		return 0;
	/* init_mm maps kernel addresses; a task without an mm can use no others. */
	if (!mm || addr >= TASK_SIZE)
		mm = &init_mm;

	guard(irqsave)();
	return mapped_page_size(mm, addr);
}

#ifdef CONFIG_CGROUP_PERF
/**
 * perf_sample_cgroup_id - the cgroup of current
 *
 * Return: id of the cgroup, as in the cgroup's file handle.
 */
u64 perf_sample_cgroup_id(void)
{
	/* preemption is off: the cgroup is not freed meanwhile */
	return cgroup_id(task_css_check(current, perf_event_cgrp_id, true)->cgroup);
}
#else
u64 perf_sample_cgroup_id(void)
{
	return 0;
}
#endif

/**
 * perf_sample_hide_user - hide current in a sample of an event of another task
 * @data:  the sample, after perf_sample_data_init()
 * @event: event that is sampled, of the other task
 *
 * The opener of @event may lack permission for current: current's user registers, stack,
 * physical addresses and cgroup stay out of the sample.
 *
 * Context: any.
 */
void perf_sample_hide_user(struct perf_sample_data *data, const struct perf_event *event)
{
	data->regs_user.abi = PERF_SAMPLE_REGS_ABI_NONE;
	data->regs_user.regs = NULL;
	if (event->attr.sample_type & PERF_SAMPLE_REGS_USER)
		data->dyn_size += perf_sample_regs_size(&data->regs_user, 0);
	data->phys_addr = 0;
	data->cgroup = 0;
	/* Without user registers perf_sample_stack_size() returns 0. */
	data->sample_flags |= PERF_SAMPLE_REGS_USER | PERF_SAMPLE_PHYS_ADDR | PERF_SAMPLE_CGROUP;
}
