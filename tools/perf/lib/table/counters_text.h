/* SPDX-License-Identifier: GPL-2.0 */
/* The counts of each thread as a table. */
#ifndef PERF_TABLE_COUNTERS_TEXT_H
#define PERF_TABLE_COUNTERS_TEXT_H

#include <stdbool.h>
#include <base/str.h>
#include <report/counters.h>

int perf_counters_text(struct perf_str *str, const struct perf_counters *counters, bool raw);

#endif /* PERF_TABLE_COUNTERS_TEXT_H */
