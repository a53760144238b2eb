/* SPDX-License-Identifier: GPL-2.0 */
/* A profile in the formats of other profilers. */
#ifndef PERF_PROFILE_PROFILE_TEXT_H
#define PERF_PROFILE_PROFILE_TEXT_H

#include <base/out.h>
#include <profile/flame_text.h>

bool perf_profile_is_time(const struct perf_data_event *event);
int perf_profile_speedscope(struct perf_out *out, const struct perf_flame *flame);
int perf_profile_gecko(struct perf_out *out, const struct perf_flame *flame);
int perf_profile_pprof(struct perf_out *out, const struct perf_flame *flame);

#endif /* PERF_PROFILE_PROFILE_TEXT_H */
