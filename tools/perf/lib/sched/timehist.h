/* SPDX-License-Identifier: GPL-2.0 */
/* Each run of each task and the wait before it: perf sched timehist. */
#ifndef PERF_SCHED_TIMEHIST_H
#define PERF_SCHED_TIMEHIST_H

#include <base/str.h>
#include <report/filter.h>
#include <sched/tasks.h>

/**
 * struct perf_timehist - options and state
 * @filter: CPUs, processes, threads and times to show
 * @prios: show only runs with these priorities
 * @visual: print a column for each CPU
 * @wakeups, @migrations: print lines for these events
 * @next: print the next task
 * @state: print the state in which a task stops
 * @prio: print a column for the priority
 * @idle: show only idle tasks
 * @no_lines: print only the summary
 * @use_wakeup: use PERF_SCHED_WAKEUP, as the recording has no PERF_SCHED_WAKING
 * @cpu_count: number of CPUs of the recorded machine
 * @first, @last: times of the first and last switch, ns
 * @switches: number of switches
 */
struct perf_timehist {
	const struct perf_filter	*filter;
	PERF_VEC(struct perf_filter_range) prios;
	bool				visual;
	bool				wakeups;
	bool				migrations;
	bool				next;
	bool				state;
	bool				prio;
	bool				idle;
	bool				no_lines;
	bool				use_wakeup;
	uint32_t			cpu_count;
	uint64_t			first;
	uint64_t			last;
	uint64_t			switches;
};
void perf_timehist_head(const struct perf_timehist *hist, struct perf_str *text);
int perf_timehist_event(struct perf_timehist *hist, struct perf_sched_tasks *tasks,
			const struct perf_sched_event *event, struct perf_str *text, bool *line);
int perf_timehist_summary(const struct perf_timehist *hist, const struct perf_sched_tasks *tasks,
			  struct perf_str *text);

#endif /* PERF_SCHED_TIMEHIST_H */
