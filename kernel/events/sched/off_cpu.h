/* SPDX-License-Identifier: GPL-2.0 */
/* The time that the task of a context spends off the CPU. */
#ifndef _KERNEL_EVENTS_SCHED_OFF_CPU_H
#define _KERNEL_EVENTS_SCHED_OFF_CPU_H

#include <linux/jump_label.h>
#include <linux/limits.h>

#include "base/context_types.h"

/**
 * enum perf_off_cpu_kind - which of the time off the CPU; attr.config of the PMU "offcpu"
 * @PERF_OFF_CPU_ALL:       all of it
 * @PERF_OFF_CPU_BLOCKED:   intervals that began with the task going to sleep
 * @PERF_OFF_CPU_PREEMPTED: intervals that began with the task runnable
 * @PERF_OFF_CPU_NR:        number of kinds
 */
enum perf_off_cpu_kind {
	PERF_OFF_CPU_ALL,
	PERF_OFF_CPU_BLOCKED,
	PERF_OFF_CPU_PREEMPTED,
	PERF_OFF_CPU_NR,
};

DECLARE_STATIC_KEY_FALSE(perf_off_cpu_events);

/* False unless an event of time off the CPU is open. */
static __always_inline bool perf_off_cpu_on(void)
{
	return static_branch_unlikely(&perf_off_cpu_events);
}

/* True for the slot whose clock always runs. */
static inline bool perf_slot_is_off_cpu(const struct perf_event_slot *slot)
{
	return slot->ctx->off && slot == &slot->ctx->off->slot;
}

void perf_off_cpu_get(void);
void perf_off_cpu_put(void);

void perf_off_cpu_begin(struct perf_context *ctx, u64 now);
void perf_off_cpu_end(struct perf_context *ctx, u64 now);

/* Events that are bound to a CPU count the interval that ends there, so they are visited always. */
static inline bool perf_off_cpu_visit_is_due(const struct perf_context *ctx)
{
	return ctx->off && (ctx->cpu_slot || ctx->off->to_visit <= 0);
}

/* A visit of all instances begins: the wishes so far are met. */
static inline void perf_off_cpu_visit_begin(struct perf_context *ctx)
{
	ctx->off->to_visit = S64_MAX;
}

void perf_off_cpu_visit_within(struct perf_context *ctx, u64 ns);

void perf_off_cpu_add(struct perf_context *ctx);
void perf_off_cpu_del(struct perf_context *ctx);
u64 perf_off_cpu_clock(const struct perf_context *ctx, enum perf_off_cpu_kind kind);
u64 perf_off_cpu_last(const struct perf_context *ctx, enum perf_off_cpu_kind kind);

#endif /* _KERNEL_EVENTS_SCHED_OFF_CPU_H */
