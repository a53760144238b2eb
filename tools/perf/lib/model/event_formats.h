/* SPDX-License-Identifier: GPL-2.0 */
/* Formats of the tracepoints of a recording that a command decodes. */
#ifndef PERF_MODEL_EVENT_FORMATS_H
#define PERF_MODEL_EVENT_FORMATS_H

#include <stdbool.h>
#include <stddef.h>
#include <base/map.h>
#include <data/reader.h>
#include <model/format.h>

/**
 * struct perf_event_formats - the formats to find
 * @system: system of the tracepoints, as "sched"
 * @names: names of the tracepoints, ended by NULL
 * @use: called with @index of an event of the recording and its format; returns true if it keeps
 *	the format, false if it does not need the format or already has it
 */
struct perf_event_formats {
	const char		*system;
	const char *const	*names;
	bool (*use)(void *context, size_t index, struct perf_format *format);
};
bool perf_event_formats_walk(const struct perf_event_formats *formats,
			     const struct perf_data *data, void *context);
int perf_event_formats_events(struct perf_map *events, const struct perf_data *data);

#endif /* PERF_MODEL_EVENT_FORMATS_H */
