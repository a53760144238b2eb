/* SPDX-License-Identifier: GPL-2.0 */
/* The administrator's limits on sampling, and the governor that lowers them. */
#ifndef _KERNEL_EVENTS_LIMITS_H
#define _KERNEL_EVENTS_LIMITS_H

#include <linux/perf_event.h>

/* Maximum number of overflows of an event per tick. Only limits.c writes this. */
extern u32 perf_limits_per_tick;

static inline u64 perf_limits_max_per_tick(void)
{
	return READ_ONCE(perf_limits_per_tick);
}

int perf_limits_check_rate(const struct perf_event_attr *attr);

#endif /* _KERNEL_EVENTS_LIMITS_H */
