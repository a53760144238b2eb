/* SPDX-License-Identifier: GPL-2.0-only */
/* Cache lines that processors take from each other, as tables. */
#ifndef PERF_TABLE_C2C_TEXT_H
#define PERF_TABLE_C2C_TEXT_H

#include <stdbool.h>
#include <base/str.h>
#include <report/c2c.h>

/**
 * struct perf_c2c_view - what is shown
 * @c2c: finished
 * @session: of the recording
 * @order: by what it is sorted
 * @no_source: no lines of the source
 * @show_all: lines without modifications elsewhere were kept
 */
struct perf_c2c_view {
	const struct perf_c2c *c2c;
	struct perf_session *session;
	enum perf_c2c_order order;
	bool no_source;
	bool show_all;
};

/** perf_c2c_stats_text() - add what the accesses were, of all and of shared lines */
void perf_c2c_stats_text(struct perf_str *str, const struct perf_c2c_view *view);

/** perf_c2c_lines_text() - add the table of lines, and what accessed each of them */
void perf_c2c_lines_text(struct perf_str *str, const struct perf_c2c_view *view);

#endif /* PERF_TABLE_C2C_TEXT_H */
