/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Records of trace events whose size is known only at the hit, and may be too large:
 * those of probes and of user_events.
 */
#ifndef _LINUX_PERF_TRACE_RECORD_H
#define _LINUX_PERF_TRACE_RECORD_H

#include <linux/trace_events.h>

void perf_trace_too_large(struct hlist_head *head, struct pt_regs *regs);

/**
 * perf_trace_fits - does a record fit into the buffer of perf_trace_buf_alloc()?
 * @size: its size, bytes
 * @head: this CPU's events of the trace event
 * @regs: registers at the hit, NULL: not known
 *
 * Context: any, preemption off.
 * Return: true if so; else perf_trace_too_large() has counted the hit, whose samples are
 * lost, and the caller has nothing left to do.
 */
static inline bool perf_trace_fits(int size, struct hlist_head *head, struct pt_regs *regs)
{
	if (likely(size <= PERF_MAX_TRACE_SIZE))
		return true;
	perf_trace_too_large(head, regs);
	return false;
}

#endif /* _LINUX_PERF_TRACE_RECORD_H */
