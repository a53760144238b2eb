/* SPDX-License-Identifier: GPL-2.0-only */
/* Waits of tasks for a CPU: perf sched latency. */
#ifndef PERF_SCHED_LATENCY_H
#define PERF_SCHED_LATENCY_H

#include <base/error.h>
#include <sched/tasks.h>

/**
 * perf_sched_latency_event() - apply an event to the waits of its tasks
 * @tasks: tasks
 * @event: event
 * @use_wakeup: use PERF_SCHED_WAKEUP, as the recording has no PERF_SCHED_WAKING
 *
 * A task waits from its wakeup, or from its preemption, until it runs.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_sched_latency_event(struct perf_sched_tasks *tasks, const struct perf_sched_event *event,
			     bool use_wakeup);

/**
 * perf_sched_latency_text() - append the table
 * @text: text to append to
 * @tasks: tasks
 * @sort: names of columns, most significant first: avg, max, switch, runtime, pid;
 *	NULL: avg,max,switch,runtime
 * @each: a row for each task, else one for all tasks of the same name
 * @error: filled on failure
 *
 * Return: 0, -EINVAL for an unknown column, -ENOMEM.
 */
int perf_sched_latency_text(struct perf_str *text, const struct perf_sched_tasks *tasks,
			    const char *sort, bool each, struct perf_error *error);

#endif /* PERF_SCHED_LATENCY_H */
