/* SPDX-License-Identifier: GPL-2.0 */
/* The samples of a profile, thread by thread. */
#ifndef PERF_PROFILE_PROFILE_THREADS_H
#define PERF_PROFILE_PROFILE_THREADS_H

#include <report/profile.h>

/**
 * struct perf_profile_order - samples sorted by thread
 * @samples: indexes in perf_profile.samples, those of a thread together, in order of time
 * @begin: by thread: index in @samples of its first sample; the last element is the end
 */
struct perf_profile_order {
	PERF_VEC(uint32_t) samples;
	PERF_VEC(uint32_t) begin;
};
int perf_profile_order(struct perf_profile_order *order, const struct perf_profile *profile);
void perf_profile_order_free(struct perf_profile_order *order);

#endif /* PERF_PROFILE_PROFILE_THREADS_H */
