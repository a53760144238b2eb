// SPDX-License-Identifier: GPL-2.0
/* struct perf_event_table: the events of a recording, by index and by id. */
#include <byteswap.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <data/event_table.h>

static bool same_layout(const struct perf_event_attr *a, const struct perf_event_attr *b)
{
	return a->sample_type == b->sample_type && a->read_format == b->read_format &&
	       a->sample_id_all == b->sample_id_all &&
	       a->branch_sample_type == b->branch_sample_type &&
	       a->sample_regs_user == b->sample_regs_user &&
	       a->sample_regs_intr == b->sample_regs_intr;
}

/**
 * perf_event_table_add() - add an event
 * @table: all zero before the first call
 * @attr: of the event, copied
 *
 * Return: the event, without name and ids; NULL without memory.
 */
struct perf_data_event *perf_event_table_add(struct perf_event_table *table,
					     const struct perf_event_attr *attr)
{
	struct perf_data_event **larger, *event;
	size_t room;

	if (table->nr == table->room) {
		room = table->room ? 2 * table->room : 8;
		larger = realloc(table->events, room * sizeof(*larger));
		if (!larger)
			return NULL;
		table->events = larger;
		table->room = room;
	}
	event = calloc(1, sizeof(*event));
	if (!event)
		return NULL;
	event->index = (unsigned int)table->nr;
	event->leader = event->index;
	event->attr = *attr;
	event->scale = 1;
	event->time_offset = perf_sample_time_offset(attr->sample_type);
	table->events[table->nr++] = event;
	if (!same_layout(attr, &table->events[0]->attr))
		table->mixed = true;
	return event;
}

/**
 * perf_event_table_add_id() - add an id to an event
 * @table: table
 * @event: of @table
 * @id: ignored if an event of @table has it already
 *
 * Return: 0 or -ENOMEM.
 */
int perf_event_table_add_id(struct perf_event_table *table, struct perf_data_event *event,
			    uint64_t id)
{
	uint64_t *value, *larger;
	bool added;

	value = perf_map_put(&table->ids, id, &added);
	if (!value)
		return -ENOMEM;
	if (!added)
		return 0;
	*value = event->index;
	/* Capacities are powers of two: @event->ids is full when nr_ids is one. */
	if (!(event->nr_ids & (event->nr_ids - 1))) {
		larger = realloc(event->ids, 2 * (event->nr_ids + 1) * sizeof(*larger));
		if (!larger)
			return -ENOMEM;
		event->ids = larger;
	}
	event->ids[event->nr_ids++] = id;
	return 0;
}

/** perf_event_table_find() - the event that has @id, NULL if none has */
struct perf_data_event *perf_event_table_find(const struct perf_event_table *table,
					      uint64_t id)
{
	uint64_t index;

	return perf_map_get(&table->ids, id, &index) ? table->events[index] : NULL;
}

static uint64_t load_u64(const struct perf_event_header *header, size_t offset, bool swap)
{
	uint64_t value;

	memcpy(&value, (const unsigned char *)header + offset, sizeof(value));
	return swap ? bswap_64(value) : value;
}

/* Offset of the id in the sample_id trailer of a record other than a sample; 0: no id. */
static size_t trailer_id_offset(const struct perf_event_attr *attr,
				const struct perf_event_header *header)
{
	size_t behind = 8;

	if (!perf_sample_id_size(attr) ||
	    header->size < sizeof(*header) + perf_sample_id_size(attr))
		return 0;
	if (attr->sample_type & PERF_SAMPLE_IDENTIFIER)
		return header->size - behind;
	if (!(attr->sample_type & PERF_SAMPLE_ID))
		return 0;
	if (attr->sample_type & PERF_SAMPLE_STREAM_ID)
		behind += 8;
	if (attr->sample_type & PERF_SAMPLE_CPU)
		behind += 8;
	return header->size - behind;
}

/** perf_event_table_search() - perf_event_table_of_record() for tables of several events */
struct perf_data_event *perf_event_table_search(struct perf_event_table *table,
						const struct perf_event_header *header,
						bool swap, bool *unknown)
{
	const struct perf_event_attr *first = &table->events[0]->attr;
	struct perf_data_event *event;
	size_t offset;
	uint64_t id;

	if (header->type == PERF_RECORD_SAMPLE)
		offset = perf_sample_id_offset(first->sample_type);
	else
		offset = trailer_id_offset(first, header);
	if (!offset || offset + sizeof(id) > header->size)
		return table->events[0];
	id = load_u64(header, offset, swap);
	if (table->last_event && id == table->last_id)
		return table->last_event;
	event = perf_event_table_find(table, id);
	if (!event) {
		/* Records that the recording tool synthesised for running processes have id 0. */
		*unknown = id != 0;
		return table->events[0];
	}
	table->last_id = id;
	table->last_event = event;
	return event;
}

/** perf_event_table_free() - free all events */
void perf_event_table_free(struct perf_event_table *table)
{
	size_t i;

	for (i = 0; i < table->nr; i++) {
		free(table->events[i]->ids);
		free(table->events[i]);
	}
	free(table->events);
	perf_map_free(&table->ids);
	memset(table, 0, sizeof(*table));
}
