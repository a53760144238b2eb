/* SPDX-License-Identifier: GPL-2.0 */
/* perf_event_open() with PERF_FLAG_EXT, and the explanation of its failure. */
#ifndef _KERNEL_EVENTS_EXPLAIN_H
#define _KERNEL_EVENTS_EXPLAIN_H

#include <linux/perf_event.h>

#include "base/why.h"

/* perf_refusal::where of a field of perf_event_ext */
#define PERF_WHERE_EXT_FIELD(_field)	(PERF_WHERE_EXT + offsetof(struct perf_event_ext, _field))

/**
 * struct perf_explain - a call that is explained
 * @why: its refusals
 * @ext: copy of the caller's argument; zero without PERF_FLAG_EXT
 */
struct perf_explain {
	struct perf_why		why;
	struct perf_event_ext	ext;
};

void perf_explain_begin(struct perf_explain *explain);
int perf_explain_fetch(struct perf_explain *explain, struct perf_event_ext __user *uext);
long perf_explain_end(struct perf_explain *explain, long ret);
int perf_explain_driver(const struct perf_offer *offer, int error);
long perf_explain_event(const struct perf_event *event, struct perf_event_explain __user *arg);

#endif /* _KERNEL_EVENTS_EXPLAIN_H */
