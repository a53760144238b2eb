/* SPDX-License-Identifier: GPL-2.0 */
/* Updating event->count and hw.period_left from the counter. */
#ifndef _ARCH_X86_EVENTS_COUNT_H
#define _ARCH_X86_EVENTS_COUNT_H

#include "counters.h"

s64 perf_x86_update(struct perf_event *event);
s64 perf_x86_update_stopped(struct perf_event *event);
bool perf_x86_begin_period(struct perf_event *event);

/* Has the counter overflowed? @value is from perf_x86_update(). */
static inline bool perf_x86_has_overflowed(s64 value)
{
	return value >= 0;
}

#endif /* _ARCH_X86_EVENTS_COUNT_H */
