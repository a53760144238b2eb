/* SPDX-License-Identifier: GPL-2.0 */
/* From what a counter holds to an event's count and period. */
#ifndef _ARCH_X86_EVENTS_COUNT_H
#define _ARCH_X86_EVENTS_COUNT_H

#include "counters.h"

s64 perf_x86_update(struct perf_event *event);
bool perf_x86_begin_period(struct perf_event *event);

/* Has a counter gone past its end? @value is from perf_x86_update(). */
static inline bool perf_x86_has_overflowed(s64 value)
{
	return value >= 0;
}

#endif /* _ARCH_X86_EVENTS_COUNT_H */
