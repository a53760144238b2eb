/* SPDX-License-Identifier: GPL-2.0 */
/* The count of an event, read from memory without a call to its PMU. */
#ifndef _KERNEL_EVENTS_COUNT_H
#define _KERNEL_EVENTS_COUNT_H

#include <linux/perf_event.h>

/*
 * True if perf_event::count is right at any moment: software events, tracepoints and probes add
 * to it as they fire. The count of a clock (resident as well) is computed by pmu::read().
 * Context: any.
 */
static inline bool perf_event_keeps_count(const struct perf_event *event)
{
	return event->event_caps & PERF_EV_CAP_KEEPS_COUNT;
}

/* The same for all members of a group. */
static inline bool perf_group_keeps_counts(const struct perf_event *leader)
{
	return leader->group_caps & PERF_EV_CAP_KEEPS_COUNT;
}

/*
 * The count at the last update by the PMU plus perf_event_file::child_count, the counts of
 * exited children; live children excluded, as in PERF_SAMPLE_READ. Context: any.
 */
static inline u64 perf_event_count(const struct perf_event *event)
{
	u64 count = local64_read(&event->count);

	if (!event->parent)
		count += atomic64_read(&event->opened->child_count);
	return count;
}

#endif /* _KERNEL_EVENTS_COUNT_H */
