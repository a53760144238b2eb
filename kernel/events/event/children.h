/* SPDX-License-Identifier: GPL-2.0 */
/* The instances of an event beside the opened one. */
#ifndef _KERNEL_EVENTS_CHILDREN_H
#define _KERNEL_EVENTS_CHILDREN_H

#include <linux/perf_event.h>

struct perf_event *perf_instance_add(struct perf_event *event, struct perf_context *ctx,
				     struct perf_event *leader);
void perf_child_leave(struct perf_event *child, bool fold, struct list_head *gone);
void perf_children_end(struct perf_context *ctx, bool fold, struct list_head *gone);
void perf_children_remove(struct perf_event *event);

#endif /* _KERNEL_EVENTS_CHILDREN_H */
