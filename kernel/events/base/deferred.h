/* SPDX-License-Identifier: GPL-2.0 */
/* Call chains of user mode that are taken on the way back there. */
#ifndef _KERNEL_EVENTS_DEFERRED_H
#define _KERNEL_EVENTS_DEFERRED_H

#include <linux/types.h>

/**
 * struct perf_deferred_chain - a chain that samples were promised
 * @cookie:    what the samples say in its place
 * @max_stack: addresses the longest of them wanted
 * @readable:  current's memory is the one the samples were taken in
 */
struct perf_deferred_chain {
	u64	cookie;
	u32	max_stack;
	bool	readable;
};

int perf_deferred_prepare(void);
u64 perf_deferred_request(u32 max_stack);

#endif /* _KERNEL_EVENTS_DEFERRED_H */
