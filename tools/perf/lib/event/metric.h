/* SPDX-License-Identifier: GPL-2.0 */
/* Metrics, and the events they are computed from. */
#ifndef PERF_EVENT_METRIC_H
#define PERF_EVENT_METRIC_H

#include <base/str.h>

/**
 * struct perf_metric - a metric
 * @name: name, matched without case
 * @events: comma-separated events, counted as a group, that the metric is computed from
 * @help: description
 */
struct perf_metric {
	const char	*name;
	const char	*events;
	const char	*help;
};

/* All metrics; an entry with a NULL @name ends the array. */
extern const struct perf_metric perf_metrics[];

int perf_metric_events(const char *names, bool groups, bool share, struct perf_str *events,
		       struct perf_error *error);
int perf_metric_topdown(int level, const char **metric, struct perf_error *error);
int perf_metric_transaction(struct perf_str *events, struct perf_error *error);

#endif
