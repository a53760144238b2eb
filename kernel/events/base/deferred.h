/* SPDX-License-Identifier: GPL-2.0 */
/* User call chains that are collected when the task returns to user mode. */
#ifndef _KERNEL_EVENTS_DEFERRED_H
#define _KERNEL_EVENTS_DEFERRED_H

#include <linux/types.h>

/**
 * struct perf_deferred_chain - a chain that samples refer to by cookie
 * @cookie:    value that the samples carry instead of the chain
 * @max_stack: largest max_stack of the samples' events
 * @readable:  current->mm is the mm that the samples were taken in
 */
struct perf_deferred_chain {
	u64	cookie;
	u32	max_stack;
	bool	readable;
};

int perf_deferred_prepare(void);
u64 perf_deferred_request(u32 max_stack);

#endif /* _KERNEL_EVENTS_DEFERRED_H */
