/* SPDX-License-Identifier: GPL-2.0 */
/* Scheduling groups onto PMUs and off them. */
#ifndef _KERNEL_EVENTS_SCHED_H
#define _KERNEL_EVENTS_SCHED_H

#include "base/context_types.h"

/*
 * Upper bound on the instances that one section with IRQs off handles, where user space
 * decides how many there are.
 */
#define PERF_SECTION_STEPS	128

void perf_sched_group_add(struct perf_cpu_context *cpuctx, struct perf_event *leader);
void perf_sched_group_del(struct perf_event *leader);
void perf_sched_sibling_in(struct perf_event *sibling);
void perf_sched_sibling_leaves(struct perf_event *sibling);
void perf_sched_resident_out(struct perf_event *event, enum perf_event_state state);
void __perf_sched_sync_siblings(struct perf_context *ctx);
void perf_sched_enable(struct perf_cpu_context *cpuctx, struct perf_event *event);
void perf_sched_disable(struct perf_cpu_context *cpuctx, struct perf_event *event,
			enum perf_event_state state);
void perf_sched_flush(struct perf_cpu_context *cpuctx);
bool perf_sched_rotate(struct perf_cpu_pmu_context *cpc);

void perf_sched_groups_in(struct perf_cpu_context *cpuctx, struct perf_event_pmu_context *pmu_ctx);
void perf_sched_groups_out(struct perf_event_pmu_context *pmu_ctx, u64 now);

/* Calls __perf_sched_sync_siblings() if @ctx->unsynced holds leaders; some may be left after it. */
static __always_inline void perf_sched_sync_siblings(struct perf_context *ctx)
{
	if (unlikely(!list_empty(&ctx->unsynced)))
		__perf_sched_sync_siblings(ctx);
}

/* True if every member is resident: added to its PMU for as long as it is enabled. */
static inline bool perf_group_is_resident(const struct perf_event *leader)
{
	return leader->group_caps & PERF_EV_CAP_RESIDENT;
}

/* The common case: a resident event without a group. */
static inline bool perf_event_is_alone(const struct perf_event *event)
{
	return event->group_leader == event && !event->nr_siblings &&
	       perf_group_is_resident(event);
}

#endif /* _KERNEL_EVENTS_SCHED_H */
