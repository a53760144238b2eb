/* SPDX-License-Identifier: GPL-2.0 */
/* Throttling: an event that overflows too often must not hog its CPU. */
#ifndef _KERNEL_EVENTS_THROTTLE_H
#define _KERNEL_EVENTS_THROTTLE_H

#include <linux/perf_event.h>

#include "base/context_types.h"
#include "base/limits.h"
#include "base/period.h"

bool __perf_throttle_account(struct perf_event *event, bool enforce, u64 overflows);
void perf_throttle_forget(struct perf_event *event);
void perf_throttle_forget_due(struct perf_event *event);
void perf_throttle_start(struct perf_event *event, int flags);
void perf_throttle_release(struct perf_event *event);
void perf_throttle_release_others(struct perf_event *event);

static inline bool perf_event_is_throttled(const struct perf_event *event)
{
	return READ_ONCE(event->hw.throttled);
}

/**
 * perf_throttle_account - count an overflow and throttle the event if it has too many
 * @event:   ACTIVE
 * @enforce: @event may be throttled for this overflow
 *
 * In frequency mode this also adjusts the period.
 *
 * Context: on the event's CPU with IRQs off, or NMI.
 * Return: true if @event is throttled; the caller stops it.
 */
static __always_inline bool perf_throttle_account(struct perf_event *event, bool enforce)
{
	u64 window = __this_cpu_read(perf_cpu_context.throttle_seq);
	u64 overflows = perf_throttle_count(&event->hw, window);

	if (likely(overflows <= perf_limits_max_per_tick() && !event->rate))
		return false;
	return __perf_throttle_account(event, enforce, overflows);
}

/**
 * perf_throttle_is_due - count an overflow, unless perf_throttle_account() is needed
 * @event: ACTIVE
 *
 * Context: on the event's CPU with IRQs off, or NMI.
 * Return: false if the overflow was counted; true if the caller calls perf_throttle_account().
 */
static __always_inline bool perf_throttle_is_due(struct perf_event *event)
{
	u64 window = __this_cpu_read(perf_cpu_context.throttle_seq);
	struct hw_perf_event *hw = &event->hw;

	if (hw->interrupts_seq != (u32)window || hw->interrupts >= perf_limits_max_per_tick() ||
	    event->rate)
		return true;
	hw->interrupts++;
	return false;
}

#endif /* _KERNEL_EVENTS_THROTTLE_H */
