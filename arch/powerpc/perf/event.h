/* SPDX-License-Identifier: GPL-2.0 */
/* The counters and codes that an event can use. */
#ifndef _ARCH_POWERPC_PERF_EVENT_H
#define _ARCH_POWERPC_PERF_EVENT_H

#include <linux/perf_event.h>

#include "model.h"

/**
 * struct perf_power_request - an opened event's request for a counter
 * @demand: the ways to count the event
 * @attrs:  attributes that decide how the event is counted; the code is that of the first way
 *
 * Belongs to the opened event; events inherited from it share it.
 */
struct perf_power_request {
	struct perf_power_demand	demand;
	struct perf_power_attrs		attrs;
};

static inline const struct perf_power_request *perf_power_request(const struct perf_event *event)
{
	return event->pmu_private;
}

int perf_power_event_setup(const struct perf_power_model *model, struct perf_event *event);
void perf_power_event_free(struct perf_event *event);
int perf_power_event_fits(const struct perf_event *event);

#endif /* _ARCH_POWERPC_PERF_EVENT_H */
