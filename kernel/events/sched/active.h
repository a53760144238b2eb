/* SPDX-License-Identifier: GPL-2.0 */
/* Activating and deactivating slots and contexts. */
#ifndef _KERNEL_EVENTS_ACTIVE_H
#define _KERNEL_EVENTS_ACTIVE_H

#include "base/context_types.h"

void perf_sched_hooks_get(void);
void perf_sched_hooks_put(void);
void perf_sched_slot_in(struct perf_cpu_context *cpuctx, struct perf_event_slot *slot, u64 now);
void perf_sched_slot_out(struct perf_cpu_context *cpuctx, struct perf_event_slot *slot, u64 now);
void perf_sched_context_in(struct perf_cpu_context *cpuctx, struct perf_context *ctx);
void perf_sched_context_out(struct perf_cpu_context *cpuctx, struct perf_context *ctx);

#endif /* _KERNEL_EVENTS_ACTIVE_H */
