/* SPDX-License-Identifier: GPL-2.0 */
/* The values of an entry's sort keys, as text. */
#ifndef PERF_TABLE_ENTRY_TEXT_H
#define PERF_TABLE_ENTRY_TEXT_H

#include <base/str.h>
#include <report/histogram.h>

const char *perf_entry_title(enum perf_sort_key key);
void perf_entry_text(struct perf_str *str, const struct perf_report *report,
		     const struct perf_entry *entry, enum perf_sort_key key);
unsigned int perf_entry_width(const struct perf_report *report, const struct perf_entry *entry,
			      enum perf_sort_key key, bool chosen);
bool perf_entry_flexible(enum perf_sort_key key);
bool perf_entry_can_cut(const struct perf_report *report, const struct perf_entry *entry,
			enum perf_sort_key key, unsigned int width);

#endif /* PERF_TABLE_ENTRY_TEXT_H */
