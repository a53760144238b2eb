/* SPDX-License-Identifier: GPL-2.0-only */
/* Each run of each task, with what it waited for: perf sched timehist. */
#ifndef PERF_SCHED_TIMEHIST_H
#define PERF_SCHED_TIMEHIST_H

#include <base/str.h>
#include <report/filter.h>
#include <sched/tasks.h>

/**
 * struct perf_timehist - what is shown, and what was seen
 * @filter: only these CPUs, processes and threads, and this time
 * @prios: only runs of tasks of these priorities
 * @visual: a column for each CPU
 * @wakeups, @migrations: lines for them
 * @next: who runs next
 * @state: why a task stopped
 * @prio: a column for the priority
 * @idle: idle tasks only
 * @no_lines: only the summary
 * @use_wakeup: the recording has no WAKING: use WAKEUP
 * @cpu_count: CPUs of the machine that was recorded
 * @first, @last: times of the first and last switch
 * @switches: how many
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

/** perf_timehist_head() - add the heads of the columns */
void perf_timehist_head(const struct perf_timehist *hist, struct perf_str *text);

/**
 * perf_timehist_event() - something happened
 * @hist: what is shown
 * @tasks: all
 * @event: what
 * @text: is added to; a line has no end yet, so that a call chain may be added
 * @line: result: a line of a switch was added, and is to be ended
 *
 * Return: 0 or -ENOMEM.
 */
int perf_timehist_event(struct perf_timehist *hist, struct perf_sched_tasks *tasks,
			const struct perf_sched_event *event, struct perf_str *text, bool *line);

/** perf_timehist_summary() - add the summary of all tasks. Return: 0 or -ENOMEM */
int perf_timehist_summary(const struct perf_timehist *hist, const struct perf_sched_tasks *tasks,
			  struct perf_str *text);

#endif /* PERF_SCHED_TIMEHIST_H */
