/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The PMU "breakpoint". <linux/hw_breakpoint.h> declares the functions for the rest of the
 * kernel, and init_hw_breakpoint(), which registers the PMU.
 */
#ifndef _KERNEL_EVENTS_PMUS_BREAKPOINT_H
#define _KERNEL_EVENTS_PMUS_BREAKPOINT_H

#include <linux/perf_event.h>

#ifdef CONFIG_HAVE_HW_BREAKPOINT

int perf_breakpoint_modify(struct perf_event *event, const struct perf_event_attr *attr);

#else

static inline int perf_breakpoint_modify(struct perf_event *event,
					 const struct perf_event_attr *attr)
{
	return event->attr.type == attr->type ? -EOPNOTSUPP : -EINVAL;
}

#endif /* CONFIG_HAVE_HW_BREAKPOINT */
#endif /* _KERNEL_EVENTS_PMUS_BREAKPOINT_H */
