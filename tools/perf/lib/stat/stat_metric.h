/* SPDX-License-Identifier: GPL-2.0 */
/* Metrics: rates and ratios of counts. */
#ifndef PERF_STAT_STAT_METRIC_H
#define PERF_STAT_STAT_METRIC_H

#include <stat/stat.h>

/**
 * struct perf_stat_metric - a number computed from counts
 * @value: the number
 * @unit: its unit, as "CPUs utilized"
 * @format: printf format of @value in a text column
 */
struct perf_stat_metric {
	double		value;
	const char	*unit;
	const char	*format;
};

size_t perf_stat_metrics(const struct perf_stat *stat, size_t event, size_t unit,
			 struct perf_stat_metric metrics[2]);
const char *perf_stat_metric_unit(const struct perf_stat *stat, size_t event);

#endif
