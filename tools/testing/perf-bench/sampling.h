/* SPDX-License-Identifier: GPL-2.0 */
/* Overflows that interrupt a loop. */
#ifndef PERF_BENCH_SAMPLING_H
#define PERF_BENCH_SAMPLING_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdint.h>

/* Long enough to stay far below perf_event_max_sample_rate. */
#define SAMPLING_PERIOD	20000ULL
/* Fields of a sample, of a word each */
#define SAMPLING_FIELDS	(PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | \
			 PERF_SAMPLE_ADDR | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD)

int64_t bench_overflow_cost(const struct perf_event_attr *counted,
			    const struct perf_event_attr *sampled, bool stops);

#endif
