/* SPDX-License-Identifier: GPL-2.0-only */
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

/**
 * perf_json_document_begin() - add the part of the document before the samples
 * @str: text is added here
 * @data: reader of the recording
 *
 * The layout is that of "perf data convert --to-json", which other programs parse.
 */
void perf_json_document_begin(struct perf_str *str, const struct perf_data *data);

/** perf_json_document_end() - add the part of the document behind the samples */
void perf_json_document_end(struct perf_str *str);

/**
 * perf_json_document_sample() - add a sample to the document
 * @str: text is added here
 * @machine: state at the time of the sample
 * @tracepoints: formats, by which a tracepoint's fields become members of its sample; or NULL
 * @cpus: add "cpu", -1 in samples without PERF_SAMPLE_CPU
 * @sample: the sample
 * @first: @sample is the first one of the document
 */
void perf_json_document_sample(struct perf_str *str, struct perf_machine *machine,
			       struct perf_tracepoints *tracepoints, bool cpus,
			       const struct perf_script_sample *sample, bool first);

/**
 * perf_json_line() - add a sample as an object in one line
 * @str: text is added here
 * @machine: state at the time of the sample
 * @tracepoints: formats for the text of tracepoints, or NULL
 * @sample: the sample
 */
void perf_json_line(struct perf_str *str, struct perf_machine *machine,
		    struct perf_tracepoints *tracepoints,
		    const struct perf_script_sample *sample);

#endif /* PERF_LINES_JSON_TEXT_H */
