/* SPDX-License-Identifier: GPL-2.0 */
/* Threads whose names became known after they were sampled. */
#ifndef PERF_REPORT_RENAME_H
#define PERF_REPORT_RENAME_H

#include <report/histogram.h>

int perf_report_rename(struct perf_report *report, struct perf_histogram *histogram);

#endif /* PERF_REPORT_RENAME_H */
