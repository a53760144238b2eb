/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The text of tracepoints, by the formats that came with the recording. A format is looked at
 * when the first record of its tracepoint is printed; of one whose text is refused, the fields
 * are printed one by one.
 */
#ifndef PERF_MODEL_TRACEPOINT_H
#define PERF_MODEL_TRACEPOINT_H

#include <stdint.h>
#include <base/str.h>
#include <model/format.h>

struct perf_tracepoints;

/**
 * perf_tracepoints_create() - find the formats of a recording
 * @data: perf_data_env.tracing_data; must outlive the result
 * @size: bytes
 *
 * Return: the formats; NULL if there are none, they are damaged, or there is no memory.
 */
struct perf_tracepoints *perf_tracepoints_create(const void *data, size_t size);

/** perf_tracepoints_free() - free; @tracepoints may be NULL */
void perf_tracepoints_free(struct perf_tracepoints *tracepoints);

/** perf_tracepoints_format() - the fields of the tracepoint of a number, NULL if not known */
const struct perf_format *perf_tracepoints_format(struct perf_tracepoints *tracepoints,
						  uint64_t id);

/**
 * perf_tracepoints_print() - add the text of an event's fields
 * @tracepoints: formats; may be NULL
 * @str: text is added here
 * @raw: perf_sample.raw
 * @size: bytes
 *
 * Return: false if the format of the event is not known; nothing was added then.
 */
bool perf_tracepoints_print(struct perf_tracepoints *tracepoints, struct perf_str *str,
			    const void *raw, size_t size);

/** perf_tracepoints_fields() - the same, but each field as "name=value", as it was recorded */
bool perf_tracepoints_fields(struct perf_tracepoints *tracepoints, struct perf_str *str,
			     const void *raw, size_t size);

/**
 * perf_tracepoints_each_field() - the fields of an event that are its own
 * @tracepoints: formats; may be NULL
 * @raw: perf_sample.raw
 * @size: bytes
 * @each: called for each with its value as it was recorded
 * @context: for @each
 *
 * Return: false if the format of the event is not known.
 */
bool perf_tracepoints_each_field(struct perf_tracepoints *tracepoints, const void *raw, size_t size,
				 void (*each)(void *context, const char *name,
					      const struct perf_str *value),
				 void *context);

/**
 * perf_tracepoints_refused() - why the text of a tracepoint is not printed
 * @tracepoints: formats; may be NULL
 * @index: from 0 on, of those refused up to now
 * @text: the reason is added here, without control characters
 *
 * Return: true if there is an index-th one.
 */
bool perf_tracepoints_refused(const struct perf_tracepoints *tracepoints, size_t index,
			      struct perf_str *text);

#endif /* PERF_MODEL_TRACEPOINT_H */
