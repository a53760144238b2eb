/* SPDX-License-Identifier: GPL-2.0 */
/* Sample fields read from the interrupted task: registers, stack, pages, cgroup. */
#ifndef _KERNEL_EVENTS_SAMPLE_USER_H
#define _KERNEL_EVENTS_SAMPLE_USER_H

#include <linux/perf_event.h>

void perf_sample_regs_user(struct perf_regs *user, struct pt_regs *regs);
void perf_sample_regs_intr(struct perf_regs *intr, struct pt_regs *regs);
u32 perf_sample_regs_size(const struct perf_regs *regs, u64 mask);
void perf_sample_put_regs(struct perf_output_handle *handle, const struct perf_regs *regs,
			  u64 mask);
u32 perf_sample_stack_size(u32 wanted, u32 room, struct pt_regs *regs);
void perf_sample_put_stack(struct perf_output_handle *handle, u32 size, struct pt_regs *regs);
u64 perf_sample_phys_addr(u64 addr);
u64 perf_sample_page_size(unsigned long addr);
u64 perf_sample_cgroup_id(void);
void perf_sample_hide_user(struct perf_sample_data *data, const struct perf_event *event);

#endif /* _KERNEL_EVENTS_SAMPLE_USER_H */
