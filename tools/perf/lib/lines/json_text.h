/* SPDX-License-Identifier: GPL-2.0-only */
/* A recording as JSON: one document for all of it, or an object for each sample. */
#ifndef PERF_LINES_JSON_TEXT_H
#define PERF_LINES_JSON_TEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <base/str.h>
#include <data/reader.h>
#include <lines/script_text.h>
#include <model/machine.h>
#include <model/tracepoint.h>

/**
 * perf_json_document_begin() - what precedes the samples
 * @str: is added to
 * @data: recording
 *
 * The layout is that of "perf data convert --to-json", which other programs read.
 */
void perf_json_document_begin(struct perf_str *str, const struct perf_data *data);

/** perf_json_document_end() - what follows them */
void perf_json_document_end(struct perf_str *str);

/**
 * perf_json_document_sample() - one of the samples
 * @str: is added to
 * @machine: at the time of the sample
 * @tracepoints: formats, or NULL: the fields of their samples are members, too
 * @cpus: some event of the recording has the CPU
 * @sample: the sample
 * @first: no other one precedes it
 */
void perf_json_document_sample(struct perf_str *str, struct perf_machine *machine,
			       struct perf_tracepoints *tracepoints, bool cpus,
			       const struct perf_script_sample *sample, bool first);

/**
 * perf_json_line() - a sample as an object in one line
 * @str: is added to
 * @machine: at the time of the sample
 * @tracepoints: formats, or NULL
 * @sample: the sample; all that it has is told
 */
void perf_json_line(struct perf_str *str, struct perf_machine *machine,
		    struct perf_tracepoints *tracepoints,
		    const struct perf_script_sample *sample);

#endif /* PERF_LINES_JSON_TEXT_H */
