/* SPDX-License-Identifier: GPL-2.0 */
/* Counter values to event counts and periods. */
#ifndef _ARCH_POWERPC_PERF_COUNT_H
#define _ARCH_POWERPC_PERF_COUNT_H

#include <linux/types.h>

struct perf_event;

u32 perf_power_update(struct perf_event *event);
void perf_power_update_running(struct perf_event *event);
bool perf_power_begin_period(struct perf_event *event);

#endif /* _ARCH_POWERPC_PERF_COUNT_H */
