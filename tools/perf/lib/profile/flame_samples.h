/* SPDX-License-Identifier: GPL-2.0-only */
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

/**
 * perf_flame_number() - add a number as the page reads it
 * @str: text is added here
 * @value: number
 *
 * Five bits a character, the lowest first; bit 5 of a character is set if another follows.
 */
void perf_flame_number(struct perf_str *str, uint64_t value);

/**
 * perf_flame_samples_build() - add up the samples of a profile
 * @samples: result; the caller frees @samples->text, also on failure
 * @profile: profile with @samples kept
 * @node_of: by call: number of the node of the page that shows its samples
 * @nodes: number of nodes of the page
 *
 * If @samples->text exceeds 1 MiB, @bins is halved, down to 50, to keep the page small.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_flame_samples_build(struct perf_flame_samples *samples,
			     const struct perf_profile *profile, const uint32_t *node_of,
			     size_t nodes);

#endif /* PERF_PROFILE_FLAME_SAMPLES_H */
