/* SPDX-License-Identifier: GPL-2.0 */
/* The slot of an instance in its context, and the pmu contexts of a slot. */
#ifndef _KERNEL_EVENTS_SLOT_H
#define _KERNEL_EVENTS_SLOT_H

#include "base/context_types.h"

int perf_context_reserve(struct perf_context *ctx, struct perf_event *event);
void perf_context_unreserve(struct perf_event *event);

struct perf_event_pmu_context *perf_pmu_ctx_find(struct perf_event_slot *slot,
						 const struct pmu *pmu);
struct perf_event_pmu_context *perf_pmu_ctx_make(struct perf_event_slot *slot, struct pmu *pmu,
						 gfp_t gfp);
void perf_pmu_ctx_drop(struct perf_event_pmu_context *pmu_ctx);
void perf_slot_put(struct perf_event_slot *slot);
void perf_slot_trim(struct perf_event_slot *slot);

#endif /* _KERNEL_EVENTS_SLOT_H */
