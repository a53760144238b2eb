/* SPDX-License-Identifier: GPL-2.0 */
/* A map of the tasks that run on each CPU, in letters: perf sched map. */
#ifndef PERF_SCHED_MAP_H
#define PERF_SCHED_MAP_H

#include <base/str.h>
#include <sched/tasks.h>
#include <sys/cpus.h>

/**
 * struct perf_sched_map - the map
 * @cpus: CPUs to show, NULL: all
 * @names: show only switches from or to tasks of these names, separated by commas, other tasks
 *	as "-"; NULL: all
 * @part: @names are substrings of the names of tasks
 * @compact: show only CPUs with a switch, in the order of their first one
 * @cpu_count: number of CPUs of the recorded machine
 * @letters: number of letters given to tasks
 * @idle_told: the sign of an idle CPU was explained
 * @order: numbers of CPUs, by their first switch
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
int perf_sched_map_event(struct perf_sched_map *map, struct perf_sched_tasks *tasks,
			 const struct perf_sched_event *event, struct perf_str *text);
void perf_sched_map_free(struct perf_sched_map *map);

#endif /* PERF_SCHED_MAP_H */
