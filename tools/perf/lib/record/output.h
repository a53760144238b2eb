/* SPDX-License-Identifier: GPL-2.0-only */
/* The file of a recording: what is written before and after the records. */
#ifndef PERF_RECORD_OUTPUT_H
#define PERF_RECORD_OUTPUT_H

#include <record/state.h>

/**
 * perf_record_output_begin() - begin a file
 * @record: with opened events
 * @err: text
 *
 * Return: 0 or a negative errno.
 */
int perf_record_output_begin(struct perf_record *record, struct perf_error *err);

/**
 * perf_record_output_end() - complete the file
 * @record: recording
 * @err: text
 *
 * Return: 0 or a negative errno.
 */
int perf_record_output_end(struct perf_record *record, struct perf_error *err);

/**
 * perf_record_output_switch() - complete the file, name it by the time, begin another
 * @record: recording
 * @again: begin another
 * @err: text
 *
 * Return: 0 or a negative errno.
 */
int perf_record_output_switch(struct perf_record *record, bool again, struct perf_error *err);

/**
 * perf_record_round() - mark the end of a pass over all rings
 * @record: recording
 * @err: text
 *
 * Return: 0 or a negative errno.
 */
int perf_record_round(struct perf_record *record, struct perf_error *err);

#endif /* PERF_RECORD_OUTPUT_H */
