/* SPDX-License-Identifier: GPL-2.0 */
/* struct perf_event_table: the events of a recording, by index and by id. */
#ifndef PERF_DATA_EVENT_TABLE_H
#define PERF_DATA_EVENT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <base/map.h>
#include <data/reader.h>

/**
 * struct perf_event_table - the events of a recording
 * @events: @nr events, in the order of the recording
 * @room: capacity of @events
 * @ids: id to index in @events
 * @last_id: id that perf_event_table_search() found last
 * @last_event: event of @last_id
 * @mixed: the layouts of the events' samples or trailers differ
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
struct perf_data_event *perf_event_table_add(struct perf_event_table *table,
					     const struct perf_event_attr *attr);
int perf_event_table_add_id(struct perf_event_table *table, struct perf_data_event *event,
			    uint64_t id);
struct perf_data_event *perf_event_table_find(const struct perf_event_table *table,
					      uint64_t id);
struct perf_data_event *perf_event_table_search(struct perf_event_table *table,
						const struct perf_event_header *header,
						bool swap, bool *unknown);

/**
 * perf_event_table_of_record() - the event that wrote a kernel record
 * @table: with at least one event
 * @header: whole record, of a valid size
 * @swap: the body is in the other byte order
 * @unknown: set to true if no event has the record's id; the caller initialises it
 *
 * Return: the event; the first event if the record has no id, or one that is 0 or unknown.
 */
static inline struct perf_data_event *
perf_event_table_of_record(struct perf_event_table *table, const struct perf_event_header *header,
			   bool swap, bool *unknown)
{
	return table->nr == 1 ? table->events[0] :
				perf_event_table_search(table, header, swap, unknown);
}

void perf_event_table_free(struct perf_event_table *table);
void perf_event_attr_name(const struct perf_event_attr *attr, char *buffer, size_t size);

#endif /* PERF_DATA_EVENT_TABLE_H */
