/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The PMU "tracepoint". <linux/perf/hooks.h> and <linux/trace_events.h> declare
 * perf_tp_event() and perf_trace_run_bpf_submit(), which trace events call at each hit.
 */
#ifndef _KERNEL_EVENTS_PMUS_TRACEPOINT_H
#define _KERNEL_EVENTS_PMUS_TRACEPOINT_H

#include <linux/perf_event.h>
#include <linux/perf/tracing.h>

#include "pmus/software.h"

#ifdef CONFIG_EVENT_TRACING

/* The operations of the PMUs "tracepoint", "kprobe" and "uprobe", except event_init(). */
#define PERF_TRACE_PMU_OPS				\
	.task_ctx_nr	= perf_sw_context,		\
	.capabilities	= PERF_PMU_CAP_STOP_IN_NMI,	\
	.event_clone	= perf_tracepoint_clone,	\
	.add		= perf_trace_add,		\
	.del		= perf_trace_del,		\
	.start		= perf_swevent_start,		\
	.stop		= perf_swevent_stop,		\
	.read		= perf_swevent_read

int perf_tracepoint_clone(struct perf_event *child, const struct perf_event *parent);
int perf_tracepoint_register(void);

#else

static inline int perf_tracepoint_register(void)
{
	return 0;
}

#endif /* CONFIG_EVENT_TRACING */
#endif /* _KERNEL_EVENTS_PMUS_TRACEPOINT_H */
