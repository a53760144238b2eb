// SPDX-License-Identifier: GPL-2.0
/*
 * perf_data_apply(): a tool record changes the reader's events, names, features or build ids.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <base/sanitize.h>
#include <base/str.h>
#include <data/attr.h>
#include <data/feature_read.h>
#include <data/reader_state.h>

#define HEADER_SIZE	sizeof(struct perf_event_header)

static int apply_attr(struct perf_data *data, const struct perf_event_header *header)
{
	const unsigned char *body = (const unsigned char *)(header + 1);
	size_t room = header->size - HEADER_SIZE, used;
	struct perf_data_event *event;
	struct perf_event_attr attr;
	uint64_t id;
	size_t i;

	if (!data->is_stream)
		return 0;	/* perf_data_open() read it from header->attrs */
	used = perf_attr_decode(body, room, data->foreign, &attr, &data->problems.newer_attr);
	if (!used) {
		data->problems.bad_records++;
		return 0;
	}
	event = perf_event_table_add(&data->events, &attr);
	if (!event)
		return -ENOMEM;
	for (i = 0; i < (room - used) / sizeof(id); i++) {
		memcpy(&id, body + used + i * sizeof(id), sizeof(id));
		if (data->foreign)
			id = __builtin_bswap64(id);
		if (perf_event_table_add_id(&data->events, event, id))
			return -ENOMEM;
	}
	return 0;
}

static int apply_feature(struct perf_data *data, const struct perf_event_header *header)
{
	const unsigned char *body = (const unsigned char *)(header + 1);
	size_t size = header->size - HEADER_SIZE - sizeof(uint64_t);
	uint64_t feature;
	int ret;

	memcpy(&feature, body, sizeof(feature));
	if (feature >= PERF_FEATURE_MAX || (feature >= PERF_FEATURE_END && !size))
		return 0;	/* out of range, or an end mark */
	/* TRACING_DATA has its own record type; perf_feature_read() would not copy it. */
	if (feature == PERF_FEATURE_TRACING_DATA) {
		data->problems.bad_records++;
		return 0;
	}
	ret = perf_feature_read(data->env, (unsigned int)feature, body + sizeof(feature), size,
				data->foreign);
	if (ret == -EINVAL)
		data->problems.bad_features[feature / 64] |= 1ULL << (feature % 64);
	if (ret == -ENOENT)
		data->problems.unknown_features[feature / 64] |= 1ULL << (feature % 64);
	return 0;
}

static int apply_tracing_data(struct perf_data *data, const struct perf_stream_record *record)
{
	void *copy;

	if (!record->payload || data->env->tracing_data)
		return 0;
	copy = perf_data_env_array(data->env, record->payload_size, 1);
	if (!copy)
		return -ENOMEM;
	memcpy(copy, record->payload, record->payload_size);
	data->env->tracing_data = copy;
	data->env->tracing_data_size = record->payload_size;
	perf_data_env_set(data->env, PERF_FEATURE_TRACING_DATA);
	return 0;
}

static int apply_build_id(struct perf_data *data, const struct perf_event_header *header)
{
	struct perf_env_build_id build_id;

	/* No swap: perf_record_swap() has converted the header, and build_id.pid. */
	if (perf_build_id_read(header, header->size, false, false, &build_id)) {
		data->problems.bad_records++;
		return 0;
	}
	if (perf_data_env_add_build_id(data->env, &build_id))
		return -ENOMEM;
	perf_data_env_set(data->env, PERF_FEATURE_BUILD_ID);
	return 0;
}

static const char *copy_text(struct perf_data *data, const char *text, size_t room)
{
	size_t length = strnlen(text, room);
	char *copy = perf_data_env_array(data->env, length + 1, 1);

	if (!copy)
		return NULL;
	memcpy(copy, text, length);
	perf_text_sanitize(copy, length, 0);
	return copy;
}

static int apply_update(struct perf_data *data, const struct perf_event_header *header)
{
	const struct perf_record_event_update *update = (const void *)header;
	size_t room = header->size - sizeof(*update);
	struct perf_data_event *event;
	const char *text;

	event = perf_event_table_find(&data->events, update->id);
	if (!event)
		return 0;
	switch (update->type) {
	case PERF_UPDATE_SCALE:
		if (room >= sizeof(event->scale))
			memcpy(&event->scale, update->data, sizeof(event->scale));
		return 0;
	case PERF_UPDATE_UNIT:
	case PERF_UPDATE_NAME:
		text = copy_text(data, update->data, room);
		if (!text)
			return -ENOMEM;
		if (update->type == PERF_UPDATE_NAME)
			event->name = text;
		else
			event->unit = text;
		return 0;
	default:
		return 0;
	}
}

/**
 * perf_data_apply() - change the reader's events, names or features by a tool record
 * @data: reader
 * @record: tool record
 *
 * Return: 0 or -ENOMEM.
 */
int perf_data_apply(struct perf_data *data, const struct perf_stream_record *record)
{
	switch (record->header->type) {
	case PERF_RECORD_HEADER_ATTR:
		return apply_attr(data, record->header);
	case PERF_RECORD_HEADER_FEATURE:
		return apply_feature(data, record->header);
	case PERF_RECORD_HEADER_TRACING_DATA:
		return apply_tracing_data(data, record);
	case PERF_RECORD_HEADER_BUILD_ID:
		return apply_build_id(data, record->header);
	case PERF_RECORD_EVENT_UPDATE:
		return apply_update(data, record->header);
	default:
		return 0;
	}
}
