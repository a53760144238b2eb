/* SPDX-License-Identifier: GPL-2.0 */
/* Values of perf_sort_value() (report/sort_values.h) as text. */
#ifndef PERF_LINES_VALUE_TEXT_H
#define PERF_LINES_VALUE_TEXT_H

#include <base/str.h>
#include <report/histogram.h>

/* Width of the text of perf_value_address(), columns. */
#define PERF_ADDRESS_WIDTH	21

const char *perf_value_title(enum perf_sort_key key);
unsigned int perf_value_least(const struct perf_report *report, enum perf_sort_key key);
bool perf_value_is_text(enum perf_sort_key key);
void perf_value_text(struct perf_str *str, const struct perf_report *report,
		     const struct perf_entry *entry, enum perf_sort_key key);
void perf_value_address(struct perf_str *str, const struct perf_dso *dso, uint64_t addr);

#endif /* PERF_LINES_VALUE_TEXT_H */
