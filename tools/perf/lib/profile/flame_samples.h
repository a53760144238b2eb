/* SPDX-License-Identifier: GPL-2.0 */
/* The samples of a profile by thread and time, for a flame graph's page to show a part of them. */
#ifndef PERF_PROFILE_FLAME_SAMPLES_H
#define PERF_PROFILE_FLAME_SAMPLES_H

#include <stdint.h>
#include <base/str.h>
#include <report/profile.h>

/**
 * struct perf_flame_samples - the samples as the page reads them
 * @text: numbers, by perf_flame_number(): for each thread the number of bins in which it has
 *	samples; for each of these the distance from the bin before, the number of samples, the
 *	number of nodes they end in; for each of these the difference of its number from that of
 *	the node before, and the sum of its periods in units of @scale
 * @bins: number of parts of the time
 * @width: length of a bin, ns
 * @scale: greatest common divisor of all periods
 */
struct perf_flame_samples {
	struct perf_str text;
	uint32_t bins;
	uint64_t width;
	uint64_t scale;
};
void perf_flame_number(struct perf_str *str, uint64_t value);
int perf_flame_samples_build(struct perf_flame_samples *samples,
			     const struct perf_profile *profile, const uint32_t *node_of,
			     size_t nodes);

#endif /* PERF_PROFILE_FLAME_SAMPLES_H */
