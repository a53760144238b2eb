/* SPDX-License-Identifier: GPL-2.0 */
/* The refusals of programs' calls, from samples of the tracepoint perf:perf_refused. */
#ifndef PERF_TRACE_REFUSALS_H
#define PERF_TRACE_REFUSALS_H

#include <stdint.h>

#include <linux/perf_event.h>

#include <base/map.h>
#include <base/str.h>
#include <base/vec.h>
#include <model/format.h>

/* The tracepoint. */
#define PERF_REFUSALS_SYSTEM	"perf"
#define PERF_REFUSALS_NAME	"perf_refused"

/**
 * struct perf_refusal - equal refusals
 * @why: errno, reason, place and text; bits, got and allowed are 0 if the tracepoint lacks them
 * @comm: name of the refused task, owned by perf_refusals.comms
 * @count: number of them
 */
struct perf_refusal {
	struct perf_event_explain	why;
	const char			*comm;
	uint64_t			count;
};

/**
 * struct perf_refusals - all refusals
 * @at: in the order in which the first ones came
 * @keys: a text for each of @at, under the same number
 * @comms: names of tasks
 *
 * A zeroed struct is empty.
 */
struct perf_refusals {
	PERF_VEC(struct perf_refusal)	at;
	struct perf_intern		keys;
	struct perf_intern		comms;
};

int perf_refusals_add(struct perf_refusals *refusals, const struct perf_format *format,
		      const void *raw, size_t size);
void perf_refusals_text(const struct perf_refusals *refusals, struct perf_str *str);
void perf_refusals_json(const struct perf_refusals *refusals, struct perf_str *str);
void perf_refusals_free(struct perf_refusals *refusals);

#endif /* PERF_TRACE_REFUSALS_H */
