/* SPDX-License-Identifier: GPL-2.0 */
/* A recording as JSON: one document, or a line with an object for each sample. */
#ifndef PERF_LINES_JSON_TEXT_H
#define PERF_LINES_JSON_TEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <base/str.h>
#include <data/reader.h>
#include <lines/script_text.h>
#include <model/machine.h>
#include <model/tracepoint.h>

void perf_json_document_begin(struct perf_str *str, const struct perf_data *data);
void perf_json_document_end(struct perf_str *str);
void perf_json_document_sample(struct perf_str *str, struct perf_machine *machine,
			       struct perf_tracepoints *tracepoints, bool cpus,
			       const struct perf_script_sample *sample, bool first);
void perf_json_line(struct perf_str *str, struct perf_machine *machine,
		    struct perf_tracepoints *tracepoints,
		    const struct perf_script_sample *sample);

#endif /* PERF_LINES_JSON_TEXT_H */
