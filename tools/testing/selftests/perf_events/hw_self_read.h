/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reading a counter in user mode, with RDPMC or Arm's MRS, by the protocol that the comment
 * at struct perf_event_mmap_page describes.
 */
#ifndef _HW_SELF_READ_H
#define _HW_SELF_READ_H

#include "hw_fixture.h"

#ifdef __aarch64__

/* Number of pmccntr_el0, which counts only cycles */
#define CYCLE_COUNTER	31

static inline __u64 read_counter(__u32 counter)
{
	__u64 value;

	if (counter == CYCLE_COUNTER)
		__asm__ volatile("isb; mrs %0, pmccntr_el0" : "=r" (value));
	else
		__asm__ volatile("msr pmselr_el0, %1; isb; mrs %0, pmxevcntr_el0"
				 : "=r" (value) : "r" ((__u64)counter));
	return value;
}

#else

static inline __u64 read_counter(__u32 counter)
{
	__u32 low, high;

	__asm__ volatile("rdpmc" : "=a" (low), "=d" (high) : "c" (counter));
	return low | (__u64)high << 32;
}

#endif

/* Returns false if @page->index is 0: the event has no counter now. */
static inline bool self_read(volatile struct perf_event_mmap_page *page, __u64 *count)
{
	__u32 lock, index;
	__s64 value;

	do {
		lock = page->lock;
		__atomic_thread_fence(__ATOMIC_SEQ_CST);
		index = page->index;
		*count = page->offset;
		if (page->cap_user_rdpmc && index) {
			value = read_counter(index - 1) << (64 - page->pmc_width);
			*count += value >> (64 - page->pmc_width);
		}
		__atomic_thread_fence(__ATOMIC_SEQ_CST);
	} while (page->lock != lock || lock & 1);
	return index;
}

/* Returns the number of instructions that hw_loop() adds to the count */
static inline __u64 self_counted(struct perf_event_mmap_page *page, unsigned long rounds)
{
	__u64 before, after;

	self_read(page, &before);
	hw_loop(rounds);
	self_read(page, &after);
	return after - before;
}

#endif /* _HW_SELF_READ_H */
