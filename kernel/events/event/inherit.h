/* SPDX-License-Identifier: GPL-2.0 */
/* Inherited instances. <linux/perf/hooks.h> declares the hooks of fork. */
#ifndef _KERNEL_EVENTS_INHERIT_H
#define _KERNEL_EVENTS_INHERIT_H

#include <linux/perf_event.h>

void perf_child_leave(struct perf_event *child, bool fold, struct list_head *gone);
void perf_children_end(struct perf_context *ctx, bool fold, struct list_head *gone);
void perf_children_remove(struct perf_event *event);

#endif /* _KERNEL_EVENTS_INHERIT_H */
