/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Records of trace events whose size is known when they are hit, and may be too large:
 * what probes, and programs by user_events, write.
 */
#ifndef _LINUX_PERF_TRACE_RECORD_H
#define _LINUX_PERF_TRACE_RECORD_H

#include <linux/trace_events.h>

void perf_trace_too_large(struct hlist_head *head, struct pt_regs *regs);

/**
 * perf_trace_fits - may a record be had from perf_trace_buf_alloc()?
 * @size: its size, bytes
 * @head: this CPU's events of the trace event
 * @regs: registers where it was hit, NULL: not known
 *
 * Context: any, preemption off.
 * Return: true if so. If not, the hit has been counted and its samples are lost: the
 * caller has nothing left to do.
 */
static inline bool perf_trace_fits(int size, struct hlist_head *head, struct pt_regs *regs)
{
	if (likely(size <= PERF_MAX_TRACE_SIZE))
		return true;
	perf_trace_too_large(head, regs);
	return false;
}

#endif /* _LINUX_PERF_TRACE_RECORD_H */
