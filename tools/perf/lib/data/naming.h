/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Names and groups of events, from the EVENT_DESC and GROUP_DESC features of a recording.
 *
 * A stream may add an event with each record, so perf_data_name_events() handles an event
 * once, when it is new, and all events again only if env->events or env->groups changed.
 * Descriptions are found by id. Groups may overlap, and the last group counts: as events come
 * in the order of their index, a heap holds the groups that the next event may be in.
 */
#ifndef PERF_DATA_NAMING_H
#define PERF_DATA_NAMING_H

#include <stddef.h>
#include <stdint.h>
#include <base/map.h>
#include <data/env.h>
#include <data/trace_names.h>

/**
 * struct perf_data_naming - state of perf_data_name_events()
 * @events: value of env->events that @by_id was made from
 * @by_id: first id of a description to its index + 1
 * @groups: value of env->groups that @order and @heap were made from
 * @order: indices of the groups, sorted by leader
 * @begun: how many of @order have their leader at or before the last event handled
 * @heap: indices of those groups that may have more events, the greatest first
 * @waiting: members of @heap
 * @trace: names of tracepoints, for events without a name
 * @done: number of events handled
 *
 * All zero at first.
 */
struct perf_data_naming {
	const struct perf_env_event *events;
	struct perf_map by_id;
	const struct perf_env_group *groups;
	uint32_t *order;
	size_t begun;
	uint32_t *heap;
	size_t waiting;
	struct perf_trace_names trace;
	size_t done;
};

struct perf_data;
int perf_data_name_events(struct perf_data *data);
void perf_data_naming_free(struct perf_data_naming *naming);

#endif /* PERF_DATA_NAMING_H */
