// SPDX-License-Identifier: GPL-2.0
/*
 * The debug store area of each CPU, and the buffer that the processor writes records to.
 *
 * The processor writes both with the page table of the interrupted code, so they are mapped in
 * the CPU entry area, which user page tables have as well. struct debug_store is always there;
 * perf_x86_area_get() allocates a buffer for every possible CPU, so that a CPU that comes up
 * has one, and maps it at the place that the entry area reserves for it. The kernel reads the
 * buffer through its own mapping of the pages.
 *
 * Owns: cpu_debug_store, perf_x86_area_buffer, the buffers' part of the CPU entry area.
 * Locks: area_mutex protects the number of users and the buffers.
 * Context: task, where it says so; else on the CPU with IRQs off, or NMI.
 *
 * Hardware facts: Intel SDM volume 3, "Debug Store (DS) Mechanism" and "DS Save Area".
 */
#include <linux/cleanup.h>
#include <linux/cpumask.h>
#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/topology.h>

#include <asm/cpu_entry_area.h>
#include <asm/io.h>
#include <asm/pgtable.h>
#include <asm/tlbflush.h>

#include "precise/area.h"

DEFINE_PER_CPU_PAGE_ALIGNED(struct debug_store, cpu_debug_store);

static DEFINE_MUTEX(area_mutex);
static unsigned int area_users;

/* The kernel's own address of a CPU's buffer; NULL while there are no users. */
static DEFINE_PER_CPU(void *, perf_x86_area_buffer);

static u64 perf_x86_area_base(int cpu)
{
	return (unsigned long)get_cpu_entry_area(cpu)->cpu_debug_buffers.pebs_buffer;
}

static void perf_x86_area_map(int cpu, void *buffer)
{
	unsigned long to = perf_x86_area_base(cpu);
	phys_addr_t from = virt_to_phys(buffer);
	size_t offset;

	for (offset = 0; offset < PEBS_BUFFER_SIZE; offset += PAGE_SIZE)
		cea_set_pte((void *)(to + offset), from + offset, PAGE_KERNEL);
}

static void perf_x86_area_unmap(int cpu)
{
	unsigned long from = perf_x86_area_base(cpu);
	size_t offset;

	for (offset = 0; offset < PEBS_BUFFER_SIZE; offset += PAGE_SIZE)
		cea_set_pte((void *)(from + offset), 0, PAGE_NONE);
	flush_tlb_kernel_range(from, from + PEBS_BUFFER_SIZE);
}

static void perf_x86_area_free(void)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		void *buffer = per_cpu(perf_x86_area_buffer, cpu);

		if (!buffer)
			continue;
		perf_x86_area_unmap(cpu);
		per_cpu(perf_x86_area_buffer, cpu) = NULL;
		free_pages((unsigned long)buffer, get_order(PEBS_BUFFER_SIZE));
	}
}

static int perf_x86_area_alloc(void)
{
	struct page *page;
	int cpu;

	for_each_possible_cpu(cpu) {
		page = alloc_pages_node(cpu_to_node(cpu), GFP_KERNEL_ACCOUNT | __GFP_ZERO,
					get_order(PEBS_BUFFER_SIZE));
		if (!page) {
			perf_x86_area_free();
			return -ENOMEM;
		}
		per_cpu(perf_x86_area_buffer, cpu) = page_address(page);
		perf_x86_area_map(cpu, page_address(page));
	}
	return 0;
}

/**
 * perf_x86_area_get - count one more user; the first one allocates the buffers
 *
 * Context: task.
 * Return: 0; -ENOMEM with nothing allocated.
 */
int perf_x86_area_get(void)
{
	int err;

	guard(mutex)(&area_mutex);
	err = area_users ? 0 : perf_x86_area_alloc();
	if (!err)
		area_users++;
	return err;
}

/**
 * perf_x86_area_put - undo perf_x86_area_get(); the last user frees the buffers
 *
 * Context: task; no CPU has an event of the user.
 */
void perf_x86_area_put(void)
{
	guard(mutex)(&area_mutex);
	if (!--area_users)
		perf_x86_area_free();
}

/**
 * perf_x86_area_address - value of MSR_IA32_DS_AREA for this CPU
 *
 * Return: the address in the CPU entry area.
 */
u64 perf_x86_area_address(void)
{
	return (unsigned long)&get_cpu_entry_area(smp_processor_id())->cpu_debug_store;
}

/**
 * perf_x86_area_open - let the processor write to this CPU's buffer
 *
 * No counter of the CPU writes records yet. A threshold beyond the end means no interrupt.
 */
void perf_x86_area_open(void)
{
	struct debug_store *ds = this_cpu_ptr(&cpu_debug_store);
	u64 base = perf_x86_area_base(smp_processor_id());

	ds->pebs_buffer_base = base;
	ds->pebs_index = base;
	ds->pebs_absolute_maximum = base + PEBS_BUFFER_SIZE;
	ds->pebs_interrupt_threshold = base + PEBS_BUFFER_SIZE + 1;
}

/**
 * perf_x86_area_close - let the processor write to this CPU's buffer no longer
 *
 * No counter of the CPU writes records any more.
 */
void perf_x86_area_close(void)
{
	struct debug_store *ds = this_cpu_ptr(&cpu_debug_store);

	ds->pebs_absolute_maximum = 0;
	ds->pebs_index = 0;
	ds->pebs_interrupt_threshold = 0;
	ds->pebs_buffer_base = 0;
}

/**
 * perf_x86_area_set_threshold - when the processor interrupts
 * @bytes: bytes of records in the buffer; more than its size has no interrupt
 */
void perf_x86_area_set_threshold(size_t bytes)
{
	this_cpu_ptr(&cpu_debug_store)->pebs_interrupt_threshold =
		perf_x86_area_base(smp_processor_id()) + bytes;
}

/**
 * perf_x86_area_set_reset - value that a counter begins with after a record
 * @field: number of the field
 * @value: the value, in the counter's width
 */
void perf_x86_area_set_reset(unsigned int field, u64 value)
{
	this_cpu_ptr(&cpu_debug_store)->pebs_event_reset[field] = value;
}

/**
 * perf_x86_area_records - the records that the processor has written
 * @bytes: set to their length; 0 also if the processor's index is not in the buffer
 *
 * Return: the first one.
 */
const void *perf_x86_area_records(size_t *bytes)
{
	const struct debug_store *ds = this_cpu_ptr(&cpu_debug_store);
	u64 length = READ_ONCE(ds->pebs_index) - perf_x86_area_base(smp_processor_id());
	const void *buffer = this_cpu_read(perf_x86_area_buffer);

	*bytes = buffer && length <= PEBS_BUFFER_SIZE ? length : 0;
	return buffer;
}

/**
 * perf_x86_area_rewind - empty the buffer
 *
 * No counter of the CPU counts.
 */
void perf_x86_area_rewind(void)
{
	struct debug_store *ds = this_cpu_ptr(&cpu_debug_store);

	WRITE_ONCE(ds->pebs_index, perf_x86_area_base(smp_processor_id()));
}
