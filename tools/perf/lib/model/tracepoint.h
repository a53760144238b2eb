/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * struct perf_tracepoints: records of tracepoints as text, by the formats in the recording. The
 * first record of a tracepoint parses its format; if perf_print_parse() refuses the print format,
 * the fields are printed one by one.
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
 * @size: bytes of @data
 *
 * Return: the formats; NULL if there is no @data or no memory.
 */
struct perf_tracepoints *perf_tracepoints_create(const void *data, size_t size);

/** perf_tracepoints_free() - free @tracepoints, which may be NULL */
void perf_tracepoints_free(struct perf_tracepoints *tracepoints);

/** perf_tracepoints_format() - fields of the tracepoint with number @id, NULL if not known */
const struct perf_format *perf_tracepoints_format(struct perf_tracepoints *tracepoints,
						  uint64_t id);

/**
 * perf_tracepoints_print() - add an event's text by its print format
 * @tracepoints: formats; may be NULL
 * @str: text is added here
 * @raw: perf_sample.raw
 * @size: bytes of @raw
 *
 * Return: false if the format of the event is not known; @str is unchanged then.
 */
bool perf_tracepoints_print(struct perf_tracepoints *tracepoints, struct perf_str *str,
			    const void *raw, size_t size);

/** perf_tracepoints_fields() - the same, with each field as "name=value" */
bool perf_tracepoints_fields(struct perf_tracepoints *tracepoints, struct perf_str *str,
			     const void *raw, size_t size);

/**
 * perf_tracepoints_each_field() - call @each for each field that is not common
 * @tracepoints: formats; may be NULL
 * @raw: perf_sample.raw
 * @size: bytes
 * @each: gets the field's recorded value as text
 * @context: argument of @each
 *
 * Return: false if the format of the event is not known.
 */
bool perf_tracepoints_each_field(struct perf_tracepoints *tracepoints, const void *raw, size_t size,
				 void (*each)(void *context, const char *name,
					      const struct perf_str *value),
				 void *context);

/**
 * perf_tracepoints_refused() - reason why a tracepoint's print format is not used
 * @tracepoints: formats; may be NULL
 * @index: from 0, among those refused so far
 * @text: the reason is added here, without control characters
 *
 * Return: true if @index is valid.
 */
bool perf_tracepoints_refused(const struct perf_tracepoints *tracepoints, size_t index,
			      struct perf_str *text);

#endif /* PERF_MODEL_TRACEPOINT_H */
