/* SPDX-License-Identifier: GPL-2.0 */
/* Prints the tree of tasks, from parents to children. */
#ifndef PERF_SCHED_TREE_H
#define PERF_SCHED_TREE_H

#include <base/out.h>
#include <sched/tasks.h>

/**
 * struct perf_sched_below - prints more lines for a task
 * @add: appends lines that begin with @indent blanks
 * @context: for @add
 */
struct perf_sched_below {
	void (*add)(void *context, const struct perf_sched_task *task, unsigned int indent,
		    struct perf_str *text);
	void *context;
};
int perf_sched_tree_text(const struct perf_sched_tasks *tasks,
			 const struct perf_sched_below *below, struct perf_out *out);

#endif /* PERF_SCHED_TREE_H */
