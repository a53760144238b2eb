/* SPDX-License-Identifier: GPL-2.0 */
/* The lines of /proc/<pid>/fdinfo/<fd> of an event. */
#ifndef _KERNEL_EVENTS_FDINFO_H
#define _KERNEL_EVENTS_FDINFO_H

#include <linux/perf_event.h>

struct seq_file;

/**
 * struct perf_event_usage - what an event uses
 * @state:      the highest state of all instances: active if one of them counts
 * @instances:  number of instances whose task lives: the opened one and its children
 * @enabled:    sum of the times enabled of all instances, also of those that are gone, ns
 * @running:    the same, times running
 * @lost:       samples that did not fit into a ring
 * @ring_bytes: memory of the ring that the event's descriptor has mapped: data and user page
 * @aux_bytes:  memory of the AUX area of that ring
 */
struct perf_event_usage {
	enum perf_event_state	state;
	unsigned int		instances;
	u64			enabled;
	u64			running;
	u64			lost;
	u64			ring_bytes;
	u64			aux_bytes;
};

void perf_event_usage(struct perf_event *event, struct perf_event_usage *usage);
void perf_event_show_fdinfo(struct seq_file *seq, struct perf_event *event);

#endif /* _KERNEL_EVENTS_FDINFO_H */
