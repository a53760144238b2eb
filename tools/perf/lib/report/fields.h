/* SPDX-License-Identifier: GPL-2.0-only */
/* The columns of a report, and what its lines are ordered by. */
#ifndef PERF_REPORT_FIELDS_H
#define PERF_REPORT_FIELDS_H

#include <stdbool.h>
#include <base/error.h>
#include <report/sort.h>

/* A field is a number that each line has, or PERF_FIELD_KEY + a sort key. */
enum perf_field {
	PERF_FIELD_OVERHEAD,
	PERF_FIELD_SYS,		/* of @PERF_FIELD_OVERHEAD: in the kernel */
	PERF_FIELD_US,		/* in user mode */
	PERF_FIELD_GUEST_SYS,
	PERF_FIELD_GUEST_US,
	PERF_FIELD_CHILDREN,
	PERF_FIELD_SAMPLES,
	PERF_FIELD_PERIOD,
	PERF_FIELD_KEY,
	PERF_FIELDS = PERF_FIELD_KEY + PERF_SORT_KEYS,
};

/**
 * struct perf_fields - different fields, in some order
 * @list: enum perf_field, or PERF_FIELD_KEY + enum perf_sort_key
 * @nr: how many
 */
struct perf_fields {
	unsigned int list[PERF_FIELDS];
	unsigned int nr;
};

/**
 * struct perf_layout - what is shown, and in which order
 * @columns: from left to right
 * @order: lines are compared by these, one after the other; all of @columns are among them
 * @chosen: the user said what the columns are, all of them
 * @object_sorted: the object is a sort key, not just a column
 */
struct perf_layout {
	struct perf_fields columns;
	struct perf_fields order;
	bool chosen;
	bool object_sorted;
};

/**
 * struct perf_layout_wanted - what a layout is made from
 * @fields: -F: columns, names separated by commas; "+" first: besides the usual ones. Or NULL
 * @sort: -s: names separated by commas; "+" first: besides @usual. Or NULL
 * @usual: sort keys, where neither says any
 * @more: sort keys behind all others, or NULL
 * @children: lines have a share of what they call
 * @samples, @period: these are among the usual columns
 * @modes: as are the shares of the kernel and of user mode
 */
struct perf_layout_wanted {
	const char *fields;
	const char *sort;
	const char *usual;
	const char *more;
	bool children;
	bool samples;
	bool period;
	bool modes;
};

/**
 * perf_layout_make() - arrange columns
 * @layout: result
 * @wanted: what was asked for
 * @error: text, with the names that there are
 *
 * Each list is completed with what only the other one has. Lines are ordered by their shares
 * first unless the sort keys have these elsewhere, or the columns were chosen.
 *
 * Return: 0 or -EINVAL.
 */
int perf_layout_make(struct perf_layout *layout, const struct perf_layout_wanted *wanted,
		     struct perf_error *error);

/** perf_fields_has() - is a field among them? */
bool perf_fields_has(const struct perf_fields *fields, unsigned int field);

/** perf_fields_add() - add a field behind the others, unless it is there */
void perf_fields_add(struct perf_fields *fields, unsigned int field);

/** perf_fields_has_modes() - is one of them a share of the kernel, of user mode, of guests? */
bool perf_fields_has_modes(const struct perf_fields *fields);

/** perf_fields_keys() - the sort keys among them, in their order */
void perf_fields_keys(const struct perf_fields *fields, struct perf_sort *sort);

#endif /* PERF_REPORT_FIELDS_H */
