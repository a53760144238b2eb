/* SPDX-License-Identifier: GPL-2.0 */
/* Joining and leaving groups. */
#ifndef _KERNEL_EVENTS_GROUP_H
#define _KERNEL_EVENTS_GROUP_H

#include <linux/perf_event.h>

struct perf_cpu_context;

void perf_group_join(struct perf_cpu_context *cpuctx, struct perf_event *event);
void perf_group_prepare_leave(struct perf_event *event);
void perf_group_prepare_breakup(struct perf_event *event);
void perf_group_leave(struct perf_cpu_context *cpuctx, struct perf_event *event);
void perf_group_leave_aux(struct perf_event *event, struct perf_event *leader);
void perf_group_dissolve(struct perf_cpu_context *cpuctx, struct perf_event *leader, int most);

#endif /* _KERNEL_EVENTS_GROUP_H */
