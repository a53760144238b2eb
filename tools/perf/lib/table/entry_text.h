/* SPDX-License-Identifier: GPL-2.0-only */
/* The values of an entry's sort keys, as text. */
#ifndef PERF_TABLE_ENTRY_TEXT_H
#define PERF_TABLE_ENTRY_TEXT_H

#include <base/str.h>
#include <report/histogram.h>

/** perf_entry_title() - title of the column of a key */
const char *perf_entry_title(enum perf_sort_key key);

/**
 * perf_entry_text() - add an entry's value of a key
 * @str: text is added here
 * @report: finished report
 * @entry: entry of a histogram of @report
 * @key: sort key
 */
void perf_entry_text(struct perf_str *str, const struct perf_report *report,
		     const struct perf_entry *entry, enum perf_sort_key key);

/**
 * perf_entry_width() - width that an entry's value of a key needs, in characters
 * @report: finished report
 * @entry: entry of a histogram of @report
 * @key: sort key
 * @chosen: the user gave widths of columns
 *
 * As in the columns of Debian's perf, a function without a name counts UNKNOWN_SYMBOL_WIDTH, its
 * object at least UNKNOWN_DSO_WIDTH (not if @chosen), a command at least the thread's last name.
 */
unsigned int perf_entry_width(const struct perf_report *report, const struct perf_entry *entry,
			      enum perf_sort_key key, bool chosen);

/** perf_entry_flexible() - test whether a key's value at the end of a line is not padded */
bool perf_entry_flexible(enum perf_sort_key key);

/**
 * perf_entry_can_cut() - test whether a value may be cut to a width
 *
 * A number may not: it would become another one. PERF_SORT_SYMBOL may not be cut within its level
 * ("[.] "), PERF_SORT_PID not within its tid.
 */
bool perf_entry_can_cut(const struct perf_report *report, const struct perf_entry *entry,
			enum perf_sort_key key, unsigned int width);

#endif /* PERF_TABLE_ENTRY_TEXT_H */
