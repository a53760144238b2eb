/* SPDX-License-Identifier: GPL-2.0-only */
/* The samples of a flame graph's page by thread and time, so that it can show a part of them. */
#ifndef PERF_PROFILE_FLAME_SAMPLES_H
#define PERF_PROFILE_FLAME_SAMPLES_H

#include <stdint.h>
#include <base/str.h>
#include <report/profile.h>

/**
 * struct perf_flame_samples - what the page says of samples
 * @text: numbers, by perf_flame_number(): for each thread how many parts of the time it was
 *	sampled in; for each of these how many further on it is than the one before, how many
 *	samples, how many nodes they end in; for each of these by how much its number is
 *	larger than that of the one before, and what its samples stand for in @scale
 * @bins: how many parts the time has
 * @width: ns of a part
 * @scale: what all periods are multiples of
 */
struct perf_flame_samples {
	struct perf_str text;
	uint32_t bins;
	uint64_t width;
	uint64_t scale;
};

/**
 * perf_flame_number() - write a number as the page reads it
 * @str: to add to
 * @value: number
 *
 * Five bits a character, the lowest first; 32 more in one says that others follow.
 */
void perf_flame_number(struct perf_str *str, uint64_t value);

/**
 * perf_flame_samples_build() - add up the samples of a profile
 * @samples: result; free @samples->text, also on failure
 * @profile: with its samples
 * @node_of: by call: number of the node of the page that its samples are shown in
 * @nodes: of the page
 *
 * Of a recording with very many different stacks the parts of the time are longer, to keep
 * the page small.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_flame_samples_build(struct perf_flame_samples *samples,
			     const struct perf_profile *profile, const uint32_t *node_of,
			     size_t nodes);

#endif /* PERF_PROFILE_FLAME_SAMPLES_H */
