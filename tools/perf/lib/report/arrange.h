/* SPDX-License-Identifier: GPL-2.0-only */
/* The order of a report's lines. */
#ifndef PERF_REPORT_ARRANGE_H
#define PERF_REPORT_ARRANGE_H

#include <report/histogram.h>

/**
 * perf_report_arrange() - sort the entries of a histogram
 * @report: report
 * @histogram: all of whose rows have their entries; these and the calls learn the new numbers
 *
 * By perf_report_order(), then by the texts of the sort keys, then in the order of arrival:
 * that of the keys, with functions by their addresses. What is equal in all this comes as it
 * leaves a red-black tree that it entered in that order, which is how Debian's perf sorts.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_report_arrange(struct perf_report *report, struct perf_histogram *histogram);

#endif /* PERF_REPORT_ARRANGE_H */
