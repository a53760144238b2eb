/* SPDX-License-Identifier: GPL-2.0-only */
/* How long tasks waited for a CPU: perf sched latency. */
#ifndef PERF_SCHED_LATENCY_H
#define PERF_SCHED_LATENCY_H

#include <base/error.h>
#include <sched/tasks.h>

/**
 * perf_sched_latency_event() - something happened
 * @tasks: all
 * @event: what
 * @use_wakeup: the recording has no WAKING: use WAKEUP
 *
 * A task waits from when it is woken, or from when it has to make room, until it runs.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_sched_latency_event(struct perf_sched_tasks *tasks, const struct perf_sched_event *event,
			     bool use_wakeup);

/**
 * perf_sched_latency_text() - add the table
 * @text: is added to
 * @tasks: all
 * @sort: names of columns, the first the most important: avg, max, switch, runtime, pid;
 *	NULL: avg,max,switch,runtime
 * @each: a line for each task, else tasks of the same name are one line
 * @error: filled on failure
 *
 * Return: 0, -EINVAL if there is no such column, -ENOMEM.
 */
int perf_sched_latency_text(struct perf_str *text, const struct perf_sched_tasks *tasks,
			    const char *sort, bool each, struct perf_error *error);

#endif /* PERF_SCHED_LATENCY_H */
