/* SPDX-License-Identifier: GPL-2.0 */
/* Questions to a processor, and the events that answer them. */
#ifndef PERF_EVENT_METRIC_H
#define PERF_EVENT_METRIC_H

#include <base/str.h>

/**
 * struct perf_metric - a question
 * @name: as typed, case does not matter
 * @events: a group of events whose ratio is the answer
 * @help: the question
 */
struct perf_metric {
	const char	*name;
	const char	*events;
	const char	*help;
};

/* All of them; the end has no name. */
extern const struct perf_metric perf_metrics[];

int perf_metric_events(const char *names, bool groups, bool share, struct perf_str *events,
		       struct perf_error *error);
int perf_metric_topdown(int level, const char **metric, struct perf_error *error);
int perf_metric_transaction(struct perf_str *events, struct perf_error *error);

#endif
