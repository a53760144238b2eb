/* SPDX-License-Identifier: GPL-2.0-only */
/* The events of a recording, by number and by id. */
#ifndef PERF_DATA_EVENT_TABLE_H
#define PERF_DATA_EVENT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <base/map.h>
#include <data/reader.h>

/**
 * struct perf_event_table - events
 * @events: @nr of them, in the order of the recording
 * @room: of @events
 * @ids: from id to number
 * @last_id: the id looked up last
 * @last_event: its event
 * @mixed: events have samples or trailers of different layouts
 */
struct perf_event_table {
	struct perf_data_event **events;
	size_t nr;
	size_t room;
	struct perf_map ids;
	uint64_t last_id;
	struct perf_data_event *last_event;
	bool mixed;
};

/**
 * perf_event_table_add() - add an event
 * @table: all zero at first
 * @attr: of the event
 *
 * Return: the event, without name and ids; NULL without memory.
 */
struct perf_data_event *perf_event_table_add(struct perf_event_table *table,
					     const struct perf_event_attr *attr);

/**
 * perf_event_table_add_id() - an event has an id
 * @table: table
 * @event: of @table
 * @id: the first event to have it keeps it
 *
 * Return: 0 or -ENOMEM.
 */
int perf_event_table_add_id(struct perf_event_table *table, struct perf_data_event *event,
			    uint64_t id);

/** perf_event_table_find() - event of an id, NULL if there is none */
struct perf_data_event *perf_event_table_find(const struct perf_event_table *table,
					      uint64_t id);

/** perf_event_table_search() - perf_event_table_of_record() of more than one event */
struct perf_data_event *perf_event_table_search(struct perf_event_table *table,
						const struct perf_event_header *header,
						bool swap, bool *unknown);

/**
 * perf_event_table_of_record() - event that a kernel record is from
 * @table: with at least one event
 * @header: whole record, of a valid size
 * @swap: the body is in the other byte order
 * @unknown: set to true if the record has an id that is unknown
 *
 * Return: the event; the first one if the record does not say.
 */
static inline struct perf_data_event *
perf_event_table_of_record(struct perf_event_table *table, const struct perf_event_header *header,
			   bool swap, bool *unknown)
{
	return table->nr == 1 ? table->events[0] :
				perf_event_table_search(table, header, swap, unknown);
}

/** perf_event_table_free() - free all events */
void perf_event_table_free(struct perf_event_table *table);

/**
 * perf_event_attr_name() - a name for an event that the recording has none for
 * @attr: the event
 * @buffer: result
 * @size: of @buffer
 */
void perf_event_attr_name(const struct perf_event_attr *attr, char *buffer, size_t size);

#endif /* PERF_DATA_EVENT_TABLE_H */
