/* SPDX-License-Identifier: GPL-2.0 */
/* Counts and times of an instance, an event or a group. */
#ifndef _KERNEL_EVENTS_READ_H
#define _KERNEL_EVENTS_READ_H

#include <linux/perf_event.h>

ssize_t perf_event_read_user(struct perf_event *event, char __user *buf, size_t count);

#endif /* _KERNEL_EVENTS_READ_H */
