/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Recording into a stream that the calling process reads meanwhile: a separate process records into
 * a pipe, which is read as any other stream.
 */
#ifndef PERF_RECORD_LIVE_H
#define PERF_RECORD_LIVE_H

#include <base/error.h>
#include <event/spec.h>
#include <record/config.h>

struct perf_live;

/**
 * perf_live_start() - begin to record
 * @config: recording options, without a program; @output is ignored, @control_fd and @ack_fd must
 *	be -1
 * @list: events; empty: the default event. Ownership passes to perf_live_start()
 * @filters: filters of the first @nr_filters events of @list, NULL for an event without one. Need
 *	not outlive the call
 * @nr_filters: number of @filters
 * @live: result; end with perf_live_free()
 * @error: filled on failure
 *
 * The process must not have threads yet. If events cannot be opened, the stream is empty, and
 * perf_live_error() returns the reason.
 *
 * Return: 0 or a negative errno.
 */
int perf_live_start(const struct perf_record_config *config, struct perf_event_list *list,
		    const char *const *filters, size_t nr_filters, struct perf_live **live,
		    struct perf_error *error);

/** perf_live_fd() - a new descriptor of the stream, which the caller closes */
int perf_live_fd(const struct perf_live *live);

/**
 * perf_live_warnings() - warnings of the recording process
 * @live: its stream has begun
 *
 * Return: lines, each with a newline; "" if there are none.
 */
const char *perf_live_warnings(const struct perf_live *live);

/** perf_live_stop() - end the recording, which ends the stream */
void perf_live_stop(struct perf_live *live);

/**
 * perf_live_error() - wait for the recording process and return its result
 * @live: its stream has ended
 * @error: filled on failure
 *
 * Return: 0 if recording succeeded, or a negative errno.
 */
int perf_live_error(struct perf_live *live, struct perf_error *error);

/** perf_live_free() - end the recording if it still runs, and free; @live may be NULL */
void perf_live_free(struct perf_live *live);

#endif /* PERF_RECORD_LIVE_H */
