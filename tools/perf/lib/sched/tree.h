/* SPDX-License-Identifier: GPL-2.0-only */
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

/**
 * perf_sched_tree_text() - print a line for each task, below that of its parent
 * @tasks: tasks
 * @below: prints more lines for each task, or NULL
 * @out: output; printing stops once it has failed
 *
 * A task without a known parent is indented like a child of the idle task. Each task is printed
 * once, even if the parents in a damaged recording form a cycle.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_sched_tree_text(const struct perf_sched_tasks *tasks,
			 const struct perf_sched_below *below, struct perf_out *out);

#endif /* PERF_SCHED_TREE_H */
