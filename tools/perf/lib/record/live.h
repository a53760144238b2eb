/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Recording that is looked at while it goes on: a process of its own records into a pipe,
 * which is read as any other stream.
 */
#ifndef PERF_RECORD_LIVE_H
#define PERF_RECORD_LIVE_H

#include <base/error.h>
#include <event/spec.h>
#include <record/config.h>

struct perf_live;

/**
 * perf_live_start() - begin to record
 * @config: what, without a program; its output and its commands are not looked at
 * @list: events; empty: the default one. Taken over
 * @filters: of the first @nr_filters events of @list; NULL for those without a filter. Not
 *	needed afterwards
 * @nr_filters: how many
 * @live: result; end with perf_live_free()
 * @error: text
 *
 * To be called before this process has threads. That events cannot be opened shows later: the
 * stream is empty, and perf_live_error() says why.
 *
 * Return: 0 or a negative errno.
 */
int perf_live_start(const struct perf_record_config *config, struct perf_event_list *list,
		    const char *const *filters, size_t nr_filters, struct perf_live **live,
		    struct perf_error *error);

/** perf_live_fd() - the stream; the caller's to close */
int perf_live_fd(const struct perf_live *live);

/**
 * perf_live_warnings() - what is not as it was asked for
 * @live: its stream has begun
 *
 * Return: lines, each with its end; "" if there are none.
 */
const char *perf_live_warnings(const struct perf_live *live);

/** perf_live_stop() - end recording: the stream will end */
void perf_live_stop(struct perf_live *live);

/**
 * perf_live_error() - why recording failed
 * @live: its stream has ended
 * @error: result
 *
 * Return: 0 if it did not, or a negative errno.
 */
int perf_live_error(struct perf_live *live, struct perf_error *error);

/** perf_live_free() - end recording if it goes on, and free; @live may be NULL */
void perf_live_free(struct perf_live *live);

#endif /* PERF_RECORD_LIVE_H */
