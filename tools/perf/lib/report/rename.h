/* SPDX-License-Identifier: GPL-2.0-only */
/* Threads whose names became known after they were sampled. */
#ifndef PERF_REPORT_RENAME_H
#define PERF_REPORT_RENAME_H

#include <report/histogram.h>

/**
 * perf_report_rename() - move rows counted under a made up thread name to the real name
 * @report: report
 * @histogram: of @report, before its entries are made
 *
 * Return: 0 or -ENOMEM.
 */
int perf_report_rename(struct perf_report *report, struct perf_histogram *histogram);

#endif /* PERF_REPORT_RENAME_H */
