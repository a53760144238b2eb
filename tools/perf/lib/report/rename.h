/* SPDX-License-Identifier: GPL-2.0-only */
/* Threads whose name became known after they were sampled. */
#ifndef PERF_REPORT_RENAME_H
#define PERF_REPORT_RENAME_H

#include <report/histogram.h>

/**
 * perf_report_rename() - rows that were counted under a made up name get the real one
 * @report: report
 * @histogram: of it, before its entries are made
 *
 * Return: 0 or -ENOMEM.
 */
int perf_report_rename(struct perf_report *report, struct perf_histogram *histogram);

#endif /* PERF_REPORT_RENAME_H */
