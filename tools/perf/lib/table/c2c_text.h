/* SPDX-License-Identifier: GPL-2.0 */
/* Cache lines that CPUs take from each other, as tables. */
#ifndef PERF_TABLE_C2C_TEXT_H
#define PERF_TABLE_C2C_TEXT_H

#include <stdbool.h>
#include <base/str.h>
#include <report/c2c.h>

/**
 * struct perf_c2c_view - contents and layout of the tables
 * @c2c: counts, after perf_c2c_finish()
 * @session: session of the recording
 * @order: order of @c2c->lines, as given to perf_c2c_finish()
 * @no_source: no column of source lines
 * @show_all: also show instructions without a HITM or a store
 */
struct perf_c2c_view {
	const struct perf_c2c *c2c;
	struct perf_session *session;
	enum perf_c2c_order order;
	bool no_source;
	bool show_all;
};
void perf_c2c_stats_text(struct perf_str *str, const struct perf_c2c_view *view);
void perf_c2c_lines_text(struct perf_str *str, const struct perf_c2c_view *view);

#endif /* PERF_TABLE_C2C_TEXT_H */
