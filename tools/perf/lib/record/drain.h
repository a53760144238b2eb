/* SPDX-License-Identifier: GPL-2.0-only */
/* Threads that empty rings, in rounds. */
#ifndef PERF_RECORD_DRAIN_H
#define PERF_RECORD_DRAIN_H

#include <record/state.h>

struct perf_drain;

/**
 * perf_drain_create() - start the threads
 * @record: with mapped rings
 * @threads: how many, not more than there are rings; one: the caller's own
 * @drain: result; end with perf_drain_free()
 * @err: text
 *
 * Return: 0 or a negative errno.
 */
int perf_drain_create(struct perf_record *record, unsigned int threads,
		      struct perf_drain **drain, struct perf_error *err);

/**
 * perf_drain_round() - empty all rings of a kind once
 * @drain: drain
 * @backward: rings that keep the newest records; they must not be written to meanwhile
 * @err: text
 *
 * A FINISHED_ROUND is written behind what was found.
 *
 * Return: 1 if there was something, 0, or a negative errno.
 */
int perf_drain_round(struct perf_drain *drain, bool backward, struct perf_error *err);

/** perf_drain_free() - end the threads; NULL is fine */
void perf_drain_free(struct perf_drain *drain);

#endif /* PERF_RECORD_DRAIN_H */
