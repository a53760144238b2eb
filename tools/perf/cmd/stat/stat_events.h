/* SPDX-License-Identifier: GPL-2.0 */
/* Making the event list of perf stat from its options. */
#ifndef PERF_CMD_STAT_EVENTS_H
#define PERF_CMD_STAT_EVENTS_H

#include <base/opt.h>
#include <event/spec.h>

/**
 * struct perf_stat_what - options that select the events
 * @events: arguments of -e, each a list
 * @pfm_events: arguments of --pfm-events, each a list
 * @metrics: argument of -M, or NULL
 * @metric_no_group: the events of a metric need not be counted at the same time
 * @metric_no_merge: metrics do not share events
 * @topdown: count how pipeline slots were spent
 * @td_level: level of detail of @topdown, 0: the highest available
 * @transaction: count transactional memory events
 * @smi_cost: count the cost of system management interrupts
 * @cputype: kind of CPU to count on if there are several, NULL: all
 * @group: make all events one group
 * @cgroups: argument of -G, or NULL
 * @for_each_cgroup: argument of --for-each-cgroup, or NULL
 * @all_user: count user mode only
 * @all_kernel: count the kernel only
 * @null: count no events
 * @detailed: level of additional default events
 */
struct perf_stat_what {
	struct perf_texts	events;
	struct perf_texts	pfm_events;
	const char		*metrics;
	bool			metric_no_group;
	bool			metric_no_merge;
	bool			topdown;
	int			td_level;
	bool			transaction;
	bool			smi_cost;
	const char		*cputype;
	bool			group;
	const char		*cgroups;
	const char		*for_each_cgroup;
	bool			all_user;
	bool			all_kernel;
	bool			null;
	int			detailed;
};

int perf_stat_events(const struct perf_stat_what *what, bool on_cpus,
		     struct perf_event_list *list, struct perf_error *error);

#endif
