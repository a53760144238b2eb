/* SPDX-License-Identifier: GPL-2.0 */
/* A sampling period ends. Drivers' side: <linux/perf/sample.h>, <linux/perf/pmu.h>. */
#ifndef _KERNEL_EVENTS_OVERFLOW_H
#define _KERNEL_EVENTS_OVERFLOW_H

#include "base/context_types.h"

int perf_event_overflow_burst(struct perf_event *event, bool enforce,
			      struct perf_sample_data *data, struct pt_regs *regs);
void perf_event_wakeup_work(struct irq_work *work);

void __perf_overflow_flush(struct perf_context *ctx);

/**
 * perf_overflow_flush - disable what used up its event_limit, now
 * @ctx: a context that is active on this CPU and about to leave it
 *
 * Instances that are taken off their PMU at a context switch are disabled as that
 * happens; those that are matched where they fire are not looked at then, so the
 * switch has to call this before it deactivates the context.
 *
 * Context: IRQs off, no context lock held.
 */
static __always_inline void perf_overflow_flush(struct perf_context *ctx)
{
	if (unlikely(READ_ONCE(ctx->deferred)))
		__perf_overflow_flush(ctx);
}

#endif /* _KERNEL_EVENTS_OVERFLOW_H */
