/* SPDX-License-Identifier: GPL-2.0 */
/* The reasons for refusing a call. */
#ifndef _KERNEL_EVENTS_REASONS_H
#define _KERNEL_EVENTS_REASONS_H

#include <linux/perf_event.h>

/**
 * struct perf_refusal - what a caller learns about a call that failed
 * @error:   errno, positive; 0: nothing was refused
 * @reason:  PERF_WHY_*
 * @where:   PERF_WHERE_FIELD(), PERF_WHERE_FLAGS, or PERF_WHERE_* of the ABI plus a number
 * @bits:    bits of the field that are at fault, 0 for all
 * @got:     value at fault
 * @allowed: its limit, or the bits that are allowed
 */
struct perf_refusal {
	int	error;
	u16	reason;
	u16	where;
	u64	bits;
	u64	got;
	u64	allowed;
};

const char *perf_why_text(unsigned int reason);
void perf_why_explain(const struct perf_refusal *refusal, const char *pmu,
		      struct perf_event_explain *explain);

#endif /* _KERNEL_EVENTS_REASONS_H */
