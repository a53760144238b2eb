/* SPDX-License-Identifier: GPL-2.0 */
/* perf_record_loop() empties rings until the recording ends. */
#ifndef PERF_RECORD_LOOP_H
#define PERF_RECORD_LOOP_H

#include <record/state.h>

int perf_record_loop(struct perf_record *record, int signals, struct perf_error *error);
int perf_record_enable(struct perf_record *record, bool enable, struct perf_error *error);

#endif /* PERF_RECORD_LOOP_H */
