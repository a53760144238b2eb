/* SPDX-License-Identifier: GPL-2.0 */
/* Installing instances in a context and removing them. */
#ifndef _KERNEL_EVENTS_INSTALL_H
#define _KERNEL_EVENTS_INSTALL_H

#include <linux/perf_event.h>

void perf_context_install(struct perf_context *ctx, struct perf_event *event);
void perf_context_install_private(struct perf_context *ctx, struct perf_event *event);
void perf_context_remove(struct perf_event *event, enum perf_event_state state, bool group);
void perf_context_remove_several(struct perf_context *ctx, struct list_head *files);
void perf_context_end(struct perf_context *ctx, struct list_head *gone);
void perf_context_differs(struct perf_context *ctx);

#endif /* _KERNEL_EVENTS_INSTALL_H */
