/* SPDX-License-Identifier: GPL-2.0 */
/* Keeping an event that overflows too often from hogging its CPU. */
#ifndef _KERNEL_EVENTS_THROTTLE_H
#define _KERNEL_EVENTS_THROTTLE_H

#include <linux/perf_event.h>

bool perf_throttle_account(struct perf_event *event, bool enforce);
void perf_throttle_release(struct perf_event *event);

static inline bool perf_event_is_throttled(const struct perf_event *event)
{
	return event->hw.interrupts == MAX_INTERRUPTS;
}

#endif /* _KERNEL_EVENTS_THROTTLE_H */
