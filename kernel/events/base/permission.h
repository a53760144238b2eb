/* SPDX-License-Identifier: GPL-2.0 */
/* Permissions of perf_event_open(2). */
#ifndef _KERNEL_EVENTS_PERMISSION_H
#define _KERNEL_EVENTS_PERMISSION_H

#include <linux/perf_event.h>

int perf_permission_open(const struct perf_event_attr *attr);
int perf_permission_branch(const struct perf_event_attr *attr);
int perf_permission_sample(const struct perf_event_attr *attr);
int perf_permission_target(const struct perf_event_attr *attr, struct task_struct *task);

#endif /* _KERNEL_EVENTS_PERMISSION_H */
