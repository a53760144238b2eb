/* SPDX-License-Identifier: GPL-2.0 */
/* A profile as a flame graph: a page, an SVG picture, folded lines. */
#ifndef PERF_PROFILE_FLAME_TEXT_H
#define PERF_PROFILE_FLAME_TEXT_H

#include <stdint.h>
#include <base/out.h>
#include <report/profile.h>

/**
 * struct perf_flame - contents of a flame graph
 * @profile: profile, after perf_profile_end()
 * @title: title of the page
 * @summary: a line about the recording
 * @min_percent: percent; page and SVG leave out calls with less
 * @start: time of the first sample, ns since 1970; 0: not known
 */
struct perf_flame {
	struct perf_profile *profile;
	const char *title;
	const char *summary;
	double min_percent;
	uint64_t start;
};
int perf_flame_page(struct perf_out *out, const struct perf_flame *flame);
int perf_flame_svg(struct perf_out *out, const struct perf_flame *flame);
int perf_flame_folded(struct perf_out *out, const struct perf_flame *flame);

#endif /* PERF_PROFILE_FLAME_TEXT_H */
