/* SPDX-License-Identifier: GPL-2.0-only */
/* Emptying rings until the recording ends. */
#ifndef PERF_RECORD_LOOP_H
#define PERF_RECORD_LOOP_H

#include <record/state.h>

/**
 * perf_record_loop() - write out records until the program or its observation ends
 * @record: started
 * @signals: descriptor of signalfd(): SIGINT and SIGTERM end, SIGCHLD is the program's end,
 *	SIGUSR2 asks for a new file
 * @err: text
 *
 * Return: 0 or a negative errno.
 */
int perf_record_loop(struct perf_record *record, int signals, struct perf_error *err);

/**
 * perf_record_enable() - let all events count, or stop them
 * @record: recording
 * @enable: which
 * @err: text
 *
 * Return: 0 or a negative errno.
 */
int perf_record_enable(struct perf_record *record, bool enable, struct perf_error *err);

#endif /* PERF_RECORD_LOOP_H */
