/* SPDX-License-Identifier: GPL-2.0-only */
/* Means of numbers that come one by one, and how far they may be off. */
#ifndef PERF_BASE_MEAN_H
#define PERF_BASE_MEAN_H

#include <stdint.h>

/**
 * struct perf_mean - mean and deviation of numbers that come one by one
 * @count: of numbers
 * @mean: of them
 * @squares: sum of the squares of the differences to the mean
 */
struct perf_mean {
	uint64_t	count;
	double		mean;
	double		squares;
};

/**
 * struct perf_times - times, added up
 * @mean: of them, ns; its count is theirs
 * @total, @min, @max: ns
 */
struct perf_times {
	struct perf_mean	mean;
	uint64_t		total;
	uint64_t		min;
	uint64_t		max;
};

/** perf_mean_add() - one more number */
void perf_mean_add(struct perf_mean *mean, double number);

/** perf_mean_error() - standard error of the mean; 0 of fewer than two numbers */
double perf_mean_error(const struct perf_mean *mean);

/** perf_mean_error_percent() - the same in percent of the mean; 0 if that is 0 */
double perf_mean_error_percent(const struct perf_mean *mean);

/** perf_times_add() - one more time, ns */
void perf_times_add(struct perf_times *times, uint64_t ns);

#endif
