/* SPDX-License-Identifier: GPL-2.0 */
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
int perf_live_start(const struct perf_record_config *config, struct perf_event_list *list,
		    const char *const *filters, size_t nr_filters, struct perf_live **live,
		    struct perf_error *error);
int perf_live_fd(const struct perf_live *live);
const char *perf_live_warnings(const struct perf_live *live);
void perf_live_stop(struct perf_live *live);
int perf_live_error(struct perf_live *live, struct perf_error *error);
void perf_live_free(struct perf_live *live);

#endif /* PERF_RECORD_LIVE_H */
