/* SPDX-License-Identifier: GPL-2.0 */
/* Prints tables of waits for locks. */
#ifndef PERF_LOCK_TABLE_H
#define PERF_LOCK_TABLE_H

#include <base/error.h>
#include <base/str.h>
#include <lock/waits.h>
#include <model/machine.h>

/**
 * enum perf_lock_layout - layout of a table
 * @PERF_LOCK_CONTENTION: columns, then the kind of lock and the caller
 * @PERF_LOCK_REPORT: a name, then columns
 */
enum perf_lock_layout {
	PERF_LOCK_CONTENTION,
	PERF_LOCK_REPORT,
};

/**
 * struct perf_lock_table - how to print waits
 * @layout: layout
 * @key: column to sort by, greatest first; NULL: the usual one
 * @fields: columns, separated by commas; NULL: the usual ones
 * @entries: maximum number of rows, 0: all
 * @separator: PERF_LOCK_CONTENTION only: text after each column, values are then plain numbers;
 *	NULL: columns are aligned
 * @no_head: omit the titles
 * @combine: merge rows of the same name, except by thread
 */
struct perf_lock_table {
	enum perf_lock_layout	layout;
	const char		*key;
	const char		*fields;
	unsigned int		entries;
	const char		*separator;
	bool			no_head;
	bool			combine;
};
int perf_lock_table_check(const struct perf_lock_table *table, struct perf_error *error);
int perf_lock_table_text(struct perf_str *text, const struct perf_lock_table *table,
			 struct perf_lock_waits *waits, const struct perf_machine *machine);
void perf_lock_threads_text(struct perf_str *text, struct perf_lock_waits *waits,
			    const struct perf_machine *machine);
void perf_lock_map_text(struct perf_str *text, const struct perf_lock_waits *waits);

#endif /* PERF_LOCK_TABLE_H */
