/* SPDX-License-Identifier: GPL-2.0-only */
/* A profile in the formats of other profilers. */
#ifndef PERF_PROFILE_PROFILE_TEXT_H
#define PERF_PROFILE_PROFILE_TEXT_H

#include <base/out.h>
#include <profile/flame_text.h>

/**
 * perf_profile_is_time() - test whether an event counts nanoseconds
 * @event: the event
 *
 * Return: true for PERF_COUNT_SW_CPU_CLOCK and PERF_COUNT_SW_TASK_CLOCK.
 */
bool perf_profile_is_time(const struct perf_data_event *event);

/**
 * perf_profile_speedscope() - write JSON for speedscope: by thread, samples in order of time
 * @out: writer
 * @flame: contents, with samples kept in @flame->profile
 *
 * Source: https://www.speedscope.app/file-format-schema.json
 *
 * Return: 0, -ENOMEM, or @out->error.
 */
int perf_profile_speedscope(struct perf_out *out, const struct perf_flame *flame);

/**
 * perf_profile_gecko() - write JSON for the Firefox Profiler, the format of Gecko's profiles
 *
 * The same parameters and results.
 */
int perf_profile_gecko(struct perf_out *out, const struct perf_flame *flame);

/**
 * perf_profile_pprof() - write pprof's protocol buffer, compressed with gzip
 *
 * The same parameters and results, but samples need not be kept. Also returns -EFBIG for 4 GiB
 * or more, and -EOPNOTSUPP in a build without zlib (perf_gzip()).
 *
 * Source: profile.proto of github.com/google/pprof
 */
int perf_profile_pprof(struct perf_out *out, const struct perf_flame *flame);

#endif /* PERF_PROFILE_PROFILE_TEXT_H */
