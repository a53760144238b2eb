/* SPDX-License-Identifier: GPL-2.0 */
/* Instances of a context with actions pending after an overflow (enum perf_due). */
#ifndef _KERNEL_EVENTS_DUE_H
#define _KERNEL_EVENTS_DUE_H

#include "base/context_types.h"

void perf_due_init(struct perf_context *ctx);
void perf_due_raise(struct perf_event *event);
void perf_due_drop(struct perf_event *event);
struct perf_event *perf_due_take(struct perf_context *ctx, enum perf_due kind);
void perf_due_end_window(struct perf_context *ctx);

/**
 * perf_due_left - test whether perf_due_take() may return an instance
 * @ctx:  the context
 * @kind: the list
 *
 * Context: any; without ctx->lock the result may be out of date.
 * Return: true if the list or perf_context::raised, not yet sorted by list, is not empty.
 */
static inline bool perf_due_left(const struct perf_context *ctx, enum perf_due kind)
{
	return !llist_empty(&ctx->raised) || !list_empty_careful(&ctx->due[kind]);
}

#endif /* _KERNEL_EVENTS_DUE_H */
