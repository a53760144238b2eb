/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The PMU "tracepoint". <linux/perf/hooks.h> and <linux/trace_events.h> declare
 * perf_tp_event() and perf_trace_run_bpf_submit(), which trace events call at each hit.
 */
#ifndef _KERNEL_EVENTS_PMUS_TRACEPOINT_H
#define _KERNEL_EVENTS_PMUS_TRACEPOINT_H

#include <linux/perf_event.h>
#include <linux/perf/tracing.h>

#ifdef CONFIG_EVENT_TRACING

int perf_tracepoint_register(void);

#else

static inline int perf_tracepoint_register(void)
{
	return 0;
}

#endif /* CONFIG_EVENT_TRACING */
#endif /* _KERNEL_EVENTS_PMUS_TRACEPOINT_H */
