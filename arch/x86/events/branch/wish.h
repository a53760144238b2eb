/* SPDX-License-Identifier: GPL-2.0 */
/* The wishes of events, and the filter that serves them. */
#ifndef _ARCH_X86_EVENTS_BRANCH_WISH_H
#define _ARCH_X86_EVENTS_BRANCH_WISH_H

#include <linux/types.h>

struct perf_x86_branch_group;
struct perf_x86_branches;

extern const struct perf_x86_branch_group perf_x86_branch_select_groups[];
extern const struct perf_x86_branch_group perf_x86_branch_arch_groups[];

int perf_x86_branch_wish(const struct perf_x86_branches *branches, u64 branch_sample_type,
			 u64 *wish);
bool perf_x86_branch_wishes_agree(u64 a, u64 b);
u64 perf_x86_branch_select(const struct perf_x86_branches *branches, u64 wish);

#endif /* _ARCH_X86_EVENTS_BRANCH_WISH_H */
