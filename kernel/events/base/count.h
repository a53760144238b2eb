/* SPDX-License-Identifier: GPL-2.0 */
/* The count of an event as code on its CPU sees it without asking anybody. */
#ifndef _KERNEL_EVENTS_COUNT_H
#define _KERNEL_EVENTS_COUNT_H

#include <linux/perf_event.h>

/*
 * Is the count right at any moment? Firing keeps that of an instance that is matched
 * where it fires; that of a clock has to be worked out. Any context.
 */
static inline bool perf_event_keeps_count(const struct perf_event *event)
{
	if (!(event->event_caps & PERF_EV_CAP_RESIDENT))
		return false;
	return event->pmu->type == PERF_TYPE_SOFTWARE || event->pmu->type == PERF_TYPE_TRACEPOINT;
}

/*
 * Up to the last update by the PMU, with what children that are gone have
 * left; live children excluded, as in PERF_SAMPLE_READ. Any context.
 */
static inline u64 perf_event_count(const struct perf_event *event)
{
	u64 count = local64_read(&event->count);

	if (!event->parent)
		count += atomic64_read(&event->opened->child_count);
	return count;
}

#endif /* _KERNEL_EVENTS_COUNT_H */
