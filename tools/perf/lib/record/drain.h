/* SPDX-License-Identifier: GPL-2.0 */
/* Threads that empty rings, in rounds of perf_drain_round(). */
#ifndef PERF_RECORD_DRAIN_H
#define PERF_RECORD_DRAIN_H

#include <record/state.h>

struct perf_drain;
int perf_drain_create(struct perf_record *record, unsigned int threads,
		      struct perf_drain **drain, struct perf_error *error);
int perf_drain_round(struct perf_drain *drain, bool backward, struct perf_error *error);
void perf_drain_free(struct perf_drain *drain);

#endif /* PERF_RECORD_DRAIN_H */
