/* SPDX-License-Identifier: GPL-2.0 */
/* Overflows: a sampling period ends. For drivers: <linux/perf/sample.h>, <linux/perf/pmu.h>. */
#ifndef _KERNEL_EVENTS_OVERFLOW_H
#define _KERNEL_EVENTS_OVERFLOW_H

#include "base/context_types.h"

int perf_event_overflow_burst(struct perf_event *event, bool enforce,
			      struct perf_sample_data *data, struct pt_regs *regs);
int perf_event_overflow_single(struct perf_event *event, struct perf_sample_data *data,
			       struct pt_regs *regs);
void perf_event_wakeup_work(struct irq_work *work);

void __perf_overflow_flush(struct perf_context *ctx);

/**
 * perf_overflow_flush - disable now the instances that have used up their event_limit
 * @ctx: a context that is active on this CPU and about to leave it
 *
 * A context switch deletes switched instances from their PMU, which disables them; it does not
 * visit resident instances, so it calls perf_overflow_flush() before it deactivates @ctx.
 *
 * Context: IRQs off, no context lock held.
 */
static __always_inline void perf_overflow_flush(struct perf_context *ctx)
{
	if (unlikely(READ_ONCE(ctx->deferred)))
		__perf_overflow_flush(ctx);
}

#endif /* _KERNEL_EVENTS_OVERFLOW_H */
