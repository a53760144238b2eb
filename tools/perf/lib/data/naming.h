/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Names and groups of events, from the features of a recording.
 *
 * A stream may have a new event in each record, so an event is looked at once, when it
 * comes; all are again only if there are other features. Descriptions are found by id. Groups
 * may overlap, and the last one counts: those that an event may be in are in a heap while
 * events come in the order of their numbers.
 */
#ifndef PERF_DATA_NAMING_H
#define PERF_DATA_NAMING_H

#include <stddef.h>
#include <stdint.h>
#include <base/map.h>
#include <data/env.h>
#include <data/trace_names.h>

/**
 * struct perf_data_naming - how far it has come
 * @events: descriptions that @by_id is of
 * @by_id: first id of a description to its number + 1
 * @groups: groups that @order and @heap are of
 * @order: their numbers, by leader
 * @begun: so many of these begin at an event that was looked at, or before
 * @heap: numbers of those of them that may have more events, the greatest first
 * @waiting: how many
 * @trace: names of tracepoints, for events without one
 * @done: events that were looked at
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

/**
 * perf_data_name_events() - give new events the names and groups that the features have for them
 * @data: reader
 *
 * Return: 0 or -ENOMEM.
 */
int perf_data_name_events(struct perf_data *data);

/** perf_data_naming_free() - free the tables */
void perf_data_naming_free(struct perf_data_naming *naming);

#endif /* PERF_DATA_NAMING_H */
