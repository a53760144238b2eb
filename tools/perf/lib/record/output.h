/* SPDX-License-Identifier: GPL-2.0-only */
/* The file of a recording: what precedes and follows the records. */
#ifndef PERF_RECORD_OUTPUT_H
#define PERF_RECORD_OUTPUT_H

#include <record/state.h>

/**
 * perf_record_output_begin() - begin a file
 * @record: with opened events
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_record_output_begin(struct perf_record *record, struct perf_error *error);

/**
 * perf_record_output_end() - complete the file
 * @record: recording
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_record_output_end(struct perf_record *record, struct perf_error *error);

/**
 * perf_record_output_switch() - complete the file and rename it by the time
 * @record: recording
 * @again: begin another file
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_record_output_switch(struct perf_record *record, bool again, struct perf_error *error);

/**
 * perf_record_round() - write FINISHED_ROUND, the end of a pass over all rings
 * @record: recording
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_record_round(struct perf_record *record, struct perf_error *error);

#endif /* PERF_RECORD_OUTPUT_H */
