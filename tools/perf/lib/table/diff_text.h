/* SPDX-License-Identifier: GPL-2.0 */
/* A comparison of recordings as a table. */
#ifndef PERF_TABLE_DIFF_TEXT_H
#define PERF_TABLE_DIFF_TEXT_H

#include <stdbool.h>
#include <base/str.h>
#include <report/diff.h>
#include <report/filter.h>

/**
 * struct perf_diff_table - contents and layout of the table of a comparison
 * @diff: comparison, after perf_diff_make()
 * @event: name of the event that is compared
 * @files: names of the recordings
 * @show_periods: columns with the periods
 * @show_formula: columns with the formulas of the values
 * @baseline_only: only lines that the baseline and another recording have
 * @show_files: list the recordings even if there are only two
 * @filter: a key with a perf_filter_value() has no column
 * @separator: string between columns, or NULL
 * @quiet: no title and no column heads
 */
struct perf_diff_table {
	const struct perf_diff *diff;
	const char *event;
	const char *const *files;
	bool show_periods;
	bool show_formula;
	bool baseline_only;
	bool show_files;
	const struct perf_filter *filter;
	const char *separator;
	bool quiet;
};
void perf_diff_text(struct perf_str *str, const struct perf_diff_table *table);

#endif /* PERF_TABLE_DIFF_TEXT_H */
