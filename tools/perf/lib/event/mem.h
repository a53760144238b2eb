/* SPDX-License-Identifier: GPL-2.0-only */
/* The events that sample memory accesses on this machine. */
#ifndef PERF_EVENT_MEM_H
#define PERF_EVENT_MEM_H

#include <stdbool.h>

#include <base/error.h>
#include <event/spec.h>

/**
 * struct perf_mem_events - which accesses
 * @loads, @stores: kinds; where the processor cannot tell them apart both are sampled
 * @latency: loads that took fewer cycles are left out, where the processor can
 */
struct perf_mem_events {
	bool		loads;
	bool		stores;
	unsigned int	latency;
};

/**
 * perf_mem_events_add() - add the events to a list
 * @list: list
 * @wanted: which
 * @error: why there are none: which processors have some
 *
 * Return: 0, -EOPNOTSUPP if this machine has none, or another negative errno.
 */
int perf_mem_events_add(struct perf_event_list *list, const struct perf_mem_events *wanted,
			struct perf_error *error);

#endif /* PERF_EVENT_MEM_H */
