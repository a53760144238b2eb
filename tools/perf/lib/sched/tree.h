/* SPDX-License-Identifier: GPL-2.0-only */
/* Tasks as a tree: who made whom. */
#ifndef PERF_SCHED_TREE_H
#define PERF_SCHED_TREE_H

#include <base/io.h>
#include <sched/tasks.h>

/**
 * perf_sched_tree_text() - write a line for each task, behind the one of who made it
 * @tasks: all
 * @out: where to; nothing more comes once that has failed
 *
 * Tasks whose maker is not known stand at the left. Each is there once, even if a damaged
 * recording says that two have made each other.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_sched_tree_text(const struct perf_sched_tasks *tasks, struct perf_out *out);

#endif /* PERF_SCHED_TREE_H */
