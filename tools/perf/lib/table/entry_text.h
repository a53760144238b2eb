/* SPDX-License-Identifier: GPL-2.0-only */
/* The values of an entry's sort keys, as text. */
#ifndef PERF_TABLE_ENTRY_TEXT_H
#define PERF_TABLE_ENTRY_TEXT_H

#include <base/str.h>
#include <report/histogram.h>

/** perf_entry_title() - head of a key's column */
const char *perf_entry_title(enum perf_sort_key key);

/**
 * perf_entry_text() - add the value of a key
 * @str: text is added here
 * @report: finished
 * @entry: of one of its histograms
 * @key: what
 */
void perf_entry_text(struct perf_str *str, const struct perf_report *report,
		     const struct perf_entry *entry, enum perf_sort_key key);

/**
 * perf_entry_width() - columns that a value takes
 * @report: finished
 * @entry: of one of its histograms
 * @key: what
 * @chosen: the user chooses widths
 *
 * What has no name is wider than its text: its column has always been. So is its object's,
 * unless widths are chosen; and a thread's name, if the one that it has in the end is longer.
 */
unsigned int perf_entry_width(const struct perf_report *report, const struct perf_entry *entry,
			      enum perf_sort_key key, bool chosen);

/** perf_entry_flexible() - is a value at the end of a line not padded? */
bool perf_entry_flexible(enum perf_sort_key key);

/**
 * perf_entry_can_cut() - may a value be cut to a width?
 *
 * Not a number, which would be another one; nor what would lose all that tells it from others.
 */
bool perf_entry_can_cut(const struct perf_report *report, const struct perf_entry *entry,
			enum perf_sort_key key, unsigned int width);

#endif /* PERF_TABLE_ENTRY_TEXT_H */
