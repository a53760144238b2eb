/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Events that fire where tracing does: tracepoints, kprobes, uprobes and the
 * function tracer. Interface between kernel/trace/trace_event_perf.c and the core;
 * <linux/trace_events.h> has the rest.
 */
#ifndef _LINUX_PERF_TRACING_H
#define _LINUX_PERF_TRACING_H

#include <linux/perf/event.h>

#if defined(CONFIG_PERF_EVENTS) && defined(CONFIG_EVENT_TRACING)

/* hw_perf_event::state: a hit is not just counted: the event samples or has exclude_kernel. */
#define PERF_HES_TRACE_LOOK	PERF_HES_ARCH

/**
 * perf_event_is_tracing - does the event count the hits of a trace event?
 * @event: event past its PMU's event_init
 *
 * Return: true if so. Context: any.
 */
static inline bool perf_event_is_tracing(const struct perf_event *event)
{
	/* tp_event shares its place with addr_filter_ranges. */
	return !(event->attach_state & PERF_ATTACH_RANGES) && event->tp_event;
}

int perf_trace_clone(struct perf_event *child, const struct perf_event *parent);
void perf_trace_unclone(struct perf_event *child);

struct hlist_head __percpu *perf_tracelist_alloc(void);
void perf_tracelist_free(struct hlist_head __percpu *lists);
void perf_tracelist_add(struct perf_event *event);
void perf_tracelist_del(struct perf_event *event);

#else

static inline bool perf_event_is_tracing(const struct perf_event *event)
{
	return false;
}

#endif

#endif /* _LINUX_PERF_TRACING_H */
