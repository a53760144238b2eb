/* SPDX-License-Identifier: GPL-2.0-only */
/* Threads that empty rings, in rounds of perf_drain_round(). */
#ifndef PERF_RECORD_DRAIN_H
#define PERF_RECORD_DRAIN_H

#include <record/state.h>

struct perf_drain;

/**
 * perf_drain_create() - start the threads
 * @record: with mapped rings
 * @threads: number of threads, reduced to the number of rings; 1: only the calling thread
 * @drain: result; end with perf_drain_free()
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_drain_create(struct perf_record *record, unsigned int threads,
		      struct perf_drain **drain, struct perf_error *error);

/**
 * perf_drain_round() - empty all rings of a kind once
 * @drain: drain
 * @backward: empty backward rings, whose output must be paused; else forward rings
 * @error: filled on failure
 *
 * A round that found records or trace data ends with a FINISHED_ROUND.
 *
 * Return: 1 if there was data, 0 if not, or a negative errno.
 */
int perf_drain_round(struct perf_drain *drain, bool backward, struct perf_error *error);

/** perf_drain_free() - end the threads; @drain may be NULL */
void perf_drain_free(struct perf_drain *drain);

#endif /* PERF_RECORD_DRAIN_H */
