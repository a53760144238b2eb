/* SPDX-License-Identifier: GPL-2.0 */
/* The order of a report's entries. */
#ifndef PERF_REPORT_ARRANGE_H
#define PERF_REPORT_ARRANGE_H

#include <report/histogram.h>

int perf_report_arrange(struct perf_report *report, struct perf_histogram *histogram);

#endif /* PERF_REPORT_ARRANGE_H */
