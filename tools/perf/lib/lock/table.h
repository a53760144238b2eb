/* SPDX-License-Identifier: GPL-2.0-only */
/* Tables of waits for locks. */
#ifndef PERF_LOCK_TABLE_H
#define PERF_LOCK_TABLE_H

#include <base/error.h>
#include <base/str.h>
#include <lock/waits.h>
#include <model/machine.h>

/**
 * enum perf_lock_layout - which table
 * @PERF_LOCK_CONTENTION: columns, then what kind of lock it is and who wanted it
 * @PERF_LOCK_REPORT: a name, then columns
 */
enum perf_lock_layout {
	PERF_LOCK_CONTENTION,
	PERF_LOCK_REPORT,
};

/**
 * struct perf_lock_table - how waits are shown
 * @layout: which table
 * @key: column to sort by, most first; NULL: the usual one
 * @fields: columns, separated by commas; NULL: the usual ones
 * @entries: at most so many rows, 0: all
 * @separator: between columns, whose values are plain numbers then; NULL: they are aligned.
 *	Of PERF_LOCK_CONTENTION only
 * @no_head: there are no titles
 * @combine: rows of the same name are one
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

/**
 * perf_lock_table_check() - are there such columns?
 * @table: how
 * @error: filled if not
 *
 * Return: 0 or -EINVAL.
 */
int perf_lock_table_check(const struct perf_lock_table *table, struct perf_error *error);

/**
 * perf_lock_table_text() - add a table
 * @text: where to
 * @table: how; checked
 * @waits: what; the order of its rows is changed
 * @machine: names of threads
 *
 * Return: 0 or -ENOMEM.
 */
int perf_lock_table_text(struct perf_str *text, const struct perf_lock_table *table,
			 struct perf_lock_waits *waits, const struct perf_machine *machine);

/** perf_lock_threads_text() - add the list of threads that waited; by thread, order is changed */
void perf_lock_threads_text(struct perf_str *text, struct perf_lock_waits *waits,
			    const struct perf_machine *machine);

/** perf_lock_map_text() - add the list of locks, with who wanted each first */
void perf_lock_map_text(struct perf_str *text, const struct perf_lock_waits *waits);

#endif /* PERF_LOCK_TABLE_H */
