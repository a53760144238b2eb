/* SPDX-License-Identifier: GPL-2.0-only */
/* Formats of those tracepoints of a recording that somebody decodes. */
#ifndef PERF_MODEL_EVENT_FORMATS_H
#define PERF_MODEL_EVENT_FORMATS_H

#include <stdbool.h>
#include <stddef.h>
#include <base/map.h>
#include <data/reader.h>
#include <model/format.h>

/**
 * struct perf_event_formats - which formats are looked for
 * @system: of the tracepoints, as "sched"
 * @names: of those that are decoded, up to NULL
 * @use: is called for an event of the recording and the format of it; returns true if it
 *	takes the format over. What it is not interested in, or has already, it leaves
 */
struct perf_event_formats {
	const char		*system;
	const char *const	*names;
	bool (*use)(void *context, size_t index, struct perf_format *format);
};

/**
 * perf_event_formats_walk() - find the formats of a recording's tracepoints
 * @formats: which
 * @data: recording
 * @context: for @formats->use
 *
 * A recording that was not ended properly has no formats, nor names of events: then those of
 * this machine are taken, for tracepoints of the same number.
 *
 * Return: whether formats of this machine were used.
 */
bool perf_event_formats_walk(const struct perf_event_formats *formats,
			     const struct perf_data *data, void *context);

/**
 * perf_event_formats_events() - find the events of a recording by their tracepoints
 * @events: filled: index of the first event of each tracepoint, by its number
 * @data: recording
 *
 * Many formats and many events then take time for their sum, not for their product.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_event_formats_events(struct perf_map *events, const struct perf_data *data);

#endif /* PERF_MODEL_EVENT_FORMATS_H */
