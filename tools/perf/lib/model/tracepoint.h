/* SPDX-License-Identifier: GPL-2.0 */
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
struct perf_tracepoints *perf_tracepoints_create(const void *data, size_t size);
void perf_tracepoints_free(struct perf_tracepoints *tracepoints);
const struct perf_format *perf_tracepoints_format(struct perf_tracepoints *tracepoints,
						  uint64_t id);
bool perf_tracepoints_print(struct perf_tracepoints *tracepoints, struct perf_str *str,
			    const void *raw, size_t size);
bool perf_tracepoints_fields(struct perf_tracepoints *tracepoints, struct perf_str *str,
			     const void *raw, size_t size);
bool perf_tracepoints_each_field(struct perf_tracepoints *tracepoints, const void *raw, size_t size,
				 void (*each)(void *context, const char *name,
					      const struct perf_str *value),
				 void *context);
bool perf_tracepoints_refused(const struct perf_tracepoints *tracepoints, size_t index,
			      struct perf_str *text);

#endif /* PERF_MODEL_TRACEPOINT_H */
