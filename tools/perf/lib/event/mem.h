/* SPDX-License-Identifier: GPL-2.0 */
/* The events of this machine that sample memory accesses. */
#ifndef PERF_EVENT_MEM_H
#define PERF_EVENT_MEM_H

#include <stdbool.h>

#include <base/error.h>
#include <event/spec.h>

/**
 * struct perf_mem_events - the memory accesses to sample
 * @loads: sample loads
 * @stores: sample stores. AMD's IBS cannot separate the two and samples both
 * @latency: least latency of a sampled load in cycles, for PMUs with the format "ldlat"
 */
struct perf_mem_events {
	bool		loads;
	bool		stores;
	unsigned int	latency;
};
int perf_mem_events_add(struct perf_event_list *list, const struct perf_mem_events *wanted,
			struct perf_error *error);

#endif /* PERF_EVENT_MEM_H */
