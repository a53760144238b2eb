/* SPDX-License-Identifier: GPL-2.0-only */
/* A profile in the formats that other profilers open. */
#ifndef PERF_PROFILE_PROFILE_TEXT_H
#define PERF_PROFILE_PROFILE_TEXT_H

#include <base/out.h>
#include <profile/flame_text.h>

/**
 * perf_profile_is_time() - does an event count nanoseconds?
 * @event: the event
 *
 * Return: whether it is one of the clocks.
 */
bool perf_profile_is_time(const struct perf_data_event *event);

/**
 * perf_profile_speedscope() - JSON for speedscope: samples in their order, by thread
 * @out: where to
 * @flame: with samples kept in the profile
 *
 * Source: https://www.speedscope.app/file-format-schema.json
 *
 * Return: 0, -ENOMEM, or why it could not be written.
 */
int perf_profile_speedscope(struct perf_out *out, const struct perf_flame *flame);

/**
 * perf_profile_gecko() - JSON for the Firefox Profiler, the format of Gecko's own profiles
 *
 * The same parameters and results.
 */
int perf_profile_gecko(struct perf_out *out, const struct perf_flame *flame);

/**
 * perf_profile_pprof() - pprof's protocol buffer, compressed with gzip
 *
 * The same parameters and results; samples need not be kept. -EOPNOTSUPP without zlib.
 *
 * Source: profile.proto of github.com/google/pprof
 */
int perf_profile_pprof(struct perf_out *out, const struct perf_flame *flame);

#endif /* PERF_PROFILE_PROFILE_TEXT_H */
