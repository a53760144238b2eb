/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Call chains.
 *
 * An architecture implements perf_callchain_kernel() and perf_callchain_user(), which
 * store one return address after the other until perf_callchain_store() returns
 * non-zero. Context: any, NMI included.
 */
#ifndef _LINUX_PERF_CALLCHAIN_H
#define _LINUX_PERF_CALLCHAIN_H

#include <linux/perf/permission.h>
#include <linux/types.h>

struct perf_event;
struct pt_regs;

/**
 * struct perf_callchain_entry - a call chain as a sample carries it
 * @nr: number of words used, context markers included
 * @ip: addresses, innermost first, each run led by a PERF_CONTEXT_* marker
 */
struct perf_callchain_entry {
	__u64	nr;
	__u64	ip[];
};

/**
 * struct perf_callchain_entry_ctx - a chain being collected
 * @entry:          the chain
 * @max_stack:      addresses allowed
 * @nr:             addresses stored
 * @contexts:       markers stored
 * @contexts_maxed: a marker did not fit: nothing more is stored
 */
struct perf_callchain_entry_ctx {
	struct perf_callchain_entry	*entry;
	u32				max_stack;
	u32				nr;
	short				contexts;
	bool				contexts_maxed;
};

#ifdef CONFIG_PERF_EVENTS

void perf_callchain_user(struct perf_callchain_entry_ctx *entry, struct pt_regs *regs);
void perf_callchain_kernel(struct perf_callchain_entry_ctx *entry, struct pt_regs *regs);

struct perf_callchain_entry *get_perf_callchain(struct pt_regs *regs, bool kernel, bool user,
						u32 max_stack, bool crosstask, bool add_mark);
struct perf_callchain_entry *perf_callchain(struct perf_event *event, struct pt_regs *regs);
int get_callchain_buffers(int max_stack);
void put_callchain_buffers(void);
struct perf_callchain_entry *get_callchain_entry(int *rctx);
void put_callchain_entry(int rctx);

/* Store a PERF_CONTEXT_* marker. Return non-zero if @ctx is full: stop walking. */
static inline int perf_callchain_store_context(struct perf_callchain_entry_ctx *ctx, u64 ip)
{
	if (ctx->contexts >= sysctl_perf_event_max_contexts_per_stack) {
		ctx->contexts_maxed = true;
		return -1;
	}
	ctx->contexts++;
	ctx->entry->ip[ctx->entry->nr++] = ip;
	return 0;
}

/* Store one address. Return non-zero if @ctx is full: stop walking. */
static inline int perf_callchain_store(struct perf_callchain_entry_ctx *ctx, u64 ip)
{
	if (ctx->contexts_maxed || ctx->nr >= ctx->max_stack)
		return -1;
	ctx->nr++;
	ctx->entry->ip[ctx->entry->nr++] = ip;
	return 0;
}

#endif /* CONFIG_PERF_EVENTS */
#endif /* _LINUX_PERF_CALLCHAIN_H */
