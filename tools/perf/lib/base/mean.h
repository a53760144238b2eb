/* SPDX-License-Identifier: GPL-2.0 */
/* Running means and their standard error. */
#ifndef PERF_BASE_MEAN_H
#define PERF_BASE_MEAN_H

#include <stdint.h>

/**
 * struct perf_mean - running mean and deviation
 * @count: number of values
 * @mean: mean of the values
 * @squares: sum of the squared differences from @mean
 */
struct perf_mean {
	uint64_t	count;
	double		mean;
	double		squares;
};

/**
 * struct perf_times - statistics of durations
 * @mean: running mean, ns; @mean.count is the number of durations
 * @total, @min, @max: sum, shortest and longest duration, ns
 */
struct perf_times {
	struct perf_mean	mean;
	uint64_t		total;
	uint64_t		min;
	uint64_t		max;
};
void perf_mean_add(struct perf_mean *mean, double number);
double perf_mean_error(const struct perf_mean *mean);
double perf_mean_error_percent(const struct perf_mean *mean);
void perf_times_add(struct perf_times *times, uint64_t ns);

#endif
