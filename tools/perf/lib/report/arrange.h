/* SPDX-License-Identifier: GPL-2.0-only */
/* The order of a report's entries. */
#ifndef PERF_REPORT_ARRANGE_H
#define PERF_REPORT_ARRANGE_H

#include <report/histogram.h>

/**
 * perf_report_arrange() - sort the entries of a histogram
 * @report: report
 * @histogram: histogram; every row has its perf_row.entry. Rows, linked nodes of the tree of
 *	calls and @entry_slots get the new entry numbers
 *
 * Entries are ordered by perf_report_order(), then by the texts of the sort keys, then by
 * arrival: by the values of the keys, with functions by their addresses. Entries that still
 * compare equal keep the order in which perf_tree_sort() returns them after inserting them by
 * arrival, which is how Debian's perf sorts.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_report_arrange(struct perf_report *report, struct perf_histogram *histogram);

#endif /* PERF_REPORT_ARRANGE_H */
