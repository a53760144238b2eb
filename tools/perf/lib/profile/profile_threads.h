/* SPDX-License-Identifier: GPL-2.0-only */
/* The samples of a profile, thread by thread. */
#ifndef PERF_PROFILE_PROFILE_THREADS_H
#define PERF_PROFILE_PROFILE_THREADS_H

#include <report/profile.h>

/**
 * struct perf_profile_order - which samples are of which thread
 * @samples: indexes in perf_profile.samples, those of a thread together, by time
 * @begin: by thread: where its samples begin; one more for the end of the last
 */
struct perf_profile_order {
	PERF_VEC(uint32_t) samples;
	PERF_VEC(uint32_t) begin;
};

/**
 * perf_profile_order() - sort samples by thread
 * @order: result; free with perf_profile_order_free(), also on failure
 * @profile: with samples
 *
 * Return: 0 or -ENOMEM.
 */
int perf_profile_order(struct perf_profile_order *order, const struct perf_profile *profile);

/** perf_profile_order_free() - free the lists */
void perf_profile_order_free(struct perf_profile_order *order);

#endif /* PERF_PROFILE_PROFILE_THREADS_H */
