/* SPDX-License-Identifier: GPL-2.0 */
/* Mapping an event's ring. */
#ifndef _KERNEL_EVENTS_MMAP_H
#define _KERNEL_EVENTS_MMAP_H

#include <linux/types.h>

struct file;
struct vm_area_struct;

int perf_event_mmap_file(struct file *file, struct vm_area_struct *vma);

/* Pure functions, for the unit tests as well. Sizes in pages. */
int perf_mmap_check_data(unsigned long vma_pages);
unsigned long perf_mmap_user_share(unsigned long pages, unsigned long used,
				   unsigned long limit);

#endif /* _KERNEL_EVENTS_MMAP_H */
