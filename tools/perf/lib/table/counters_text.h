/* SPDX-License-Identifier: GPL-2.0-only */
/* The counts of each thread as a table. */
#ifndef PERF_TABLE_COUNTERS_TEXT_H
#define PERF_TABLE_COUNTERS_TEXT_H

#include <stdbool.h>
#include <base/str.h>
#include <report/counters.h>

/**
 * perf_counters_text() - add the table: a line for each thread, the events side by side
 * @str: text is added here
 * @counters: counts
 * @raw: a line for each event of each thread instead, with the index of the event
 *
 * Return: 0 or -ENOMEM.
 */
int perf_counters_text(struct perf_str *str, const struct perf_counters *counters, bool raw);

#endif /* PERF_TABLE_COUNTERS_TEXT_H */
