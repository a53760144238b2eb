// SPDX-License-Identifier: GPL-2.0
/*
 * Running means. perf_mean_add() updates mean and sum of squares with each value (Welford,
 * Technometrics 4, 1962): it stores no values, and large values that differ little lose no
 * precision.
 */
#include <math.h>
#include <base/mean.h>

/** perf_mean_add() - add a value to a mean */
void perf_mean_add(struct perf_mean *mean, double number)
{
	double before = number - mean->mean;

	mean->count++;
	mean->mean += before / (double)mean->count;
	mean->squares += before * (number - mean->mean);
}

/** perf_mean_error() - standard error of the mean; 0 with fewer than two values */
double perf_mean_error(const struct perf_mean *mean)
{
	double count = (double)mean->count;

	if (mean->count < 2)
		return 0;
	return sqrt(mean->squares / (count - 1) / count);
}

/** perf_mean_error_percent() - standard error in percent of the mean; 0 if the mean is 0 */
double perf_mean_error_percent(const struct perf_mean *mean)
{
	return mean->mean == 0 ? 0 : fabs(100 * perf_mean_error(mean) / mean->mean);
}

/** perf_times_add() - add a duration of @ns nanoseconds */
void perf_times_add(struct perf_times *times, uint64_t ns)
{
	if (!times->mean.count || ns < times->min)
		times->min = ns;
	if (ns > times->max)
		times->max = ns;
	times->total += ns;
	perf_mean_add(&times->mean, (double)ns);
}
