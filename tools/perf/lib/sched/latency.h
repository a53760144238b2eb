/* SPDX-License-Identifier: GPL-2.0 */
/* Waits of tasks for a CPU: perf sched latency. */
#ifndef PERF_SCHED_LATENCY_H
#define PERF_SCHED_LATENCY_H

#include <base/error.h>
#include <sched/tasks.h>

int perf_sched_latency_event(struct perf_sched_tasks *tasks, const struct perf_sched_event *event,
			     bool use_wakeup);
int perf_sched_latency_text(struct perf_str *text, const struct perf_sched_tasks *tasks,
			    const char *sort, bool each, struct perf_error *error);

#endif /* PERF_SCHED_LATENCY_H */
