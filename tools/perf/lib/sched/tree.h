/* SPDX-License-Identifier: GPL-2.0-only */
/* Tasks as a tree: who made whom. */
#ifndef PERF_SCHED_TREE_H
#define PERF_SCHED_TREE_H

#include <base/out.h>
#include <sched/tasks.h>

/**
 * struct perf_sched_below - what else is told of a task
 * @add: add lines that begin with @indent blanks
 * @context: for @add
 */
struct perf_sched_below {
	void (*add)(void *context, const struct perf_sched_task *task, unsigned int indent,
		    struct perf_str *text);
	void *context;
};

/**
 * perf_sched_tree_text() - write a line for each task, behind the one of who made it
 * @tasks: all
 * @below: more lines of each, or NULL
 * @out: where to; nothing more comes once that has failed
 *
 * Tasks whose maker is not known stand at the left. Each is there once, even if a damaged
 * recording says that two have made each other.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_sched_tree_text(const struct perf_sched_tasks *tasks,
			 const struct perf_sched_below *below, struct perf_out *out);

#endif /* PERF_SCHED_TREE_H */
