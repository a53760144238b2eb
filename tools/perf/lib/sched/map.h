/* SPDX-License-Identifier: GPL-2.0-only */
/* A picture of letters, of the tasks that run on each CPU: perf sched map. */
#ifndef PERF_SCHED_MAP_H
#define PERF_SCHED_MAP_H

#include <base/str.h>
#include <sched/tasks.h>
#include <sys/cpus.h>

/**
 * struct perf_sched_map - the picture
 * @cpus: these CPUs, NULL: all
 * @names: only switches from or to tasks of these names, separated by commas: other tasks
 *	are "-"; NULL: all
 * @part: a name of @names may be a part of the task's
 * @compact: only CPUs on which something has happened, in the order of that
 * @cpu_count: CPUs of the machine that was recorded
 * @letters: how many were given to tasks
 * @idle_told: the sign of an idle CPU was explained
 * @order: compact: the CPUs
 */
struct perf_sched_map {
	const struct perf_cpus	*cpus;
	const char		*names;
	bool			part;
	bool			compact;
	uint32_t		cpu_count;
	unsigned int		letters;
	bool			idle_told;
	PERF_VEC(uint32_t)	order;
};

/**
 * perf_sched_map_event() - something happened: a switch adds a line
 * @map: picture
 * @tasks: all
 * @event: what happened
 * @text: is added to
 *
 * Return: 0 or -ENOMEM.
 */
int perf_sched_map_event(struct perf_sched_map *map, struct perf_sched_tasks *tasks,
			 const struct perf_sched_event *event, struct perf_str *text);

/** perf_sched_map_free() - free */
void perf_sched_map_free(struct perf_sched_map *map);

#endif /* PERF_SCHED_MAP_H */
