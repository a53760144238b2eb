/* SPDX-License-Identifier: GPL-2.0 */
/* The file of a recording: what precedes and follows the records. */
#ifndef PERF_RECORD_OUTPUT_H
#define PERF_RECORD_OUTPUT_H

#include <record/state.h>

int perf_record_output_begin(struct perf_record *record, struct perf_error *error);
int perf_record_output_end(struct perf_record *record, struct perf_error *error);
int perf_record_output_switch(struct perf_record *record, bool again, struct perf_error *error);
int perf_record_round(struct perf_record *record, struct perf_error *error);

#endif /* PERF_RECORD_OUTPUT_H */
