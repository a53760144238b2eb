/* SPDX-License-Identifier: GPL-2.0-only */
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

/**
 * perf_flame_page() - write a page with an interactive flame graph
 * @out: writer
 * @flame: contents, with samples kept in @flame->profile
 *
 * Return: 0, -ENOMEM, or @out->error.
 */
int perf_flame_page(struct perf_out *out, const struct perf_flame *flame);

/**
 * perf_flame_svg() - write a picture that can be zoomed and searched
 *
 * The same parameters and results; samples need not be kept.
 */
int perf_flame_svg(struct perf_out *out, const struct perf_flame *flame);

/**
 * perf_flame_folded() - write a line for each histogram row: "thread;outer;inner samples"
 *
 * The same parameters and results; samples need not be kept.
 */
int perf_flame_folded(struct perf_out *out, const struct perf_flame *flame);

#endif /* PERF_PROFILE_FLAME_TEXT_H */
