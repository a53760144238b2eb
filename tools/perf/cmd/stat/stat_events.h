/* SPDX-License-Identifier: GPL-2.0 */
/* What perf stat counts: from options to a list of events. */
#ifndef PERF_CMD_STAT_EVENTS_H
#define PERF_CMD_STAT_EVENTS_H

#include <base/opt.h>
#include <event/spec.h>

/**
 * struct perf_stat_what - options that say what to count
 * @events: of -e, each a list
 * @pfm_events: of --pfm-events, each a list
 * @metrics: of -M, NULL: none
 * @metric_no_group: the events of a metric need not be counted at the same times
 * @metric_no_merge: events of a metric are counted for it alone
 * @topdown: count what pipeline slots were spent on
 * @td_level: in how much detail, 0: as much as there is
 * @transaction: count what transactions in memory did
 * @smi_cost: count what interrupts that the firmware handles took
 * @cputype: of several kinds of CPU count on this one, NULL: on all
 * @group: all events are one group
 * @cgroups: of -G, NULL: none
 * @for_each_cgroup: of --for-each-cgroup, NULL: none
 * @all_user: user mode only
 * @all_kernel: kernel only
 * @null: nothing
 * @detailed: how many more default events
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

/**
 * perf_stat_events() - make the list
 * @what: options
 * @on_cpus: it is counted on CPUs, not in threads
 * @list: where to add the events
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_stat_events(const struct perf_stat_what *what, bool on_cpus,
		     struct perf_event_list *list, struct perf_error *error);

#endif
