/* SPDX-License-Identifier: GPL-2.0-only */
/* perf_record_loop() empties rings until the recording ends. */
#ifndef PERF_RECORD_LOOP_H
#define PERF_RECORD_LOOP_H

#include <record/state.h>

/**
 * perf_record_loop() - write out records until the program or the recording ends
 * @record: started
 * @signals: descriptor of signalfd(): SIGINT and SIGTERM end the recording, SIGCHLD reports the end
 *	of the program, SIGUSR2 requests a new file
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_record_loop(struct perf_record *record, int signals, struct perf_error *error);

/**
 * perf_record_enable() - enable or disable all events
 * @record: recording
 * @enable: true: enable
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_record_enable(struct perf_record *record, bool enable, struct perf_error *error);

#endif /* PERF_RECORD_LOOP_H */
