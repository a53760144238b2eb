/* SPDX-License-Identifier: GPL-2.0 */
/* The keys of entries. The comparisons are declared in histogram.h. */
#ifndef PERF_REPORT_COMPARE_H
#define PERF_REPORT_COMPARE_H

#include <report/histogram.h>

/**
 * struct perf_entry_key - key of an entry in perf_histogram.entry_slots
 * @base: index of the base
 * @function: index of the function; 0 if PERF_SORT_SYMBOL is no sort key
 * @dso: number + 1 if PERF_SORT_DSO is a sort key and PERF_SORT_SYMBOL is not, else 0
 * @line: index of the text of the line
 */
struct perf_entry_key {
	uint32_t base;
	uint32_t function;
	uint32_t dso;
	uint32_t line;
};

/**
 * perf_entry_key() - key of an entry
 * @report: report
 * @base: index of the base
 * @function: index of the function
 * @line: index of the text of the line
 */
static inline struct perf_entry_key perf_entry_key(const struct perf_report *report, uint32_t base,
						   uint32_t function, uint32_t line)
{
	const struct perf_function *at = &report->functions.list.at[function];
	struct perf_entry_key key = { .base = base, .line = line };

	if (perf_sort_has(&report->sort, PERF_SORT_SYMBOL))
		key.function = function;
	else if (perf_sort_has(&report->sort, PERF_SORT_DSO))
		key.dso = !at->dso ? 0 : (report->verbose ? at->dso->index :
							    at->dso->short_id) + 1;
	return key;
}

#endif /* PERF_REPORT_COMPARE_H */
